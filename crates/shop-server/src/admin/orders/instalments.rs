//! Instalments of orders that are paid in parts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::OrderId;
use shop_core::orders::OrderStatus;
use shop_services::orders::{InstalmentRefusal, Orders};
use shop_services::ports::{InstalmentRecord, OrderRecord};
use utoipa::ToSchema;

use super::order::{OrderDetail, OrderDetails};
use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Body, Ids, Problem, Refusal};

/// An instalment, due after the order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderInstalment {
    /// Position among the order's instalments, from 0.
    position: i64,
    /// Formatted as "2026-12-21".
    due: String,
    cents: i64,
    /// `due`, `awaited` (a bank transfer was announced) or `paid`.
    status: String,
    /// Whether it can now be marked as paid, or that be undone.
    open: bool,
}

/// Whether an instalment was paid.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct InstalmentChange {
    /// `true` to mark it as paid, `false` to undo that.
    paid: bool,
}

/// Marks an instalment as paid and e-mails the buyer, or undoes that.
#[utoipa::path(post, path = "/api/admin/orders/{id}/instalments/{position}",
    request_body = InstalmentChange, params(("id" = i64, Path), ("position" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn book(
    State(details): State<OrderDetails>,
    State(orders): State<Orders>,
    staff: Staff,
    Ids(id, position): Ids,
    Body(change): Body<InstalmentChange>,
) -> Result<Json<OrderDetail>, Refusal> {
    let id = OrderId(id);
    match orders.book_part(id, position, change.paid, &staff.person.username).await? {
        Ok(()) => details.load(id).await,
        Err(InstalmentRefusal::Unknown) => Err(Refusal::not_found()),
        Err(InstalmentRefusal::Changed) => Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_CHANGED)),
    }
}

/// Returns the instalments of an order.
pub(in crate::admin) fn instalments_of(order: &OrderRecord) -> Vec<OrderInstalment> {
    let ended = matches!(order.status, OrderStatus::Cancelled | OrderStatus::Refunded);
    let view = |one: &InstalmentRecord| OrderInstalment {
        position: one.position,
        due: one.instalment.due.clone(),
        cents: one.instalment.cents.0,
        status: one.status.as_str().into(),
        open: !ended,
    };
    order.instalments.iter().map(view).collect()
}
