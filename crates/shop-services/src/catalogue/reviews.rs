//! Reviews: written by shoppers, shown on product pages, moderated by the merchant.

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::{CustomerId, FieldError, ProductId};
use shop_core::catalogue::product::{Product, PublishStatus};
use shop_core::catalogue::review::{self, ReviewForm, ReviewRules, ReviewStatus};
use shop_core::platform::messages::codes;

use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    Customer, CustomerStore, Review, ReviewAdded, ReviewFilter, ReviewHistory, ReviewOrder, ReviewStore, ReviewWriter,
    StoreError, ports,
};

/// A submitted review or comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    pub id: i64,
    pub status: ReviewStatus,
}

/// A page of the published reviews of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductReviews {
    pub list: Vec<Review>,
    /// Page number, from 1.
    pub page: i64,
    /// Number of pages; at least 1.
    pub pages: i64,
    /// Ratings by stars, 1 to 5.
    pub counts: [i64; 5],
}

/// Review rules that apply before the author is known.
pub fn review_rules(settings: &ShopSettings, known_writer: bool) -> ReviewRules {
    ReviewRules {
        rating_required: settings.reviews.rating_required,
        buyers_only: settings.reviews.buyers_only,
        one_per_buyer: settings.reviews.one_per_buyer,
        moderated: settings.reviews.moderated,
        known_writer,
        ..ReviewRules::default()
    }
}

/// Whether a product can be reviewed now.
pub fn takes_reviews(settings: &ShopSettings, product: &Product) -> bool {
    settings.reviews.enabled && product.reviews_allowed && product.item.status == PublishStatus::Publish
}

/// Public name of a customer's reviews: first name and initial of the last name, because everybody can read reviews; the user
/// name if there is no first name.
pub fn public_name(customer: &Customer) -> String {
    let first = customer.first_name.trim();
    let last = customer.last_name.trim().chars().next();
    match (first.is_empty(), last) {
        (true, _) => customer.username.clone(),
        (false, Some(letter)) => format!("{first} {letter}."),
        (false, None) => first.to_owned(),
    }
}

ports! {
    pub(crate) trait ReviewsPorts: CustomerStore + ReviewStore
}

#[derive(Clone)]
pub struct Reviews {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ReviewsPorts>,
}

impl Reviews {
    /// Validates the parts of a form that do not depend on the author, without a database query.
    pub fn review_form_errors(settings: &ShopSettings, form: &ReviewForm, known_writer: bool) -> Vec<FieldError> {
        let anybody = ReviewRules { buyers_only: false, one_per_buyer: false, ..review_rules(settings, known_writer) };
        review::errors(form, &anybody)
    }

    /// Submits a review, or returns why it was rejected. Name and address of a logged-in author are those of the account.
    pub async fn send_review(
        &self,
        product: &Product,
        form: &ReviewForm,
        customer_id: Option<CustomerId>,
    ) -> Result<Result<Sent, Vec<FieldError>>, StoreError> {
        let settings = self.context.settings().await?;
        if !takes_reviews(&settings, product) {
            return Ok(Err(vec![FieldError::new("", codes::REVIEW_CLOSED)]));
        }
        let account = match customer_id {
            Some(id) => self.store.customer(id).await?,
            None => None,
        };
        let email = account.as_ref().map_or(form.email.as_str(), |customer| customer.email.as_str());
        let writer = ReviewWriter {
            customer_id: account.as_ref().map(|customer| customer.id),
            email: email.trim().to_lowercase(),
        };
        let history = self.review_history(product, &writer).await?;
        let mut rules = review_rules(&settings, account.is_some());
        // A typed address proves nothing, and must not reveal what its owner bought: the store only knows accounts as buyers.
        // Whether there is a review already is checked on storing, which also detects a duplicate submission.
        rules.bought = history.bought;
        let trusted = settings.reviews.approve_verified && history.bought;
        rules.moderated = settings.reviews.moderated && !trusted;
        let checked = match review::check(form, &rules) {
            Ok(checked) => checked,
            Err(errors) => return Ok(Err(errors)),
        };
        let review = Review {
            id: 0,
            product_id: product.item.id,
            customer_id: writer.customer_id,
            reviewer: account.as_ref().map_or_else(|| checked.comment().name().to_owned(), public_name),
            reviewer_email: writer.email,
            rating: checked.rating(),
            body: checked.comment().text().to_owned(),
            verified: checked.verified(),
            status: checked.status(),
            reply: String::new(),
            replied_at: None,
            created_at: self.context.now(),
        };
        Ok(match self.store.add_review(&review, rules.one_per_buyer).await? {
            ReviewAdded::New(id) => {
                if review.status.counts() {
                    self.context.catalogue_changed();
                }
                Ok(Sent { id, status: review.status })
            }
            ReviewAdded::Same(id) => {
                let stored = self.store.review(id).await?;
                Ok(Sent { id, status: stored.map_or(review.status, |one| one.status) })
            }
            ReviewAdded::AlreadyReviewed => Err(vec![FieldError::new("", codes::REVIEW_ALREADY_WRITTEN)]),
        })
    }

    /// Returns a customer's history with a product.
    pub async fn customer_review_history(
        &self,
        product: &Product,
        customer: &Customer,
    ) -> Result<ReviewHistory, StoreError> {
        let writer = ReviewWriter { customer_id: Some(customer.id), email: customer.email.clone() };
        self.review_history(product, &writer).await
    }

