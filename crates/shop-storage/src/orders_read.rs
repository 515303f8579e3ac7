//! Reading orders.

use sea_orm::{QueryResult, Value};
use shop_core::base::{Cents, CustomerId, OrderId, ProductId};
use shop_core::order::OrderStatus;
use shop_services::ports::{
    NewOrderLine, OrderEvent, OrderFilter, OrderListRow, OrderPageResult, OrderRecord, OrderSort, StoreError,
};
use shop_services::records::OrderContent;

use crate::db::{Db, col, inconsistent, json};

impl Db {
    pub(crate) async fn read_order(&self, id: OrderId) -> Result<Option<OrderRecord>, StoreError> {
        let row = self
            .one(
                "SELECT order_key, status, customer_id, total_cents, payment_method, stock_taken, content, created_at, updated_at, \
                 refunded_cents, credit_refunded_cents \
                 FROM orders WHERE id = $1",
                vec![id.0.into()],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let lines = self
            .all(
                "SELECT product_id, stock_product_id, quantity, sku, name, content FROM order_lines \
                 WHERE order_id = $1 ORDER BY position",
                vec![id.0.into()],
            )
            .await?;
        let content: String = col(&row, "content")?;
        let mut content: OrderContent = json(&content, "orders", id)?;
        let (money_refunded, credit_refunded) =
            (Cents(col(&row, "refunded_cents")?), Cents(col(&row, "credit_refunded_cents")?));
        content.refunded_cents = money_refunded + credit_refunded;
        let refunds = self.read_refunds(id).await?;
        let later = content.due_later_cents > Cents::ZERO;
        let instalments = if later { self.read_instalments(id).await? } else { Vec::new() };
        Ok(Some(OrderRecord {
            id,
            order_key: col(&row, "order_key")?,
            status: status(&row, "status", id)?,
            customer_id: col::<Option<i64>>(&row, "customer_id")?.map(CustomerId),
            total_cents: col(&row, "total_cents")?,
            payment_method: col(&row, "payment_method")?,
            stock_taken: col(&row, "stock_taken")?,
            content,
            instalments,
            money_refunded,
            credit_refunded,
            refunds,
            lines: lines.iter().map(|line| order_line(line, id)).collect::<Result<_, _>>()?,
            created_at: col(&row, "created_at")?,
            updated_at: col(&row, "updated_at")?,
        }))
    }

    pub(crate) async fn read_order_events(&self, id: OrderId) -> Result<Vec<OrderEvent>, StoreError> {
        let rows = self
            .all(
                "SELECT id, kind, from_status, to_status, note, author, created_at FROM order_events WHERE order_id = $1 ORDER BY id",
                vec![id.0.into()],
            )
            .await?;
        let state = |row: &QueryResult, name: &str| -> Result<Option<OrderStatus>, StoreError> {
            Ok(col::<Option<String>>(row, name)?.and_then(|text| OrderStatus::parse(&text)))
        };
        rows.iter()
            .map(|row| {
                Ok(OrderEvent {
                    id: col(row, "id")?,
                    kind: col(row, "kind")?,
                    from_status: state(row, "from_status")?,
                    to_status: state(row, "to_status")?,
                    note: col(row, "note")?,
                    author: col(row, "author")?,
                    created_at: col(row, "created_at")?,
                })
            })
            .collect()
    }

    pub(crate) async fn read_order_list(&self, filter: &OrderFilter) -> Result<OrderPageResult, StoreError> {
        let (condition, values) = conditions(filter, true);
        let per_page = i64::try_from(filter.per_page.clamp(1, 100)).unwrap_or(50);
        let offset = i64::try_from(filter.page.saturating_sub(1)).unwrap_or(0).saturating_mul(per_page);
        let count = values.len();
        let mut paged = values.clone();
        paged.extend([per_page.into(), offset.into()]);
        let sql = format!(
            "SELECT {LIST_COLUMNS} FROM orders WHERE {condition} ORDER BY {} LIMIT ${} OFFSET ${}",
            sorting(filter.sort),
            count + 1,
            count + 2
        );
        let rows = self.all(&sql, paged).await?.iter().map(list_row).collect::<Result<Vec<_>, _>>()?;
        let total = self.one(&format!("SELECT COUNT(*) AS n FROM orders WHERE {condition}"), values).await?;
        let total: i64 = total.map_or(Ok(0), |row| col(&row, "n"))?;
        let (rest, values) = conditions(filter, false);
        let by_status = self
            .all(&format!("SELECT status, COUNT(*) AS n FROM orders WHERE {rest} GROUP BY status"), values)
            .await?
            .iter()
            .map(|row| {
                let n: i64 = col(row, "n")?;
                Ok((status(row, "status", "list")?, u64::try_from(n).unwrap_or(0)))
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        Ok(OrderPageResult { rows, total: u64::try_from(total).unwrap_or(0), by_status })
    }

    pub(crate) async fn read_orders_matching(
        &self,
        filter: &OrderFilter,
        limit: u64,
    ) -> Result<Vec<OrderListRow>, StoreError> {
        let (condition, mut values) = conditions(filter, true);
        values.push(i64::try_from(limit).unwrap_or(i64::MAX).into());
        let sql = format!(
            "SELECT {LIST_COLUMNS} FROM orders WHERE {condition} ORDER BY {} LIMIT ${}",
            sorting(filter.sort),
            values.len()
        );
        self.all(&sql, values).await?.iter().map(list_row).collect()
    }
}

/// Columns of a row of a list.
pub(crate) const LIST_COLUMNS: &str = "id, status, billing_name, billing_email, total_cents, \
    refunded_cents + credit_refunded_cents AS refunded, payment_method, created_at";

const fn sorting(sort: OrderSort) -> &'static str {
    match sort {
        OrderSort::Newest => "id DESC",
        OrderSort::Oldest => "id",
        OrderSort::Highest => "total_cents DESC, id DESC",
        OrderSort::Lowest => "total_cents, id DESC",
        OrderSort::Name => "LOWER(billing_name), id DESC",
    }
}

/// The filter as a condition; `by_status`: with its statuses, else those of all but drafts.
fn conditions(filter: &OrderFilter, by_status: bool) -> (String, Vec<Value>) {
    let mut values: Vec<Value> = Vec::new();
    let mut parts = Vec::new();
    if let Some(from) = filter.from {
        values.push(from.into());
        parts.push(format!("created_at >= ${}", values.len()));
    }
    if let Some(until) = filter.until {
        values.push(until.into());
        parts.push(format!("created_at < ${}", values.len()));
    }
    if !by_status || filter.statuses.is_empty() {
        parts.push("status <> 'checkout-draft'".to_owned());
    } else {
        let start = values.len() + 1;
        parts.push(format!("status IN ({})", crate::db::list(start, filter.statuses.len())));
        values.extend(filter.statuses.iter().map(|s| Value::from(s.as_str())));
    }
    let search = filter.search.trim();
    if !search.is_empty() {
        let pattern = crate::db::contains(search);
        let n = values.len() + 1;
        parts.push(format!(
            "(LOWER(billing_email) LIKE ${n} ESCAPE '\\' OR LOWER(billing_name) LIKE ${n} ESCAPE '\\' OR id = ${})",
            n + 1
        ));
        values.push(pattern.into());
        values.push(search.trim_start_matches('#').parse::<i64>().unwrap_or(-1).into());
    }
    (parts.join(" AND "), values)
}

pub(crate) fn list_row(row: &QueryResult) -> Result<OrderListRow, StoreError> {
    let id: i64 = col(row, "id")?;
    Ok(OrderListRow {
        id: OrderId(id),
        status: status(row, "status", id)?,
        billing_name: col(row, "billing_name")?,
        billing_email: col(row, "billing_email")?,
        total_cents: col(row, "total_cents")?,
        refunded_cents: col(row, "refunded")?,
        payment_method: col(row, "payment_method")?,
        created_at: col(row, "created_at")?,
    })
}

fn order_line(row: &QueryResult, order: OrderId) -> Result<NewOrderLine, StoreError> {
    let content: String = col(row, "content")?;
    Ok(NewOrderLine {
        product_id: ProductId(col(row, "product_id")?),
        stock_product_id: col::<Option<i64>>(row, "stock_product_id")?.map(ProductId),
        backorders_allowed: false,
        quantity: col(row, "quantity")?,
        sku: col(row, "sku")?,
        name: col(row, "name")?,
        places: None,
        content: json(&content, "order_lines", order)?,
    })
}

fn status(row: &QueryResult, name: &str, id: impl ToString) -> Result<OrderStatus, StoreError> {
    let text: String = col(row, name)?;
    OrderStatus::parse(&text).ok_or_else(|| inconsistent("orders", id, "unknown status"))
}
