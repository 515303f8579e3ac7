//! Refunds.

use super::{View, exceeding};
use crate::world::World;

pub(super) fn add_up(view: &View) -> Vec<String> {
    view.texts(
        "SELECT 'order ' || id || ': ' || refunded_cents || ', refunds ' || given FROM
         (SELECT o.id, o.refunded_cents + o.credit_refunded_cents AS refunded_cents,
             COALESCE((SELECT SUM(amount_cents - failed_cents) FROM refunds r WHERE r.order_id = o.id), 0) AS given
          FROM orders o) AS sums
         WHERE refunded_cents <> given",
    )
}

/// Counts the refunds that staff requested, not those begun at the provider or by cancelling an order.
pub(super) fn were_intended(view: &View, world: &World) -> Vec<String> {
    let refunds =
        view.counts("SELECT CAST(order_id AS TEXT), COUNT(*) FROM refunds WHERE request_hash <> '' GROUP BY order_id");
    let intended = world.with_known(|known| known.intended_refunds.clone());
    let more = exceeding(refunds, &intended).into_iter();
    more.map(|(order, count, most)| format!("order {order} has {count} refunds, and {most} were intended")).collect()
}
