//! Instalments of orders that are paid in parts.

use serde::Serialize;
use shop_core::base::Cents;
use shop_core::orders::OrderStatus;
use shop_services::ports::{InstalmentRecord, OrderRecord};
use utoipa::ToSchema;

/// An instalment, due after the order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderInstalment {
    /// Position among the order's instalments, from 0.
    position: i64,
    /// Formatted as "2026-12-21".
    due: String,
    cents: Cents,
    /// `due`, `awaited` (a bank transfer was announced) or `paid`.
    status: String,
    /// Whether it can now be marked as paid, or that be undone.
    open: bool,
}

/// Returns the instalments of an order.
pub(in crate::admin) fn instalments_of(order: &OrderRecord) -> Vec<OrderInstalment> {
    let ended = matches!(order.status, OrderStatus::Cancelled | OrderStatus::Refunded);
    let view = |one: &InstalmentRecord| OrderInstalment {
        position: one.position,
        due: one.instalment.due.clone(),
        cents: one.instalment.cents,
        status: one.status.as_str().into(),
        open: !ended,
    };
    order.instalments.iter().map(view).collect()
}
