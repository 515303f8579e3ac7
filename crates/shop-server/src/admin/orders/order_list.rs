//! Lists orders and exports them as CSV.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::{day_named, end_of_day, local_day, name_of_day, start_of_day};
use shop_core::base::format::decimal;
use shop_core::base::{Cents, FieldError};
use shop_core::orders::OrderStatus;
use shop_core::orders::payment::BY_INVOICE;
use shop_core::platform::words::{file_texts, order_texts};
use shop_services::Context;
use shop_services::orders::{Orders, status_label};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{OrderFilter, OrderListRow, OrderSort};
use utoipa::{IntoParams, ToSchema};

use super::order::parse_status;
use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};
use crate::platform::csv;

/// Most rows of a CSV file, which is built in memory at about 150 bytes per row.
const MAX_EXPORT: u64 = 20_000;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct OrdersQuery {
    /// Order status; all but drafts if empty.
    status: Option<String>,
    /// The order number, or text contained in the e-mail, the name or the buyer's reference.
    search: Option<String>,
    /// First day in the time zone of Rome, as 2026-12-31.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day in the time zone of Rome, as 2026-12-31.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
    /// Requested delivery day, as 2026-12-31.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    delivery_day: Option<String>,
    /// `newest` (default), `oldest`, `highest`, `lowest` or `name`.
    #[param(pattern = "^(newest|oldest|highest|lowest|name)?$")]
    sort: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of orders.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderList {
    orders: Vec<OrderRow>,
    /// Number of matching orders.
    total: u64,
    page: u64,
    pages: u64,
    /// Number of orders by status among those that match the rest of the query.
    by_status: Vec<StatusCount>,
}

/// An order in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderRow {
    /// Id, which is also the order number.
    id: i64,
    status: String,
    billing_name: String,
    billing_email: String,
    total_cents: Cents,
    /// Payment method as a text.
    payment_title: String,
    /// The buyer's own reference; may be empty.
    buyer_reference: String,
    /// Requested delivery day, as 2026-12-31; empty for as soon as possible.
    delivery_day: String,
    /// Unix time in seconds.
    created_at: i64,
}

/// Number of orders in a status.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct StatusCount {
    status: String,
    count: u64,
}

impl From<(OrderStatus, u64)> for StatusCount {
    fn from((status, count): (OrderStatus, u64)) -> Self {
        Self { status: status.as_str().into(), count }
    }
}