    async fn review_history(&self, product: &Product, writer: &ReviewWriter) -> Result<ReviewHistory, StoreError> {
        let variations = product.variations.iter().map(|variation| variation.item.id);
        let sold_as: Vec<ProductId> = std::iter::once(product.item.id).chain(variations).collect();
        self.store.review_history(product.item.id, &sold_as, writer).await
    }

    /// Returns a page of a product's published reviews, counted from 1; `None` if there is no such page. The first page always
    /// exists.
    pub async fn product_reviews(&self, product: &Product, page: i64) -> Result<Option<ProductReviews>, StoreError> {
        let per_page = self.context.settings().await?.reviews.per_page.clamp(1, 100);
        let number = |n: i64| u64::try_from(n).unwrap_or(0);
        if page < 1 {
            return Ok(None);
        }
        let filter = ReviewFilter {
            product_ids: Some(vec![product.item.id]),
            offset: number((page - 1).saturating_mul(per_page)),
            limit: number(per_page),
            ..ReviewFilter::default()
        };
        let (list, total) = self.store.list_reviews(&filter).await?;
        let pages = i64::try_from(total.div_ceil(number(per_page))).unwrap_or(1).max(1);
        if page > pages {
            return Ok(None);
        }
        let counts = if total == 0 { [0; 5] } else { self.store.rating_counts(product.item.id).await? };
        Ok(Some(ProductReviews { list, page, pages, counts }))
    }

    /// Lists reviews of a status for the merchant, newest first, and the total count.
    pub async fn reviews_by_status(
        &self,
        status: ReviewStatus,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Review>, u64), StoreError> {
        let filter = ReviewFilter { status, order: ReviewOrder::Date, offset, limit, ..ReviewFilter::default() };
        self.store.list_reviews(&filter).await
    }

    /// Counts reviews by status.
    pub async fn review_counts(&self) -> Result<BTreeMap<ReviewStatus, u64>, StoreError> {
        self.store.count_reviews().await
    }

    /// Counts the reviews waiting for moderation.
    pub async fn waiting(&self) -> Result<u64, StoreError> {
        Ok(self.review_counts().await?.get(&ReviewStatus::Hold).copied().unwrap_or(0))
    }

    /// Sets the shop's reply to a review; an empty one removes it. `false` if there is no such review.
    pub async fn reply_to_review(&self, id: i64, reply: &str) -> Result<bool, StoreError> {
        let found = self.store.set_review_reply(id, reply, self.context.now()).await?;
        if found {
            self.context.catalogue_changed();
        }
        Ok(found)
    }

    /// Erases the author's data from all reviews of an address, which stay without a name.
    pub async fn forget_writer(&self, email: &str) -> Result<(), StoreError> {
        if !email.is_empty() && self.store.forget_reviewer(email).await? > 0 {
            self.context.catalogue_changed();
        }
        Ok(())
    }

    /// Sets a review's status and updates the product's rating totals. Returns the previous status; `None` if there is no such
    /// review.
    pub async fn set_review_status(&self, id: i64, status: ReviewStatus) -> Result<Option<ReviewStatus>, StoreError> {
        let before = self.store.set_review_status(id, status, self.context.now()).await?;
        if before.is_some_and(|before| before.counts() != status.counts()) {
            self.context.catalogue_changed();
        }
        Ok(before)
    }
}

impl Reviews {
    /// Lists the reviews that match a filter, and the total count.
    pub async fn list_reviews(&self, filter: &ReviewFilter) -> Result<(Vec<Review>, u64), StoreError> {
        self.store.list_reviews(filter).await
    }

    pub async fn review(&self, id: i64) -> Result<Option<Review>, StoreError> {
        self.store.review(id).await
    }
}

#[cfg(test)]
mod tests {
    use shop_core::base::CustomerId;

    use super::*;
    use crate::ports::Role;

    fn customer(first: &str, last: &str) -> Customer {
        Customer {
            id: CustomerId(1),
            email: "livia@example.com".into(),
            username: "livia".into(),
            password_hash: String::new(),
            role: Role::Customer,
            first_name: first.into(),
            last_name: last.into(),
            blocked: false,
            membership: crate::ports::Membership::default(),
        }
    }

    #[test]
    fn everybody_reads_a_first_name_and_one_letter() {
        for (first, last, shown) in [
            ("Livia", "Conti", "Livia C."),
            (" Livia ", " ", "Livia"),
            ("", "Conti", "livia"),
            ("Élise", "Ün", "Élise Ü."),
        ] {
            assert_eq!(public_name(&customer(first, last)), shown);
        }
    }

    #[test]
    fn what_is_wrong_with_the_form_is_known_before_its_writer_is() {
        let mut settings = ShopSettings::default();
        settings.reviews.buyers_only = true;
        let codes = |form: &ReviewForm, known| -> Vec<String> {
            Reviews::review_form_errors(&settings, form, known).into_iter().map(|e| e.code.into_owned()).collect()
        };
        assert_eq!(codes(&ReviewForm::default(), true), ["review_rating_required", "review_text_required"]);
        assert_eq!(codes(&ReviewForm::default(), false).len(), 4);
    }
}
