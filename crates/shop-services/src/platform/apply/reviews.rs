//! Reviews in a shop document, imported when a shop moves here.

use serde::Deserialize;
use shop_core::base::time::seconds_of_day;
use shop_core::catalogue::review::ReviewStatus;

use super::{ApplyError, wrong};
use crate::catalogue::{Catalogue, Found};
use crate::ports::Review;

/// Maximum length of a review in characters.
const MAX_CHARS: usize = 5000;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ReviewDocument {
    product: String,
    reviewer: String,
    email: String,
    rating: i64,
    review: String,
    verified: bool,
    date: String,
}

/// Parses a review; its product is named by SKU.
pub(super) fn read_review(document: &ReviewDocument, catalogue: &Catalogue) -> Result<Review, ApplyError> {
    let refuse = |reason: &str| wrong(format!("reviews: {} by {}", document.product, document.reviewer), reason);
    let product_id = match catalogue.by_sku(&document.product) {
        Some(Found::Product(product) | Found::Variation(product, _)) => product.item.id,
        None => return Err(refuse("no product has this SKU")),
    };
    if document.reviewer.trim().is_empty() {
        return Err(refuse("a reviewer is needed"));
    }
    if !(1..=5).contains(&document.rating) {
        return Err(refuse("rating must be 1 to 5"));
    }
    if document.review.chars().count() > MAX_CHARS {
        return Err(refuse("review is longer than 5000 characters"));
    }
    Ok(Review {
        id: 0,
        product_id,
        reviewer: document.reviewer.trim().to_owned(),
        reviewer_email: document.email.trim().to_lowercase(),
        customer_id: None,
        rating: Some(document.rating),
        status: ReviewStatus::Approved,
        body: document.review.trim().to_owned(),
        verified: document.verified,
        reply: String::new(),
        replied_at: None,
        created_at: seconds_of_day(&document.date).ok_or_else(|| refuse("date must be a day such as 2026-12-31"))?,
    })
}
