//! The first page: how the shop is doing.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shop_core::base::calendar::name_of_day;
use shop_core::base::{Half, round_div};
use shop_services::platform::dashboard::{Dashboard, DayRevenue};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::orders::order_list::{OrderRow, StatusCount, order_row};
use crate::admin::problem::Refusal;
use crate::app::state::AppState;

/// How the shop is doing. Revenue is money in minus money out: totals of paid orders on the day on which they were placed, with
/// tax and delivery, less refunds in money on the day on which they were booked. Store credit is no money.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct DashboardView {
    /// The last thirty days, oldest first, today last.
    days: Vec<DayView>,
    /// The thirty days before them.
    before: Vec<DayView>,
    /// Sums of the two spans.
    recent: SpanSum,
    earlier: SpanSum,
    /// How much the revenue grew, in per cent; `null` when there was none before.
    change_percent: Option<i64>,
    /// Orders by status.
    by_status: Vec<StatusCount>,
    /// What sold best in the last thirty days.
    best_sellers: Vec<BestSellerRow>,
    /// What runs short, least first, sold out ones last.
    low_stock: Vec<LowStockRow>,
    /// How many products and variations run short.
    low_stock_count: usize,
    /// Paid orders to be sent, oldest first.
    to_send: Vec<OrderRow>,
    /// Reviews to be read.
    reviews_waiting: u64,
    /// Comments to be read.
    comments_waiting: u64,
    /// A mail server is set; without one no message leaves the shop.
    mail_server: bool,
}

/// A day in Rome.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct DayView {
    /// Formatted as 2026-12-31.
    day: String,
    /// Paid orders placed on it.
    orders: i64,
    /// Below zero when more was given back than received.
    revenue_cents: i64,
}

/// Sums of a span.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SpanSum {
    orders: i64,
    revenue_cents: i64,
}

/// A product that sells well.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BestSellerRow {
    product_id: i64,
    name: String,
    pieces: i64,
}

/// A product or variation of which few are left.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct LowStockRow {
    /// Product whose page holds it.
    product_id: i64,
    name: String,
    quantity: i64,
}

/// How the shop is doing now.
#[utoipa::path(get, path = "/api/admin/dashboard", responses((status = 200, body = DashboardView)))]
pub(in crate::admin) async fn show(
    State(state): State<AppState>,
    _staff: Staff,
) -> Result<Json<DashboardView>, Refusal> {
    let Dashboard { days, before, by_status, best, short, short_count, to_send, reviews_waiting, comments_waiting } =
        state.shop.reports.dashboard().await?;
    let settings = state.shop.context.settings().await?;
    let (recent, earlier) = (sum(&days), sum(&before));
    Ok(Json(DashboardView {
        change_percent: grown(earlier.revenue_cents, recent.revenue_cents),
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
        mail_server: state.config.has_mail_server(),
    }))
}

fn day(one: &DayRevenue) -> DayView {
    DayView { day: name_of_day(one.day), orders: one.orders, revenue_cents: one.revenue.0 }
}

/// Per cent by which an amount above zero grew.
fn grown(before: i64, now: i64) -> Option<i64> {
    let more = i128::from(now) - i128::from(before);
    (before > 0).then(|| round_div(more * 100, i128::from(before), Half::Up))
}

fn sum(days: &[DayRevenue]) -> SpanSum {
    SpanSum {
        orders: days.iter().map(|one| one.orders).sum(),
        revenue_cents: days.iter().map(|one| one.revenue.0).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_told_only_from_something() {
        assert_eq!(grown(10_000, 11_250), Some(13));
        assert_eq!(grown(10_000, 0), Some(-100));
        assert_eq!([grown(0, 500), grown(-5, 500)], [None, None]);
    }
}