#[utoipa::path(get, path = "/api/admin/orders", params(OrdersQuery),
    responses((status = 200, body = OrderList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(orders): State<Orders>,
    _staff: Staff,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> Result<Json<OrderList>, Refusal> {
    let filter = filter(query)?;
    let found = orders.list_orders(&filter).await?;
    let settings = context.settings().await?;
    Ok(Json(OrderList {
        orders: found.rows.into_iter().map(|row| order_row(row, &settings)).collect(),
        total: found.total,
        page: filter.page,
        pages: page_count(found.total),
        by_status: found.by_status.into_iter().map(StatusCount::from).collect(),
    }))
}

/// Exports all matching orders as CSV.
#[utoipa::path(get, path = "/api/admin/orders/export", params(OrdersQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422, body = Problem)))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(orders): State<Orders>,
    _staff: Staff,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> Result<Response, Refusal> {
    let filter = filter(query)?;
    let rows = orders.orders_matching(&filter, MAX_EXPORT + 1).await?;
    if u64::try_from(rows.len()).unwrap_or(u64::MAX) > MAX_EXPORT {
        return Err(Refusal::too_large(&MAX_EXPORT));
    }
    let settings = context.settings().await?;
    let name = format!("ordini-{}.csv", name_of_day(local_day(context.now())));
    Ok(csv::answer(&name, file(rows, &settings)))
}

fn filter(query: OrdersQuery) -> Result<OrderFilter, Refusal> {
    let given =
        |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let statuses = match given(&query.status) {
        None => Vec::new(),
        Some(text) => vec![parse_status(&text)?],
    };
    let day = |field: &'static str, text: &Option<String>| {
        let named = given(text).map(|text| day_named(&text).ok_or(FieldError::new(field, messages::DATE_INVALID)));
        named.transpose().map_err(Refusal::field)
    };
    let (from, to) = (day("from", &query.from)?, day("to", &query.to)?);
    if let (Some(from), Some(to)) = (from, to)
        && to < from
    {
        return Err(Refusal::field(FieldError::new("to", messages::DATES_REVERSED)));
    }
    let sort = parse_optional_choice("sort", query.sort.as_deref(), OrderSort::parse)?.unwrap_or_default();
    Ok(OrderFilter {
        statuses,
        search: search_text(query.search),
        delivery_day: day("delivery_day", &query.delivery_day)?,
        from: from.map(start_of_day),
        until: to.map(end_of_day),
        sort,
        page: query.page.unwrap_or(1),
        per_page: PER_PAGE,
    })
}

pub(in crate::admin) fn order_row(row: OrderListRow, settings: &ShopSettings) -> OrderRow {
    OrderRow {
        id: row.id.0,
        status: row.status.as_str().into(),
        billing_name: row.billing_name,
        billing_email: row.billing_email,
        total_cents: row.total_cents,
        payment_title: payment_title(row.payment_method, settings),
        buyer_reference: row.buyer_reference,
        delivery_day: row.delivery_day.map(name_of_day).unwrap_or_default(),
        created_at: row.created_at,
    }
}

/// Names the payment method without its days of payment by invoice, which differ between orders.
fn payment_title(method: String, settings: &ShopSettings) -> String {
    if method == BY_INVOICE {
        return order_texts::by_invoice(settings.lang()).to_owned();
    }
    let known = settings.payment_methods.iter().find(|one| one.id == method);
    known.map_or(method, |one| one.title.clone())
}

/// Writes one row per order, with times in Rome and amounts in euro.
fn file(rows: Vec<OrderListRow>, settings: &ShopSettings) -> String {
    let lang = settings.lang();
    let amount = |cents: Cents| decimal(&cents.to_decimal(), lang);
    let row = |row: OrderListRow| {
        vec![
            row.id.to_string(),
            name_of_day(local_day(row.created_at)),
            status_label(row.status, lang).to_owned(),
            row.billing_name.trim().to_owned(),
            row.billing_email,
            payment_title(row.payment_method, settings),
            amount(row.total_cents),
            amount(row.refunded_cents),
            row.buyer_reference,
            row.delivery_day.map(name_of_day).unwrap_or_default(),
        ]
    };
    csv::file(file_texts::orders(lang), rows.into_iter().map(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(from: &str, to: &str, sort: &str) -> OrdersQuery {
        let text = |text: &str| Some(text.to_owned());
        OrdersQuery {
            status: None,
            search: None,
            delivery_day: None,
            from: text(from),
            to: text(to),
            sort: text(sort),
            page: None,
        }
    }

    #[test]
    fn a_list_is_of_whole_days_in_rome() {
        let found = filter(query("2026-03-29", "2026-03-29", "")).unwrap();
        let (from, until) = (found.from.unwrap(), found.until.unwrap());
        assert_eq!(until - from, 23 * 3600, "the day that is short");
        assert_eq!(found.sort, OrderSort::Newest);
    }

    #[test]
    fn refused_values_are_named() {
        for (query, field) in [
            (query("29/03/2026", "", ""), "from"),
            (query("", "2026-02-30", ""), "to"),
            (query("2026-03-02", "2026-03-01", ""), "to"),
            (query("", "", "id; DROP TABLE orders"), "sort"),
        ] {
            let refusal = filter(query).unwrap_err();
            assert_eq!(refusal.errors.first().map(|error| error.field.as_str()), Some(field));
        }
    }
}
