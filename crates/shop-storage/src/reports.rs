//! Sums over many orders.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::QueryResult;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_services::ports::{
    HourlyMoney, OriginSum, OriginSums, RefundRecord, ReportStore, SoldItem, StoreError, TaxedOrder,
};
use shop_services::records::{OrderContent, OrderLineContent};

use crate::db::{Db, inconsistent};
use crate::row::{Found, Read, Row, row};
use crate::statement::values;

/// Orders whose money arrived or is paid on delivery; of refunded ones it went back.
const PAID: &str = "('processing', 'completed', 'refunded')";

row! {
    SoldItem: order_lines(product_id) {
        product_id: "l.product_id", name: "MAX(l.name)", pieces: "CAST(SUM(l.quantity - l.restocked) AS BIGINT)",
    }
}

row! {
    OriginSum: orders(source_type) {
        source_type, source: source_name, medium: source_medium, campaign: source_campaign, orders, revenue,
    }
}

/// Orders by source and campaign, with what was paid of them so far, less what was given back in money.
fn origins_sql() -> String {
    format!(
        "SELECT source_type, source_name, source_medium, source_campaign, COUNT(*) AS orders, \
         CAST(SUM(total_cents - refunded_cents - COALESCE((SELECT SUM(i.cents) FROM order_instalments i \
         WHERE i.order_id = orders.id AND i.status <> 'paid'), 0)) AS BIGINT) AS revenue FROM orders \
         WHERE status IN {PAID} AND created_at >= $1 AND created_at < $2 \
         GROUP BY source_type, source_name, source_medium, source_campaign"
    )
}

/// A line of an order; what is the order's own comes with its first line, and an order without lines has a row without one.
struct TaxedLine {
    id: OrderId,
    created_at: UnixSeconds,
    content: Option<OrderContent>,
    line: Option<OrderLineContent>,
}

row! {
    TaxedLine: orders(id) {
        id: "o.id", created_at: "o.created_at",
        content: "CASE WHEN COALESCE(l.position, 0) = 0 THEN o.content END", line: "l.content",
    }
}

/// A refund with its order.
struct RefundOfOrder {
    order_id: OrderId,
    refund: RefundRecord,
}

impl Read for RefundOfOrder {
    fn read(row: &QueryResult) -> Result<Self, StoreError> {
        let found = Found { row, table: RefundRecord::TABLE, key: &["id"] };
        Ok(Self { order_id: found.get("order_id")?, refund: RefundRecord::read(row)? })
    }
}

