//! Sums of what happened on pages.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::calendar::month_start;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{
    AnalyticsStore, DayCounts, DaySpan, EventCount, ProductSums, SpanParts, StoreError, WordKind, WordSums,
};

use crate::db::{Db, Write};
use crate::row::{Row, row};
use crate::statement::{set, values};

row! {
    EventCount: analytics_events(event) {
        event: "event", product_id: "CAST(0 AS BIGINT)", events: "CAST(SUM(events) AS BIGINT)",
        pieces: "CAST(SUM(pieces) AS BIGINT)", visits: "CAST(SUM(visits) AS BIGINT)",
    }
}

row! {
    ProductSums: analytics_months(product_id) {
        product_id: "product_id",
        views: "CAST(SUM(views) AS BIGINT)", added: "CAST(SUM(added) AS BIGINT)",
        checkouts: "CAST(SUM(checkouts) AS BIGINT)", pieces: "CAST(SUM(pieces) AS BIGINT)",
    }
}

row! {
    WordSums: analytics_words(word) {
        word: "word", events: "CAST(SUM(events) AS BIGINT)", empty: "CAST(SUM(found_nothing) AS BIGINT)",
    }
}

/// What products' sums of a month grow by, in order.
fn month_sums(counts: &DayCounts) -> Vec<ProductSums> {
    let mut sums: BTreeMap<i64, ProductSums> = BTreeMap::new();
    for one in counts.events.iter().filter(|one| one.product_id > 0) {
        let new = || ProductSums { product_id: one.product_id, ..ProductSums::default() };
        let sum = sums.entry(one.product_id).or_insert_with(new);
        match one.event.as_str() {
            "view_item" => sum.views += one.events,
            "add_to_cart" => sum.added += one.events,
            "begin_checkout" => sum.checkouts += one.events,
            "purchase" => sum.pieces += one.pieces,
            _ => {}
        }
    }
    let told = |sum: &ProductSums| (sum.views, sum.added, sum.checkouts, sum.pieces) != (0, 0, 0, 0);
    sums.into_values().filter(told).collect()
}

