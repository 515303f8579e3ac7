//! Reads subscriptions.

use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::{OrderId, SubscriptionId};
use shop_services::ports::{OrderListRow, StoreError, SubscriptionFilter, SubscriptionRecord, SubscriptionState};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchSome};
use crate::entity::subscriptions::{Column, Entity, Model};
use crate::entity::{Stored, orders, subscription_orders, subscriptions};
use crate::orders::orders_read::read_rows;
use crate::search;

/// Maximum number of orders listed for a subscription.
const ORDERS: u64 = 200;

impl From<Model> for SubscriptionRecord {
    fn from(mut row: Model) -> Self {
        Self {
            content: row.take_content(),
            id: row.id.0,
            customer_id: row.customer_id.0,
            order_id: row.order_id.0,
            terms: row.terms.0,
            state: SubscriptionState {
                status: row.status.0,
                started_day: row.started_day,
                made: row.made,
                period: row.period,
                next_day: row.next_day,
                open_order: row.open_order_id.map(|id| id.0),
                retry_day: row.retry_day,
                waits_for: row.waits_for,
                tries: row.tries,
                try_at: row.try_at,
                trying: row.trying,
                refusal: row.refusal,
            },
            payment_method: row.payment_method,
            automatic: row.automatic,
            method: row.method_id,
            version: row.version,
            created_at: row.created_at,
            changed_at: row.changed_at,
        }
    }
}

pub(crate) async fn read_subscription_list(
    db: &Db,
    filter: &SubscriptionFilter,
) -> Result<(Vec<SubscriptionRecord>, u64), StoreError> {
    let columns = [Column::BillingEmail, Column::BillingName].map(IntoSimpleExpr::into_simple_expr);
    let searched = search::matches(&filter.search, columns).map(|found| {
        let number = filter.search.trim().trim_start_matches('#').parse().unwrap_or(-1_i64);
        found.or(Column::Id.eq(number))
    });
    let wanted = Entity::find()
        .apply_if(filter.status, |query, status| query.filter(Column::Status.eq(Stored(status))))
        .apply_if(searched, QueryFilter::filter)
        .order_by_desc(Column::Id);
    wanted.fetch_page_and_count(db, filter.page, filter.per_page).await
}

pub(crate) async fn read_subscription_orders(db: &Db, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError> {
    use orders::Column;
    let first = Entity::find_by_id(Stored(id)).select_only().column(subscriptions::Column::OrderId);
    let renewals = subscription_orders::Entity::find()
        .select_only()
        .column(subscription_orders::Column::OrderId)
        .filter(subscription_orders::Column::SubscriptionId.eq(Stored(id)))
        .order_by_desc(subscription_orders::Column::OrderId)
        .limit(ORDERS);
    // Ids first: with a subquery PostgreSQL may scan all orders for those of one subscription.
    let mut ids = renewals.into_tuple::<Stored<OrderId>>().fetch_all(db).await?;
    ids.extend(first.into_tuple::<Stored<OrderId>>().fetch_one(db).await?);
    read_rows(db, orders::Entity::find().filter(Column::Id.is_in(ids)).order_by_desc(Column::Id).limit(ORDERS)).await
}
