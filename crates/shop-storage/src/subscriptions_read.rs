//! Reading subscriptions.

use shop_core::base::SubscriptionId;
use shop_services::ports::{OrderListRow, StoreError, SubscriptionFilter, SubscriptionRecord, SubscriptionState};

use crate::db::Db;
use crate::row::row;
use crate::statement::{Filter, values};

row! {
    SubscriptionRecord: subscriptions(id) {
        id, customer_id, order_id, terms, content,
        state: SubscriptionState {
            status, started_day, made, period, next_day, open_order: open_order_id, retry_day, waits_for, tries, try_at,
            trying, refusal
        },
        payment_method, automatic, method: method_id, version, created_at, changed_at,
    }
}

pub(crate) async fn read_subscription_list(
    db: &Db,
    filter: &SubscriptionFilter,
) -> Result<(Vec<SubscriptionRecord>, u64), StoreError> {
    let mut condition = Filter::new("id > 0");
    if let Some(status) = filter.status {
        condition.and("status = ?", status);
    }
    condition.and_search_or_id(&filter.search, &["billing_email", "billing_name"]);
    db.page(condition, "id DESC", (filter.page, filter.per_page)).await
}

pub(crate) async fn read_subscription_orders(db: &Db, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError> {
    let rest = "WHERE id = (SELECT order_id FROM subscriptions WHERE id = $1) \
                    OR id IN (SELECT order_id FROM subscription_orders WHERE subscription_id = $1) ORDER BY id DESC LIMIT 200";
    db.list(rest, values![id]).await
}
