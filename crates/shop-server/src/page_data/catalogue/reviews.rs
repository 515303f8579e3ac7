//! Reviews on the product page.

use std::sync::Arc;

use shop_core::base::format::date;
use shop_core::base::{Lang, calendar};
use shop_core::catalogue::product::{Product, PublishStatus};
use shop_core::catalogue::review::{MAX_STARS, ReviewForm, ReviewRules, ReviewStatus, errors, star_label};
use shop_core::view::{Notice, RatingBar, ReviewFormView, ReviewReply, ReviewView};
use shop_services::catalogue::reviews::{review_rules, takes_reviews};
use shop_services::ports::{Review, StoreError};

use crate::app::storefront::Storefront;
use crate::page_data::content::moderation::{Moderated, Reader, html_of, writer_name};
use crate::page_data::context::Context;

impl Moderated for Review {
    const FORM_NONCE: &'static str = "review";
    const WAITING_NONCE: &'static str = "review-waiting";

    async fn find(storefront: &Arc<Storefront>, id: i64) -> Result<Option<Self>, StoreError> {
        storefront.reviews.review(id).await
    }

    fn waits(&self) -> bool {
        self.status == ReviewStatus::Hold
    }
}

/// A rejected review form.
#[derive(Debug, Default)]
pub(crate) struct RejectedReview {
    /// The submitted form.
    pub form: ReviewForm,
    pub errors: Vec<Notice>,
}

/// The review section of a product page.
#[derive(Debug, Default)]
pub(crate) struct ReviewsPart {
    pub list: Vec<ReviewView>,
    pub bars: Vec<RatingBar>,
    pub page: i64,
    pub pages: i64,
    pub open: bool,
    pub rules: ReviewRules,
    pub form: Option<ReviewFormView>,
}

/// Finds the published product with a slug.
pub(crate) fn published_product<'a>(context: &'a Context, slug: &str) -> Option<&'a Product> {
    context.catalogue.by_slug(slug).filter(|product| product.item.status == PublishStatus::Publish)
}

/// Returns the new address of a product that had this slug before, with the same sub-path and query.
pub(crate) fn new_address(context: &Context, slug: &str, path: &str, query: Option<&str>) -> Option<String> {
    let moved = context.catalogue.moved_product(slug)?;
    published_product(context, &moved.slug)?;
    let part = path.strip_prefix(&format!("/prodotto/{slug}/")).unwrap_or_default();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("/prodotto/{}/{part}{query}", moved.slug))
}

/// Builds a page of a product's reviews; `None` when there is no such page.
pub(crate) async fn reviews(
    context: &Context,
    product: &Product,
    page: i64,
    reader: &Reader<Review>,
    tried: Option<RejectedReview>,
) -> Result<Option<ReviewsPart>, StoreError> {
    let Some(found) = context.storefront.reviews.product_reviews(product, page).await? else { return Ok(None) };
    let open = takes_reviews(&context.settings, product);
    let mut rules = review_rules(&context.settings, reader.is_known());
    match &reader.customer {
        Some(customer) if open => {
            let history = context.storefront.reviews.customer_review_history(product, customer).await?;
            (rules.bought, rules.reviewed) = (history.bought, history.reviewed);
        }
        // Where only buyers may write reviews, guests must log in first.
        _ => {}
    }
    let own = reader.waiting.iter().filter(|review| review.product_id == product.item.id);
    // An error about the author, not about a field.
    let refused = errors(&ReviewForm::default(), &rules).iter().any(|error| error.field.is_empty());
    let may_write = open && !refused;
    let form = (may_write || tried.is_some()).then(|| review_form(context, reader, tried.unwrap_or_default()));
    Ok(Some(ReviewsPart {
        list: own
            .chain(&found.list)
            .map(|review| review_view(review, &context.settings.shop.name, context.lang))
            .collect(),
        bars: bars(found.counts, context.lang),
        page: found.page,
        pages: found.pages,
        open,
        rules,
        form,
    }))
}

fn review_form(context: &Context, reader: &Reader<Review>, tried: RejectedReview) -> ReviewFormView {
    ReviewFormView {
        nonce: reader.nonce(&context.storefront),
        writer: reader.writer(),
        form: tried.form,
        errors: tried.errors,
    }
}

/// Builds the rating distribution, five stars first; empty without ratings.
fn bars(counts: [i64; 5], lang: Lang) -> Vec<RatingBar> {
    if counts.iter().all(|count| *count == 0) {
        return Vec::new();
    }
    let bar = |(stars, count)| RatingBar { stars, label: star_label(stars, lang), count };
    (1..=MAX_STARS).rev().zip(counts.into_iter().rev()).map(bar).collect()
}

fn review_view(review: &Review, shop: &str, lang: Lang) -> ReviewView {
    ReviewView {
        id: review.id,
        reviewer: writer_name(&review.reviewer, lang).to_owned(),
        rating: review.rating,
        html: html_of(&review.body),
        date: date(review.created_at, lang),
        // A guest's pending review reveals nothing that its author does not know.
        verified: review.verified && (review.customer_id.is_some() || !review.waits()),
        waiting: review.waits(),
        reply: review.replied_at.map(|at| ReviewReply {
            shop: shop.to_owned(),
            html: html_of(&review.reply),
            date: calendar::day(at, lang),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_go_from_five_stars_to_one_and_an_unrated_product_has_none() {
        assert!(bars([0; 5], Lang::It).is_empty());
        let stars: Vec<(i64, i64)> = bars([1, 0, 0, 2, 7], Lang::It).iter().map(|bar| (bar.stars, bar.count)).collect();
        assert_eq!(stars, [(5, 7), (4, 2), (3, 0), (2, 0), (1, 1)]);
    }
}
