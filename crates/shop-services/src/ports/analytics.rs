//! Daily counts of page events, and the orders whose purchase event was reported.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// Count of one event for a product on one day; product 0 stands for the whole shop.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventCount {
    pub event: String,
    /// Product id; 0 for the whole shop.
    pub product_id: i64,
    pub events: i64,
    pub pieces: i64,
    /// Number of visits; only counted for the whole shop.
    pub visits: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordKind {
    Search,
    /// Addresses that returned 404.
    Address,
}

impl WordKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Address => "address",
        }
    }
}

/// Count of a search term or of a missing address on one day.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WordCount {
    pub kind: WordKind,
    pub word: String,
    pub events: i64,
    /// Number of searches without results.
    pub empty: i64,
}

/// Increments for the counts of one day. Both lists are sorted, so that two concurrent updates lock rows in the same order and
/// cannot deadlock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayCounts {
    /// Day in Europe/Rome, as days since 1970-01-01.
    pub day: i64,
    pub events: Vec<EventCount>,
    /// Searches and addresses.
    pub words: Vec<WordCount>,
}

/// A range of days, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DaySpan {
    pub first: i64,
    pub last: i64,
}

impl DaySpan {
    /// The empty range.
    pub const NONE: Self = Self { first: 1, last: 0 };
}

/// A report's range, split by where its sums are stored: whole months have sums of their own, the days before and after them are
/// read day by day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanParts {
    /// Whole months, from the first day of the first month to the last day of the last one.
    pub months: DaySpan,
    /// Days before the first whole month.
    pub before: DaySpan,
    /// Days after the last whole month.
    pub after: DaySpan,
}

/// Totals of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductSums {
    pub product_id: i64,
    /// Number of page views.
    pub views: i64,
    /// How often it was added to a cart.
    pub added: i64,
    /// Number of checkouts that contained it.
    pub checkouts: i64,
    pub pieces: i64,
}

/// Totals of a search term or of a missing address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordSums {
    pub word: String,
    pub events: i64,
    /// Number of searches without results.
    pub empty: i64,
}

/// Stores event counts.
#[async_trait]
pub trait AnalyticsStore: Send + Sync {
    /// Adds to a day's counts. A day stores at max_words `max_words` different words of each kind; further ones are dropped.
    async fn add_counts(&self, counts: &DayCounts, max_words: i64) -> Result<(), StoreError>;

    /// Marks an order's purchase event as reported and adds it to the day's counts; returns `false`, and adds nothing, when it
    /// had been reported before.
    async fn report_purchase(&self, order: OrderId, now: UnixSeconds, counts: &DayCounts) -> Result<bool, StoreError>;

    /// Returns totals by event: occurrences and visits.
    async fn event_sums(&self, span: DaySpan) -> Result<Vec<EventCount>, StoreError>;

    /// Lists products by pieces bought, then by additions to carts, then by views.
    async fn product_sums(&self, parts: SpanParts, limit: u64) -> Result<Vec<ProductSums>, StoreError>;

    /// Lists search terms or missing addresses, max_words frequent first; with `empty` only searches without results, ordered by how
    /// often they found nothing.
    async fn word_sums(
        &self,
        span: DaySpan,
        kind: WordKind,
        empty: bool,
        limit: u64,
    ) -> Result<Vec<WordSums>, StoreError>;

    /// Deletes counts of days before `before_day`, and of months that lie wholly before it; returns how many.
    async fn forget_counts(&self, before_day: i64) -> Result<u64, StoreError>;
}
