//! The shop's own statistics: daily counts of page events, for a merchant without analytics accounts. They contain no person,
//! address or visit; the caller has checked the consent.

mod purchase;
mod span;

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::ProductId;
use shop_core::base::calendar::local_day;
use shop_core::privacy::analytics::{AnalyticsEventName as Name, AnalyticsForm, CountedEvent, event};

use crate::catalogue::{Catalogue, Found};
use crate::platform::context::Context;
use crate::ports::{
    AnalyticsStore, DayCounts, DaySpan, EventCount, OrderRecord, ProductSums, StoreError, WordCount, WordKind, WordSums,
};

/// Maximum number of different search terms, and of different addresses, per day: programs can invent any number of them.
const MAX_WORDS_PER_DAY: i64 = 5_000;
/// Entries per list of a report.
const LISTED: u64 = 50;
/// Steps of the funnel in order.
pub const FUNNEL: [Name; 4] = [Name::ViewItem, Name::AddToCart, Name::BeginCheckout, Name::Purchase];
/// After this many days an order's page reports no purchase any more, because it would count for another day.
const REPORT_WITHIN_DAYS: i64 = 1;
const DAY_S: i64 = 86_400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunnelStep {
    pub step: Name,
    /// Visits that reached the step; purchases are counted one by one.
    pub visits: i64,
    pub events: i64,
}

/// Report for a range of days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnalyticsReport {
    /// From product views to purchases.
    pub funnel: Vec<FunnelStep>,
    pub products: Vec<ProductSums>,
    pub searches: Vec<WordSums>,
    /// Searches without results.
    pub empty_searches: Vec<WordSums>,
    /// Addresses that returned 404.
    pub addresses: Vec<WordSums>,
}

/// Counts of page events.
#[derive(Clone)]
pub struct Analytics {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn AnalyticsStore>,
}

impl Analytics {
    /// Adds validated events to today's counts. Unknown products are left out.
    pub async fn count(&self, events: &[CountedEvent]) -> Result<(), StoreError> {
        let catalogue = self.context.catalogue().await?;
        let counts = sums(self.today(), events, &catalogue);
        if counts.events.is_empty() {
            return Ok(());
        }
        self.store.add_counts(&counts, MAX_WORDS_PER_DAY).await
    }

    /// Reports an order's purchase once; `None` if it was already reported, or is no purchase (yet, or no longer). `counts`: the
    /// buyer has consented to the shop's own statistics.
    pub async fn report_purchase(
        &self,
        order: &OrderRecord,
        counts: bool,
    ) -> Result<Option<AnalyticsForm>, StoreError> {
        let now = self.context.now();
        let old = order.created_at < now.saturating_sub(REPORT_WITHIN_DAYS * DAY_S);
        if old || !purchase::is_purchase(order.status) {
            return Ok(None);
        }
        let (catalogue, settings) = (self.context.catalogue().await?, self.context.settings().await?);
        let form = purchase::form(order, &catalogue, &settings);
        let mut counted = event(&form).counted;
        for one in counted.iter_mut().filter(|one| one.product_id == 0) {
            one.first = true;
        }
        let counts = sums(self.today(), if counts { &counted } else { &[] }, &catalogue);
        let is_first_report = self.store.report_purchase(order.id, now, &counts).await?;
        Ok(is_first_report.then_some(form))
    }

    /// Builds the report of a range of days.
    pub async fn report(&self, span: DaySpan) -> Result<AnalyticsReport, StoreError> {
        let sums = self.store.event_sums(span).await?;
        let step = |step: Name| {
            let found = sums.iter().find(|one| one.event == step.name());
            FunnelStep { step, visits: found.map_or(0, |one| one.visits), events: found.map_or(0, |one| one.events) }
        };
        Ok(AnalyticsReport {
            funnel: FUNNEL.map(step).to_vec(),
            products: self.store.product_sums(span::parts(span, self.today()), LISTED).await?,
            searches: self.store.word_sums(span, WordKind::Search, false, LISTED).await?,
            empty_searches: self.store.word_sums(span, WordKind::Search, true, LISTED).await?,
            addresses: self.store.word_sums(span, WordKind::Address, false, LISTED).await?,
        })
    }

    /// Deletes expired counts; returns how many.
    pub async fn forget_old(&self) -> Result<u64, StoreError> {
        let days = self.context.settings().await?.analytics.retention_days;
        self.store.forget_counts(self.today().saturating_sub(days)).await
    }

    fn today(&self) -> i64 {
        local_day(self.context.now())
    }
}

/// Computes the increments of a day's counts.
fn sums(day: i64, counted: &[CountedEvent], catalogue: &Catalogue) -> DayCounts {
    let mut events: BTreeMap<(&'static str, i64), EventCount> = BTreeMap::new();
    let mut words: BTreeMap<(WordKind, &str), WordCount> = BTreeMap::new();
    for one in counted {
        let product_id = match catalogue.find(ProductId(one.product_id)) {
            Some(Found::Product(product) | Found::Variation(product, _)) => product.item.id.0,
            None if one.product_id == 0 => 0,
            None => continue,
        };
        let name = one.event.name();
        let new = || EventCount { event: name.into(), product_id, ..EventCount::default() };
        let sum = events.entry((name, product_id)).or_insert_with(new);
        sum.events += 1;
        sum.pieces += one.pieces;
        sum.visits += i64::from(one.first);
        let kind = match one.event {
            Name::Search => WordKind::Search,
            Name::NotFound => WordKind::Address,
            _ => continue,
        };
        if !one.word.is_empty() {
            let new = || WordCount { kind, word: one.word.clone(), events: 0, empty: 0 };
            let sum = words.entry((kind, one.word.as_str())).or_insert_with(new);
            sum.events += 1;
            sum.empty += i64::from(one.empty);
        }
    }
    DayCounts { day, events: events.into_values().collect(), words: words.into_values().collect() }
}
