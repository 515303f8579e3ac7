//! Aggregates of analytics events.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Order, Query, SelectStatement, UnionType};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use shop_core::base::OrderId;
use shop_core::base::calendar::month_start;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{
    AnalyticsStore, DayCounts, DaySpan, EventCount, ProductSums, SpanParts, StoreError, WordKind, WordSums,
};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write, store_error};
use crate::entity::{Stored, analytics_events, analytics_months, analytics_words, reported_purchases};

const VIEW_ITEM: &str = "view_item";
const ADD_TO_CART: &str = "add_to_cart";
const BEGIN_CHECKOUT: &str = "begin_checkout";
const PURCHASE: &str = "purchase";

/// Increments of the products' monthly sums, in order.
fn month_sums(counts: &DayCounts) -> Vec<ProductSums> {
    let mut sums: BTreeMap<i64, ProductSums> = BTreeMap::new();
    for one in counts.events.iter().filter(|one| one.product_id > 0) {
        let new = || ProductSums { product_id: one.product_id, ..ProductSums::default() };
        let sum = sums.entry(one.product_id).or_insert_with(new);
        match one.event.as_str() {
            VIEW_ITEM => sum.views += one.events,
            ADD_TO_CART => sum.added += one.events,
            BEGIN_CHECKOUT => sum.checkouts += one.events,
            PURCHASE => sum.pieces += one.pieces,
            _ => {}
        }
    }
    let grows = |sum: &ProductSums| (sum.views, sum.added, sum.checkouts, sum.pieces) != (0, 0, 0, 0);
    sums.into_values().filter(grows).collect()
}

/// Conflict clause that adds the numbers of a new row to those of the row with the same key.
fn add_to<E: EntityTrait>(key: impl IntoIterator<Item = E::Column>, sums: &[E::Column]) -> OnConflict {
    let added = sums.iter().map(|sum| (*sum, Expr::col(sum.as_column_ref()).add(Expr::col(("excluded", *sum)))));
    OnConflict::columns(key).values(added).to_owned()
}

impl Write<'_> {
    /// Adds to the sums of the day and of its month.
    async fn add_events(&self, counts: &DayCounts) -> Result<(), StoreError> {
        use analytics_events::Column::{Day, Event, Events, Pieces, ProductId, Visits};
        let row = |one: &EventCount| analytics_events::ActiveModel {
            day: Set(counts.day),
            event: Set(one.event.clone()),
            product_id: Set(one.product_id),
            events: Set(one.events),
            pieces: Set(one.pieces),
            visits: Set(one.visits),
        };
        if counts.events.is_empty() {
            return Ok(());
        }
        let add = add_to::<analytics_events::Entity>([Day, Event, ProductId], &[Events, Pieces, Visits]);
        analytics_events::Entity::insert_many(counts.events.iter().map(row)).on_conflict(add).run(self).await?;
        self.add_to_month(counts).await
    }

    async fn add_to_month(&self, counts: &DayCounts) -> Result<(), StoreError> {
        use analytics_months::Column::{Added, Checkouts, Month, Pieces, ProductId, Views};
        let row = |one: &ProductSums| analytics_months::ActiveModel {
            month: Set(month_start(counts.day)),
            product_id: Set(one.product_id),
            views: Set(one.views),
            added: Set(one.added),
            checkouts: Set(one.checkouts),
            pieces: Set(one.pieces),
        };
        let sums = month_sums(counts);
        if sums.is_empty() {
            return Ok(());
        }
        let add = add_to::<analytics_months::Entity>([Month, ProductId], &[Views, Added, Checkouts, Pieces]);
        analytics_months::Entity::insert_many(sums.iter().map(row)).on_conflict(add).run(self).await.map(|_| ())
    }

    async fn add_words(&self, counts: &DayCounts, most: i64) -> Result<(), StoreError> {
        use analytics_words::Column::{Day, Events, Kind, WithoutResults, Word};
        for one in &counts.words {
            let of_day = Day.eq(counts.day).and(Kind.eq(one.kind.as_str()));
            let counted = analytics_words::Entity::update_many()
                .col_expr(Events, Expr::col(Events).add(one.events))
                .col_expr(WithoutResults, Expr::col(WithoutResults).add(one.empty))
                .filter(of_day.clone())
                .filter(Word.eq(&one.word));
            if counted.run(self).await? > 0 {
                continue;
            }
            let known = analytics_words::Entity::find().filter(of_day).fetch_count(self).await?;
            if i64::try_from(known).unwrap_or(i64::MAX) >= most {
                continue;
            }
            let row = analytics_words::ActiveModel {
                day: Set(counts.day),
                kind: Set(one.kind.as_str().to_owned()),
                word: Set(one.word.clone()),
                events: Set(one.events),
                without_results: Set(one.empty),
            };
            let add = add_to::<analytics_words::Entity>([Day, Kind, Word], &[Events, WithoutResults]);
            analytics_words::Entity::insert(row).on_conflict(add).run(self).await?;
        }
        Ok(())
    }
}

