//! Sums over many orders.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::QueryResult;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId, ProductId};
use shop_services::ports::{HourlyMoney, ReportStore, SoldItem, StoreError, TaxedOrder};

use crate::db::{Db, col, json};
use crate::refunds::refund;

/// Orders whose money arrived or is paid on delivery; of refunded ones it went back.
const PAID: &str = "('processing', 'completed', 'refunded')";

#[async_trait]
impl ReportStore for Db {
    async fn money_by_hour(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<HourlyMoney>, StoreError> {
        let mut hours: BTreeMap<i64, HourlyMoney> = BTreeMap::new();
        let received = format!(
            "SELECT created_at / 3600 AS hour, COUNT(*) AS n, CAST(SUM(total_cents - COALESCE((SELECT SUM(i.cents) \
             FROM order_instalments i WHERE i.order_id = orders.id), 0)) AS BIGINT) AS cents FROM orders WHERE status IN {PAID} AND created_at >= $1 AND created_at < $2 GROUP BY created_at / 3600"
        );
        for row in self.all(&received, vec![from.into(), until.into()]).await? {
            let hour: i64 = col(&row, "hour")?;
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            (entry.orders, entry.received) = (col(&row, "n")?, Cents(col(&row, "cents")?));
        }
        let later = format!(
            "SELECT i.changed_at / 3600 AS hour, CAST(SUM(i.cents) AS BIGINT) AS cents FROM order_instalments i \
             JOIN orders o ON o.id = i.order_id WHERE i.status = 'paid' AND o.status IN {PAID} \
             AND i.changed_at >= $1 AND i.changed_at < $2 GROUP BY i.changed_at / 3600"
        );
        for row in self.all(&later, vec![from.into(), until.into()]).await? {
            let hour: i64 = col(&row, "hour")?;
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            entry.received += Cents(col(&row, "cents")?);
        }
        let refunded = format!(
            "SELECT r.created_at / 3600 AS hour, CAST(SUM(r.amount_cents - r.failed_cents) AS BIGINT) AS cents FROM refunds r \
             JOIN orders o ON o.id = r.order_id WHERE NOT r.as_credit AND o.status IN {PAID} \
             AND r.created_at >= $1 AND r.created_at < $2 GROUP BY r.created_at / 3600"
        );
        for row in self.all(&refunded, vec![from.into(), until.into()]).await? {
            let hour: i64 = col(&row, "hour")?;
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            entry.refunded = Cents(col(&row, "cents")?);
        }
        Ok(hours.into_values().collect())
    }

    async fn sold_items(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<SoldItem>, StoreError> {
        let sql = format!(
            "SELECT l.product_id, MAX(l.name) AS name, CAST(SUM(l.quantity - l.restocked) AS BIGINT) AS pieces \
             FROM orders o JOIN order_lines l ON l.order_id = o.id \
             WHERE o.status IN {PAID} AND o.created_at >= $1 AND o.created_at < $2 GROUP BY l.product_id"
        );
        let item = |row| {
            Ok(SoldItem {
                product_id: ProductId(col(row, "product_id")?),
                name: col(row, "name")?,
                pieces: col(row, "pieces")?,
            })
        };
        self.all(&sql, vec![from.into(), until.into()]).await?.iter().map(item).collect()
    }

    async fn taxed_orders(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        after: Option<(UnixSeconds, OrderId)>,
        limit: u64,
    ) -> Result<Vec<TaxedOrder>, StoreError> {
        let (moment, id) = after.map_or((from, 0), |(moment, id)| (moment, id.0));
        let orders = format!(
            "SELECT id, created_at, content FROM orders WHERE status IN {PAID} AND created_at < $1 \
             AND created_at >= $2 AND (created_at > $2 OR id > $3) ORDER BY created_at, id LIMIT $4"
        );
        let values = vec![until.into(), moment.into(), id.into(), limit_of(limit).into()];
        with_lines(&self.all(&with_lines_sql(&orders), values).await?)
    }

    async fn refunded_orders(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        after: Option<OrderId>,
        limit: u64,
    ) -> Result<Vec<TaxedOrder>, StoreError> {
        let after = after.map_or(0, |id| id.0);
        let given_back = "SELECT order_id FROM refunds WHERE created_at >= $1 AND created_at < $2 AND order_id > $3";
        let orders = format!(
            "SELECT id, created_at, content FROM orders WHERE status IN {PAID} AND id IN ({given_back}) ORDER BY id LIMIT $4"
        );
        let values = vec![from.into(), until.into(), after.into(), limit_of(limit).into()];
        let mut found = with_lines(&self.all(&with_lines_sql(&orders), values).await?)?;
        found.sort_by_key(|order| order.id);
        let Some(last) = found.last().map(|order| order.id) else { return Ok(found) };
        let sql = format!(
            "SELECT order_id, id, as_credit, amount_cents, failed_cents, shipping_cents, lines, restocked, persons_freed, reason, \
             author, created_at FROM refunds WHERE order_id IN ({given_back}) AND order_id <= $4 ORDER BY id"
        );
        for row in self.all(&sql, vec![from.into(), until.into(), after.into(), last.0.into()]).await? {
            let id = OrderId(col(&row, "order_id")?);
            // Of an order that is not paid its refunds do not count either.
            if let Ok(at) = found.binary_search_by_key(&id, |order| order.id)
                && let Some(order) = found.get_mut(at)
            {
                order.refunds.push(refund(&row)?);
            }
        }
        Ok(found)
    }
}

fn limit_of(limit: u64) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// The same orders with a row for each line, and one for an order without. What is the order's own comes with its first line.
fn with_lines_sql(orders: &str) -> String {
    format!(
        "SELECT o.id, o.created_at, CASE WHEN COALESCE(l.position, 0) = 0 THEN o.content END AS content, l.content AS line FROM ({orders}) o LEFT JOIN order_lines l ON l.order_id = o.id \
         ORDER BY o.created_at, o.id, l.position"
    )
}

fn with_lines(rows: &[QueryResult]) -> Result<Vec<TaxedOrder>, StoreError> {
    let mut orders: Vec<TaxedOrder> = Vec::new();
    for row in rows {
        let id = OrderId(col(row, "id")?);
        if orders.last().is_none_or(|last| last.id != id) {
            orders.push(TaxedOrder {
                id,
                created_at: col(row, "created_at")?,
                content: json(&col::<Option<String>>(row, "content")?.unwrap_or_default(), "orders", id)?,
                lines: Vec::new(),
                refunds: Vec::new(),
            });
        }
        if let (Some(order), Some(line)) = (orders.last_mut(), col::<Option<String>>(row, "line")?) {
            order.lines.push(json(&line, "order_lines", id)?);
        }
    }
    Ok(orders)
}
