//! Reviews of products.

use async_trait::async_trait;
use shop_core::catalogue::product::UnixSeconds;
use shop_core::ids::ProductId;

use super::StoreError;

/// A review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Id; 0: not stored yet.
    pub id: i64,
    /// Product.
    pub product_id: ProductId,
    /// Name shown.
    pub reviewer: String,
    /// Never shown.
    pub reviewer_email: String,
    /// 1 to 5.
    pub rating: i64,
    /// Words.
    pub body: String,
    /// Written by somebody who bought the product here.
    pub verified: bool,
    /// When it was written.
    pub created_at: UnixSeconds,
}

/// Order of a list of reviews. Equal ones follow their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReviewOrder {
    /// By time.
    #[default]
    Date,
    /// By id.
    Id,
    /// By rating.
    Rating,
    /// By product.
    Product,
}

/// Which reviews to list: published ones only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewFilter {
    /// Only of these products; `None`: of all.
    pub product_ids: Option<Vec<ProductId>>,
    /// Order.
    pub order: ReviewOrder,
    /// Smallest or oldest first.
    pub ascending: bool,
    /// Left out from the start of the list.
    pub offset: u64,
    /// At most so many.
    pub limit: u64,
}

/// Stores reviews.
#[async_trait]
pub trait ReviewStore {
    /// Published reviews, and how many there are without the limit.
    async fn list_reviews(&self, filter: &ReviewFilter) -> Result<(Vec<Review>, u64), StoreError>;

    /// Adds published reviews and counts their ratings; one by the same person, at the same second, of the same product is
    /// there already and left out. Gives how many were added.
    async fn add_reviews(&self, reviews: &[Review]) -> Result<usize, StoreError>;
}
