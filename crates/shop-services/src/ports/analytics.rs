//! Sums of what happened on pages, and the orders whose purchase was told.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// How often something happened to a product on a day; product 0: in all.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventCount {
    /// What happened, by its name.
    pub event: String,
    /// The product; 0: in all.
    pub product_id: i64,
    pub events: i64,
    pub pieces: i64,
    /// In how many visits, where it is in all.
    pub visits: i64,
}

/// What words are counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordKind {
    Search,
    /// Addresses with nothing at them.
    Address,
}

impl WordKind {
    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Address => "address",
        }
    }
}

/// How often a search was made on a day, or an address was asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WordCount {
    /// What it is.
    pub kind: WordKind,
    pub word: String,
    pub events: i64,
    /// How often nothing was found.
    pub empty: i64,
}

/// What a day's sums grow by. Both lists are in order, so that two changes at once never wait for each other in a circle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayCounts {
    /// Day in Rome, counted from 1970-01-01.
    pub day: i64,
    pub events: Vec<EventCount>,
    /// Searches and addresses.
    pub words: Vec<WordCount>,
}

/// Days, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DaySpan {
    pub first: i64,
    pub last: i64,
}

impl DaySpan {
    /// No day at all.
    pub const NONE: Self = Self { first: 1, last: 0 };
}

/// The days of a report by where their sums are read: whole months, which have sums of their own, and the days before and after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanParts {
    /// Whole months, from the first day of the first to that of the last.
    pub months: DaySpan,
    /// Days of the month before them.
    pub before: DaySpan,
    /// Days of the month after them.
    pub after: DaySpan,
}

/// Sums of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductSums {
    pub product_id: i64,
    /// How often it was seen.
    pub views: i64,
    /// How often it was put into a cart.
    pub added: i64,
    /// In how many checkouts it was.
    pub checkouts: i64,
    pub pieces: i64,
}

/// Sums of a search or of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordSums {
    pub word: String,
    pub events: i64,
    /// How often nothing was found.
    pub empty: i64,
}

/// Keeps sums of what happened.
#[async_trait]
pub trait AnalyticsStore: Send + Sync {
    /// Adds to a day's sums. Of each kind of words a day has `most` different ones; further ones are left out.
    async fn add_counts(&self, counts: &DayCounts, most: i64) -> Result<(), StoreError>;

    /// Notes that an order's purchase is told, and adds it to the day's sums; `false`: it had been told, and nothing was added.
    async fn tell_purchase(&self, order: OrderId, now: UnixSeconds, counts: &DayCounts) -> Result<bool, StoreError>;

    /// What happened in all, by event: how often, and in how many visits.
    async fn event_sums(&self, span: DaySpan) -> Result<Vec<EventCount>, StoreError>;

    /// Products with most pieces bought, then most often put into carts, then most often seen.
    async fn product_sums(&self, parts: SpanParts, limit: u64) -> Result<Vec<ProductSums>, StoreError>;

    /// Searches or addresses, most frequent first; `empty`: those that found nothing, by how often.
    async fn word_sums(
        &self,
        span: DaySpan,
        kind: WordKind,
        empty: bool,
        limit: u64,
    ) -> Result<Vec<WordSums>, StoreError>;

    /// Forgets sums of days before one, and of months that lie wholly before it; gives how many.
    async fn forget_counts(&self, before_day: i64) -> Result<u64, StoreError>;
}
