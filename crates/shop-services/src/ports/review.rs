//! Reviews of products.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, ProductId};
use shop_core::catalogue::review::ReviewStatus;

use super::StoreError;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Id; 0 if not stored yet.
    pub id: i64,
    pub product_id: ProductId,
    /// The author's account; `None` for a guest.
    pub customer_id: Option<CustomerId>,
    pub reviewer: String,
    /// Lower case; never shown.
    pub reviewer_email: String,
    /// 1 to 5; `None` if not rated.
    pub rating: Option<i64>,
    /// Plain text, not HTML.
    pub body: String,
    /// The author bought the product in this shop.
    pub verified: bool,
    pub status: ReviewStatus,
    /// The shop's public reply as plain text; empty if none.
    pub reply: String,
    pub replied_at: Option<UnixSeconds>,
    pub created_at: UnixSeconds,
}

/// Sort column of reviews. Equal ones follow their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReviewOrder {
    #[default]
    Date,
    Id,
    Rating,
    Product,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewFilter {
    /// Only of this status; published by default.
    pub status: ReviewStatus,
    /// Only of these products; `None` for all.
    pub product_ids: Option<Vec<ProductId>>,
    pub order: ReviewOrder,
    pub ascending: bool,
    pub offset: u64,
    pub limit: u64,
}

impl Default for ReviewFilter {
    fn default() -> Self {
        Self {
            status: ReviewStatus::Approved,
            product_ids: None,
            order: ReviewOrder::Date,
            ascending: false,
            offset: 0,
            limit: 10,
        }
    }
}

/// The author of a review: the account, and the address, lower case. An empty address matches nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewWriter {
    /// Account; `None` for a guest.
    pub customer_id: Option<CustomerId>,
    pub email: String,
}

/// An author's history with a product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewHistory {
    /// The author's account has a paid order with the product or one of its variations: its own, or a guest order with the
    /// account's confirmed address. An address alone never counts, because anybody can type it.
    pub bought: bool,
    /// The author has reviewed the product before. Reviews in trash or spam count too, so that their author gets no second
    /// attempt.
    pub reviewed: bool,
}

/// Result of submitting a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewAdded {
    /// Stored under this id.
    New(i64),
    /// The same author already sent the same text, stored under this id.
    Same(i64),
    /// The author already has a review of the product, and only one is allowed.
    AlreadyReviewed,
}

/// Stores reviews. After every call a product's rating totals match its published, rated reviews.
#[async_trait]
pub trait ReviewStore: Send + Sync {
    /// Lists reviews of a status, and the total count.
    async fn list_reviews(&self, filter: &ReviewFilter) -> Result<(Vec<Review>, u64), StoreError>;

    /// Returns a review, whatever its status.
    async fn review(&self, id: i64) -> Result<Option<Review>, StoreError>;

    /// Counts reviews by status; statuses without reviews are left out.
    async fn count_reviews(&self) -> Result<BTreeMap<ReviewStatus, u64>, StoreError>;

    /// Counts the published reviews of a product by stars, 1 to 5.
    async fn rating_counts(&self, product_id: ProductId) -> Result<[i64; 5], StoreError>;

    /// Returns an author's history; `sold_as` are the ids under which orders list the product: its own and its variations'.
    async fn review_history(
        &self,
        product_id: ProductId,
        sold_as: &[ProductId],
        writer: &ReviewWriter,
    ) -> Result<ReviewHistory, StoreError>;

    /// Adds a submitted review. `once`: one review per author and product, also under concurrency.
    async fn add_review(&self, review: &Review, once: bool) -> Result<ReviewAdded, StoreError>;

    /// Imports reviews; one by the same person, at the same second, of the same product already exists and is skipped. Returns
    /// how many were added.
    async fn add_reviews(&self, reviews: &[Review]) -> Result<usize, StoreError>;

    /// Sets the shop's reply to a review; an empty one removes it. `false` if there is no such review.
    async fn set_review_reply(&self, id: i64, reply: &str, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Sets a review's status; returns the previous one, or `None` if there is no such review.
    async fn set_review_status(
        &self,
        id: i64,
        status: ReviewStatus,
        now: UnixSeconds,
    ) -> Result<Option<ReviewStatus>, StoreError>;

    /// Removes name, address and account from all reviews of a (non-empty) address; returns how many there were.
    async fn forget_reviewer(&self, email: &str) -> Result<u64, StoreError>;
}
