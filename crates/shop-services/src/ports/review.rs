//! Reviews of products.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, ProductId};
use shop_core::catalogue::review::ReviewStatus;

use super::StoreError;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Id; 0: not stored yet.
    pub id: i64,
    pub product_id: ProductId,
    /// The account of who wrote it; `None`: a guest.
    pub customer_id: Option<CustomerId>,
    pub reviewer: String,
    /// Never shown. Lower case.
    pub reviewer_email: String,
    /// 1 to 5; `None`: not rated.
    pub rating: Option<i64>,
    /// Words, not HTML.
    pub body: String,
    /// Written by somebody who bought the product here.
    pub verified: bool,
    /// Whether it is shown.
    pub status: ReviewStatus,
    /// What the shop says to it in public, not HTML; empty: nothing.
    pub reply: String,
    /// When the shop said it.
    pub replied_at: Option<UnixSeconds>,
    /// When it was written.
    pub created_at: UnixSeconds,
}

/// Order of a list of reviews. Equal ones follow their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReviewOrder {
    #[default]
    Date,
    Id,
    Rating,
    Product,
}

/// Which reviews to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewFilter {
    /// Only of this status: published ones unless said.
    pub status: ReviewStatus,
    /// Only of these products; `None`: of all.
    pub product_ids: Option<Vec<ProductId>>,
    pub order: ReviewOrder,
    /// Smallest or oldest first.
    pub ascending: bool,
    /// Left out from the start of the list.
    pub offset: u64,
    /// At most so many.
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

/// Who writes a review: the account, and the address, lower case. An empty address is nobody's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewWriter {
    /// Account; `None`: a guest.
    pub customer_id: Option<CustomerId>,
    pub email: String,
}

/// What the shop knows of a writer and a product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewHistory {
    /// The writer's account has an order with the product, or one of its variations, that is paid: its own, or one of a guest with
    /// the address that the account has confirmed. Never by an address alone, which anybody can type.
    pub bought: bool,
    /// The writer has reviewed the product before. Reviews that were thrown away or taken for advertising count too: who
    /// wrote them does not get another try.
    pub reviewed: bool,
}

/// What became of a review that was sent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewAdded {
    /// Stored under this id.
    New(i64),
    /// The same words of the same writer are there already, under this id: it was sent twice.
    Same(i64),
    /// The writer has another review of the product, and may have one.
    AlreadyReviewed,
}

/// Stores reviews. The sums of ratings of a product are those of its published, rated reviews after every call.
#[async_trait]
pub trait ReviewStore: Send + Sync {
    /// Reviews of a status, and how many there are without the limit.
    async fn list_reviews(&self, filter: &ReviewFilter) -> Result<(Vec<Review>, u64), StoreError>;

    /// One review, whatever its status.
    async fn review(&self, id: i64) -> Result<Option<Review>, StoreError>;

    /// How many reviews there are of each status, those without any left out.
    async fn count_reviews(&self) -> Result<BTreeMap<ReviewStatus, u64>, StoreError>;

    /// Published reviews of a product by stars, 1 to 5.
    async fn rating_counts(&self, product_id: ProductId) -> Result<[i64; 5], StoreError>;

    /// What is known of a writer; `sold_as` are the ids under which orders name the product: its own and its variations'.
    async fn review_history(
        &self,
        product_id: ProductId,
        sold_as: &[ProductId],
        writer: &ReviewWriter,
    ) -> Result<ReviewHistory, StoreError>;

    /// Adds a review that was sent in. `once`: a writer has one review of a product, also when two arrive at the same moment.
    async fn add_review(&self, review: &Review, once: bool) -> Result<ReviewAdded, StoreError>;

    /// Adds reviews that a shop brings along; one by the same person, at the same second, of the same product is there
    /// already and left out. Gives how many were added.
    async fn add_reviews(&self, reviews: &[Review]) -> Result<usize, StoreError>;

    /// Writes the shop's reply to a review in place of the one before; an empty one takes it away. `false`: there is no such
    /// review.
    async fn set_review_reply(&self, id: i64, reply: &str, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Gives a review another status; gives the one it had, `None` when there is no such review.
    async fn set_review_status(
        &self,
        id: i64,
        status: ReviewStatus,
        now: UnixSeconds,
    ) -> Result<Option<ReviewStatus>, StoreError>;

    /// Takes name, address and account off all that an address has written, which is not empty; gives how many reviews that were.
    async fn forget_reviewer(&self, email: &str) -> Result<u64, StoreError>;
}