/// A sum as a 64-bit integer: PostgreSQL returns a wider type.
fn sum(column: impl ColumnTrait) -> Expr {
    column.sum().cast_as("BIGINT")
}

#[async_trait]
impl AnalyticsStore for Db {
    async fn add_counts(&self, counts: &DayCounts, most: i64) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        write.add_events(counts).await?;
        write.add_words(counts, most).await?;
        write.commit().await
    }

    async fn report_purchase(&self, order: OrderId, now: UnixSeconds, counts: &DayCounts) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let row = reported_purchases::ActiveModel { order_id: Set(Stored(order)), reported_at: Set(now) };
        let once = OnConflict::column(reported_purchases::Column::OrderId).do_nothing().to_owned();
        let new = reported_purchases::Entity::insert(row).on_conflict(once).run(&write).await? == 1;
        if new {
            write.add_events(counts).await?;
        }
        write.commit().await?;
        Ok(new)
    }

    async fn event_sums(&self, span: DaySpan) -> Result<Vec<EventCount>, StoreError> {
        use analytics_events::Column::{Day, Event, Events, Pieces, ProductId, Visits};
        // The partial index of the shop's totals is only used for a constant, not for a bound value.
        let whole_shop = Expr::col(ProductId.as_column_ref()).eq(Expr::Constant(0_i64.into()));
        let sums = analytics_events::Entity::find()
            .select_only()
            .column(Event)
            .column_as(sum(Events), "events")
            .column_as(sum(Pieces), "pieces")
            .column_as(sum(Visits), "visits")
            .filter(Day.gte(span.first))
            .filter(Day.lte(span.last))
            .filter(whole_shop)
            .group_by(Event);
        let sums = sums.into_tuple::<(String, i64, i64, i64)>().fetch_all(self).await?;
        let count = |(event, events, pieces, visits)| EventCount { event, product_id: 0, events, pieces, visits };
        Ok(sums.into_iter().map(count).collect())
    }

    async fn product_sums(&self, parts: SpanParts, limit: u64) -> Result<Vec<ProductSums>, StoreError> {
        let sums = sums_of_products(parts, limit);
        let rows = self.query_all(&sums).await.map_err(store_error)?;
        let read = |row| SumsRow::from_query_result(row, "").map(ProductSums::from).map_err(store_error);
        rows.iter().map(read).collect()
    }

    async fn word_sums(
        &self,
        span: DaySpan,
        kind: WordKind,
        empty: bool,
        limit: u64,
    ) -> Result<Vec<WordSums>, StoreError> {
        use analytics_words::Column::{Day, Events, Kind, WithoutResults, Word};
        let sums = analytics_words::Entity::find()
            .select_only()
            .column(Word)
            .column_as(sum(Events), "events")
            .column_as(sum(WithoutResults), "empty")
            .filter(Day.gte(span.first))
            .filter(Day.lte(span.last))
            .filter(Kind.eq(kind.as_str()))
            .group_by(Word);
        let sums = if empty {
            sums.having(WithoutResults.sum().gt(0_i64)).order_by_desc(sum(WithoutResults))
        } else {
            sums.order_by_desc(sum(Events))
        };
        let sums = sums.order_by_asc(Word).limit(limit).into_tuple::<(String, i64, i64)>();
        let words = sums.fetch_all(self).await?;
        Ok(words.into_iter().map(|(word, events, empty)| WordSums { word, events, empty }).collect())
    }

    async fn forget_counts(&self, before_day: i64) -> Result<u64, StoreError> {
        let write = self.begin(false).await?;
        let old = analytics_events::Column::Day.lt(before_day);
        let events = analytics_events::Entity::delete_many().filter(old).run(&write).await?;
        let old = analytics_months::Column::Month.lt(month_start(before_day));
        let months = analytics_months::Entity::delete_many().filter(old).run(&write).await?;
        let old = analytics_words::Column::Day.lt(before_day);
        let words = analytics_words::Entity::delete_many().filter(old).run(&write).await?;
        write.commit().await?;
        Ok(events + months + words)
    }
}