#[async_trait]
impl ReportStore for Db {
    async fn money_by_hour(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<HourlyMoney>, StoreError> {
        let mut hours: BTreeMap<i64, HourlyMoney> = BTreeMap::new();
        let received = format!(
            "SELECT created_at / 3600 AS hour, COUNT(*) AS n, CAST(SUM(total_cents - COALESCE((SELECT SUM(i.cents) \
             FROM order_instalments i WHERE i.order_id = orders.id), 0)) AS BIGINT) AS cents FROM orders \
             WHERE status IN {PAID} AND created_at >= $1 AND created_at < $2 GROUP BY created_at / 3600"
        );
        for (hour, orders, received) in self.rows(&received, values![from, until]).await? {
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            (entry.orders, entry.received) = (orders, received);
        }
        let later = format!(
            "SELECT i.changed_at / 3600 AS hour, CAST(SUM(i.cents) AS BIGINT) AS cents FROM order_instalments i \
             JOIN orders o ON o.id = i.order_id WHERE i.status = 'paid' AND o.status IN {PAID} \
             AND i.changed_at >= $1 AND i.changed_at < $2 GROUP BY i.changed_at / 3600"
        );
        for (hour, received) in self.rows::<(i64, Cents)>(&later, values![from, until]).await? {
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            entry.received += received;
        }
        let refunded = format!(
            "SELECT r.created_at / 3600 AS hour, CAST(SUM(r.amount_cents - r.failed_cents) AS BIGINT) AS cents FROM refunds r \
             JOIN orders o ON o.id = r.order_id WHERE NOT r.as_credit AND o.status IN {PAID} \
             AND r.created_at >= $1 AND r.created_at < $2 GROUP BY r.created_at / 3600"
        );
        for (hour, refunded) in self.rows(&refunded, values![from, until]).await? {
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            entry.refunded = refunded;
        }
        Ok(hours.into_values().collect())
    }

    async fn orders_by_origin(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        (offset, limit): (u64, u64),
    ) -> Result<OriginSums, StoreError> {
        let origins = origins_sql();
        let all = format!(
            "SELECT COUNT(*) AS total, CAST(COALESCE(SUM(orders), 0) AS BIGINT) AS orders, \
             CAST(COALESCE(SUM(revenue), 0) AS BIGINT) AS revenue FROM ({origins}) origins"
        );
        let sums = self.row::<(i64, i64, Cents)>(&all, values![from, until]).await?;
        let (total, orders, revenue) = sums.unwrap_or_default();
        let some = format!(
            "SELECT {} FROM ({origins}) origins \
             ORDER BY revenue DESC, source_type, source_name, source_medium, source_campaign LIMIT $3 OFFSET $4",
            OriginSum::COLUMNS
        );
        let rows = self.rows(&some, values![from, until, limit, offset]).await?;
        Ok(OriginSums { rows, total: u64::try_from(total).unwrap_or_default(), orders, revenue })
    }

    async fn sold_items(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<SoldItem>, StoreError> {
        let sql = format!(
            "SELECT {} \
             FROM orders o JOIN order_lines l ON l.order_id = o.id \
             WHERE o.status IN {PAID} AND o.created_at >= $1 AND o.created_at < $2 GROUP BY l.product_id",
            SoldItem::COLUMNS
        );
        self.rows(&sql, values![from, until]).await
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
        with_lines(self.rows(&with_lines_sql(&orders), values![until, moment, id, limit]).await?)
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
        let mut found = with_lines(self.rows(&with_lines_sql(&orders), values![from, until, after, limit]).await?)?;
        found.sort_by_key(|order| order.id);
        let Some(last) = found.last().map(|order| order.id) else { return Ok(found) };
        let sql = format!(
            "SELECT order_id, {} FROM refunds WHERE order_id IN ({given_back}) AND order_id <= $4 ORDER BY id",
            RefundRecord::COLUMNS
        );
        for refund in self.rows::<RefundOfOrder>(&sql, values![from, until, after, last]).await? {
            // Of an order that is not paid its refunds do not count either.
            if let Ok(at) = found.binary_search_by_key(&refund.order_id, |order| order.id)
                && let Some(order) = found.get_mut(at)
            {
                order.refunds.push(refund.refund);
            }
        }
        Ok(found)
    }
}

/// The same orders with a row for each line, and one for an order without. What is the order's own comes with its first line.
fn with_lines_sql(orders: &str) -> String {
    format!(
        "SELECT {} FROM ({orders}) o LEFT JOIN order_lines l ON l.order_id = o.id ORDER BY o.created_at, o.id, l.position",
        TaxedLine::COLUMNS
    )
}

fn with_lines(rows: Vec<TaxedLine>) -> Result<Vec<TaxedOrder>, StoreError> {
    let mut orders: Vec<TaxedOrder> = Vec::new();
    for TaxedLine { id, created_at, content, line } in rows {
        if orders.last().is_none_or(|last| last.id != id) {
            let content = content.ok_or_else(|| inconsistent("orders", id, "its first line is not there"))?;
            orders.push(TaxedOrder { id, created_at, content, lines: Vec::new(), refunds: Vec::new() });
        }
        if let Some(order) = orders.last_mut() {
            order.lines.extend(line);
        }
    }
    Ok(orders)
}