impl Write<'_> {
    /// Adds to the sums of the day, and of its month.
    async fn add_events(&self, counts: &DayCounts) -> Result<(), StoreError> {
        let row = |one: &EventCount| {
            set! {
                day: counts.day,
                event: &one.event,
                product_id: one.product_id,
                events: one.events,
                pieces: one.pieces,
                visits: one.visits,
            }
        };
        if counts.events.is_empty() {
            return Ok(());
        }
        let tail = "ON CONFLICT (day, event, product_id) DO UPDATE SET events = analytics_events.events + excluded.events, \
                    pieces = analytics_events.pieces + excluded.pieces, \
                    visits = analytics_events.visits + excluded.visits";
        self.insert_all("analytics_events", counts.events.iter().map(row).collect(), tail).await?;
        self.add_to_month(counts).await
    }

    async fn add_to_month(&self, counts: &DayCounts) -> Result<(), StoreError> {
        let row = |one: &ProductSums| {
            set! {
                month: month_start(counts.day),
                product_id: one.product_id,
                views: one.views,
                added: one.added,
                checkouts: one.checkouts,
                pieces: one.pieces,
            }
        };
        let sums = month_sums(counts);
        if sums.is_empty() {
            return Ok(());
        }
        let tail = "ON CONFLICT (month, product_id) DO UPDATE SET views = analytics_months.views + excluded.views, \
                    added = analytics_months.added + excluded.added, \
                    checkouts = analytics_months.checkouts + excluded.checkouts, \
                    pieces = analytics_months.pieces + excluded.pieces";
        self.insert_all("analytics_months", sums.iter().map(row).collect(), tail).await.map(|_| ())
    }

    async fn add_words(&self, counts: &DayCounts, most: i64) -> Result<(), StoreError> {
        for one in &counts.words {
            let sql = "UPDATE analytics_words SET events = events + $1, found_nothing = found_nothing + $2 \
                       WHERE day = $3 AND kind = $4 AND word = $5";
            let values = values![one.events, one.empty, counts.day, one.kind.as_str(), &one.word];
            if self.run(sql, values).await? > 0 {
                continue;
            }
            let known = "SELECT COUNT(*) FROM analytics_words WHERE day = $1 AND kind = $2";
            if self.number(known, values![counts.day, one.kind.as_str()]).await? >= most {
                continue;
            }
            let row = set! {
                day: counts.day,
                kind: one.kind.as_str(),
                word: &one.word,
                events: one.events,
                found_nothing: one.empty,
            };
            let tail = "ON CONFLICT (day, kind, word) DO UPDATE SET events = analytics_words.events + excluded.events, \
                        found_nothing = analytics_words.found_nothing + excluded.found_nothing";
            self.insert_or("analytics_words", row, tail).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl AnalyticsStore for Db {
    async fn add_counts(&self, counts: &DayCounts, most: i64) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        write.add_events(counts).await?;
        write.add_words(counts, most).await?;
        write.commit().await
    }

    async fn tell_purchase(&self, order: OrderId, now: UnixSeconds, counts: &DayCounts) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let row = set! { order_id: order, told_at: now };
        let new = write.insert_or("told_purchases", row, "ON CONFLICT (order_id) DO NOTHING").await?;
        if new {
            write.add_events(counts).await?;
        }
        write.commit().await?;
        Ok(new)
    }

    async fn event_sums(&self, span: DaySpan) -> Result<Vec<EventCount>, StoreError> {
        let sql = format!(
            "SELECT {} FROM analytics_events WHERE day >= $1 AND day <= $2 AND product_id = 0 GROUP BY event",
            EventCount::COLUMNS
        );
        self.rows(&sql, values![span.first, span.last]).await
    }

    async fn product_sums(&self, parts: SpanParts, limit: u64) -> Result<Vec<ProductSums>, StoreError> {
        let of_event = |column: &str, event: &str| format!("CASE WHEN event = '{event}' THEN {column} ELSE 0 END");
        let of_days = format!(
            "SELECT product_id, {} AS views, {} AS added, {} AS checkouts, {} AS pieces FROM analytics_events \
             WHERE product_id > 0",
            of_event("events", "view_item"),
            of_event("events", "add_to_cart"),
            of_event("events", "begin_checkout"),
            of_event("pieces", "purchase"),
        );
        let sql = format!(
            "SELECT {} FROM (SELECT product_id, views, added, checkouts, pieces FROM analytics_months \
             WHERE month >= $1 AND month <= $2 \
             UNION ALL {of_days} AND day >= $3 AND day <= $4 UNION ALL {of_days} AND day >= $5 AND day <= $6) AS parts \
             GROUP BY product_id ORDER BY 5 DESC, 3 DESC, 2 DESC, product_id LIMIT $7",
            ProductSums::COLUMNS
        );
        let SpanParts { months, before, after } = parts;
        let days = values![months.first, months.last, before.first, before.last, after.first, after.last, limit];
        self.rows(&sql, days).await
    }

    async fn word_sums(
        &self,
        span: DaySpan,
        kind: WordKind,
        empty: bool,
        limit: u64,
    ) -> Result<Vec<WordSums>, StoreError> {
        let (having, order) = if empty { ("HAVING SUM(found_nothing) > 0", "3") } else { ("", "2") };
        let sql = format!(
            "SELECT {} FROM analytics_words WHERE day >= $1 AND day <= $2 AND kind = $3 GROUP BY word {having} \
             ORDER BY {order} DESC, word LIMIT $4",
            WordSums::COLUMNS
        );
        self.rows(&sql, values![span.first, span.last, kind.as_str(), limit]).await
    }

    async fn forget_counts(&self, before_day: i64) -> Result<u64, StoreError> {
        let write = self.begin(false).await?;
        let events = write.run("DELETE FROM analytics_events WHERE day < $1", values![before_day]).await?;
        let months = "DELETE FROM analytics_months WHERE month < $1";
        let months = write.run(months, values![month_start(before_day)]).await?;
        let words = write.run("DELETE FROM analytics_words WHERE day < $1", values![before_day]).await?;
        write.commit().await?;
        Ok(events + months + words)
    }
}
