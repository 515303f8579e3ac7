//! Reading subscriptions.

use sea_orm::{QueryResult, Value};
use shop_core::base::{CustomerId, OrderId, SubscriptionId};
use shop_core::subscription::SubscriptionStatus;
use shop_services::ports::{OrderListRow, StoreError, SubscriptionFilter, SubscriptionRecord, SubscriptionState};

use crate::db::{Db, col, contains, inconsistent, json};
use crate::orders_read::{LIST_COLUMNS, list_row};

const COLUMNS: &str = "id, customer_id, order_id, status, terms, content, payment_method, started_day, made, period, \
    next_day, open_order_id, retry_day, waits_for, automatic, method_id, tries, try_at, trying, refusal, version, \
    created_at, changed_at";

impl Db {
    pub(crate) async fn read_subscription(&self, id: SubscriptionId) -> Result<Option<SubscriptionRecord>, StoreError> {
        Ok(self.read_subscriptions("id = $1", vec![id.0.into()]).await?.pop())
    }

    /// Those that a condition of ours names.
    pub(crate) async fn read_subscriptions(
        &self,
        condition: &str,
        values: Vec<Value>,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM subscriptions WHERE {condition}");
        self.all(&sql, values).await?.iter().map(record).collect()
    }

    pub(crate) async fn read_subscription_list(
        &self,
        filter: &SubscriptionFilter,
    ) -> Result<(Vec<SubscriptionRecord>, u64), StoreError> {
        let mut values: Vec<Value> = Vec::new();
        let mut parts = vec!["id > 0".to_owned()];
        if let Some(status) = filter.status {
            values.push(status.as_str().into());
            parts.push(format!("status = ${}", values.len()));
        }
        let search = filter.search.trim();
        if !search.is_empty() {
            let n = values.len() + 1;
            parts.push(format!(
                "(LOWER(billing_email) LIKE ${n} ESCAPE '\\' OR LOWER(billing_name) LIKE ${n} ESCAPE '\\' OR id = ${})",
                n + 1
            ));
            values.push(contains(search).into());
            values.push(search.trim_start_matches('#').parse::<i64>().unwrap_or(-1).into());
        }
        let condition = parts.join(" AND ");
        let count =
            self.one(&format!("SELECT COUNT(*) AS n FROM subscriptions WHERE {condition}"), values.clone()).await?;
        let count: i64 = count.map_or(Ok(0), |row| col(&row, "n"))?;
        let per_page = i64::try_from(filter.per_page.clamp(1, 100)).unwrap_or(25);
        let offset = i64::try_from(filter.page.saturating_sub(1)).unwrap_or(0).saturating_mul(per_page);
        let n = values.len();
        values.extend([per_page.into(), offset.into()]);
        let paged = format!("{condition} ORDER BY id DESC LIMIT ${} OFFSET ${}", n + 1, n + 2);
        Ok((self.read_subscriptions(&paged, values).await?, u64::try_from(count).unwrap_or(0)))
    }

    pub(crate) async fn read_subscription_orders(&self, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError> {
        let sql = format!(
            "SELECT {LIST_COLUMNS} FROM orders WHERE id = (SELECT order_id FROM subscriptions WHERE id = $1) \
             OR id IN (SELECT order_id FROM subscription_orders WHERE subscription_id = $1) ORDER BY id DESC LIMIT 200"
        );
        self.all(&sql, vec![id.0.into()]).await?.iter().map(list_row).collect()
    }
}

fn record(row: &QueryResult) -> Result<SubscriptionRecord, StoreError> {
    let id: i64 = col(row, "id")?;
    let (terms, content, status): (String, String, String) =
        (col(row, "terms")?, col(row, "content")?, col(row, "status")?);
    Ok(SubscriptionRecord {
        id: SubscriptionId(id),
        customer_id: CustomerId(col(row, "customer_id")?),
        order_id: OrderId(col(row, "order_id")?),
        terms: json(&terms, "subscriptions", id)?,
        content: json(&content, "subscriptions", id)?,
        state: SubscriptionState {
            status: SubscriptionStatus::parse(&status)
                .ok_or_else(|| inconsistent("subscriptions", id, "unknown status"))?,
            started_day: col(row, "started_day")?,
            made: col(row, "made")?,
            period: col(row, "period")?,
            next_day: col(row, "next_day")?,
            open_order: col::<Option<i64>>(row, "open_order_id")?.map(OrderId),
            retry_day: col(row, "retry_day")?,
            waits_for: col(row, "waits_for")?,
            tries: col(row, "tries")?,
            try_at: col(row, "try_at")?,
            trying: col(row, "trying")?,
            refusal: col(row, "refusal")?,
        },
        payment_method: col(row, "payment_method")?,
        automatic: col(row, "automatic")?,
        method: col(row, "method_id")?,
        version: col(row, "version")?,
        created_at: col(row, "created_at")?,
        changed_at: col(row, "changed_at")?,
    })
}