/// Sums of a product over months and days, by the columns of `analytics_months`.
#[derive(FromQueryResult)]
struct SumsRow {
    product_id: i64,
    views: i64,
    added: i64,
    checkouts: i64,
    pieces: i64,
}

impl From<SumsRow> for ProductSums {
    fn from(SumsRow { product_id, views, added, checkouts, pieces }: SumsRow) -> Self {
        Self { product_id, views, added, checkouts, pieces }
    }
}

/// Best-selling products over whole months and the days before and after them.
fn sums_of_products(SpanParts { months, before, after }: SpanParts, limit: u64) -> SelectStatement {
    use analytics_months::Column::{Added, Checkouts, Pieces, ProductId, Views};
    let mut parts = of_months(months);
    parts.union(UnionType::All, of_days(before)).union(UnionType::All, of_days(after));
    let sum = |column: analytics_months::Column| Expr::col(column).sum().cast_as("BIGINT");
    let mut sums = Query::select();
    sums.column(ProductId).from_subquery(parts, "parts").group_by_col(ProductId);
    for column in [Views, Added, Checkouts, Pieces] {
        sums.expr_as(sum(column), column);
    }
    for column in [Pieces, Added, Views] {
        sums.order_by_expr(sum(column), Order::Desc);
    }
    sums.order_by(ProductId, Order::Asc).limit(limit).take()
}

fn of_months(span: DaySpan) -> SelectStatement {
    use analytics_months::Column::{Added, Checkouts, Month, Pieces, ProductId, Views};
    let of_months = analytics_months::Entity::find()
        .select_only()
        .columns([ProductId, Views, Added, Checkouts, Pieces])
        .filter(Month.gte(span.first))
        .filter(Month.lte(span.last));
    of_months.into_query()
}

/// The same columns from the daily rows.
fn of_days(span: DaySpan) -> SelectStatement {
    use analytics_events::Column::{Day, Event, Events, Pieces, ProductId};
    let of_event = |column: analytics_events::Column, event: &str| -> Expr {
        Expr::case(Event.eq(event), Expr::col(column.as_column_ref())).finally(0_i64).into()
    };
    let of_days = analytics_events::Entity::find()
        .select_only()
        .column(ProductId)
        .column_as(of_event(Events, VIEW_ITEM), "views")
        .column_as(of_event(Events, ADD_TO_CART), "added")
        .column_as(of_event(Events, BEGIN_CHECKOUT), "checkouts")
        .column_as(of_event(Pieces, PURCHASE), "pieces")
        .filter(ProductId.gt(0_i64))
        .filter(Day.gte(span.first))
        .filter(Day.lte(span.last));
    of_days.into_query()
}
