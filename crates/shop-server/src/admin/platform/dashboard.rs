//! The dashboard: revenue, orders, stock and pending work.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shop_core::base::calendar::name_of_day;
use shop_core::base::{Cents, Half, round_div};
use shop_services::Context;
use shop_services::platform::dashboard::{Dashboard, DayRevenue, Reports};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::orders::order_list::{OrderRow, StatusCount, order_row};
use crate::admin::problem::Refusal;
use crate::platform::config::Config;

/// Key figures of the shop. Revenue is the total of paid orders on the day they were placed, including tax and shipping, less
/// refunds in money on the day they were booked. Store credit does not count as money.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct DashboardView {
    /// Last thirty days, oldest first, ending today.
    days: Vec<DayView>,
    /// The preceding thirty days.
    before: Vec<DayView>,
    /// Totals of the last thirty days.
    recent: SpanSum,
    earlier: SpanSum,
    /// Revenue growth in per cent; `null` without earlier revenue.
    change_percent: Option<i64>,
    /// Number of orders by status.
    by_status: Vec<StatusCount>,
    /// Best-selling products of the last thirty days.
    best_sellers: Vec<BestSellerRow>,
    /// Products low in stock, lowest first, sold-out ones last.
    low_stock: Vec<LowStockRow>,
    /// Number of products and variations low in stock.
    low_stock_count: usize,
    /// Paid orders to ship, oldest first.
    to_send: Vec<OrderRow>,
    /// Reviews awaiting moderation.
    reviews_waiting: u64,
    /// Comments awaiting moderation.
    comments_waiting: u64,
    /// Whether a mail server is configured; without one no e-mail leaves the shop.
    mail_server: bool,
}

/// Figures of one day, in the time zone of Rome.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct DayView {
    /// Date as 2026-12-31.
    day: String,
    /// Paid orders placed that day.
    orders: i64,
    /// Negative when refunds exceed payments.
    revenue_cents: Cents,
}

/// Totals of a time span.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SpanSum {
    orders: i64,
    revenue_cents: Cents,
}

/// A best-selling product.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BestSellerRow {
    product_id: i64,
    name: String,
    pieces: i64,
}

/// A product or variation low in stock.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct LowStockRow {
    /// Product that the variation belongs to, or the product itself.
    product_id: i64,
    name: String,
    quantity: i64,
}

/// Returns the current key figures.
#[utoipa::path(get, path = "/api/admin/dashboard", responses((status = 200, body = DashboardView)))]
pub(in crate::admin) async fn show(
    State(context): State<Arc<Context>>,
    State(reports): State<Reports>,
    State(config): State<Arc<Config>>,
    _staff: Staff,
) -> Result<Json<DashboardView>, Refusal> {
    let Dashboard { days, before, by_status, best, short, short_count, to_send, reviews_waiting, comments_waiting } =
        reports.dashboard().await?;
    let settings = context.settings().await?;
    let (recent, earlier) = (sum(&days), sum(&before));
    Ok(Json(DashboardView {
        change_percent: growth_percent(earlier.revenue_cents, recent.revenue_cents),
        recent,
        earlier,
        days: days.iter().map(day).collect(),
        before: before.iter().map(day).collect(),
        by_status: by_status.into_iter().map(StatusCount::from).collect(),
        best_sellers: best
            .into_iter()
            .map(|one| BestSellerRow { product_id: one.product_id.0, name: one.name, pieces: one.pieces })
            .collect(),
        low_stock: short
            .into_iter()
            .map(|one| LowStockRow { product_id: one.product_id.0, name: one.name, quantity: one.quantity })
            .collect(),
        low_stock_count: short_count,
        to_send: to_send.into_iter().map(|row| order_row(row, &settings)).collect(),
        reviews_waiting,
        comments_waiting,
        mail_server: config.has_mail_server(),
    }))
}

fn day(one: &DayRevenue) -> DayView {
    DayView { day: name_of_day(one.day), orders: one.orders, revenue_cents: one.revenue }
}

/// Growth in per cent of a positive amount.
fn growth_percent(before: Cents, now: Cents) -> Option<i64> {
    let more = i128::from(now.0) - i128::from(before.0);
    (before > Cents::ZERO).then(|| round_div(more * 100, i128::from(before.0), Half::Up))
}

fn sum(days: &[DayRevenue]) -> SpanSum {
    SpanSum { orders: days.iter().map(|one| one.orders).sum(), revenue_cents: days.iter().map(|one| one.revenue).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_needs_an_earlier_amount() {
        assert_eq!(growth_percent(Cents(10_000), Cents(11_250)), Some(13));
        assert_eq!(growth_percent(Cents(10_000), Cents(0)), Some(-100));
        assert_eq!([growth_percent(Cents(0), Cents(500)), growth_percent(Cents(-5), Cents(500))], [None, None]);
    }
}
