//! Messages of the shop.

use super::View;
use crate::plan::FaultKind;
use crate::world::World;

/// Kinds of the messages that confirm an order to its buyer.
const CONFIRMING: &str =
    "'customer_processing_order', 'customer_on_hold_order', 'customer_completed_order', 'customer_renewal_order'";
/// How late a message may be.
const LATE_S: i64 = 3600;

pub(super) fn confirmed_orders_were_announced(view: &View, world: &World) -> Vec<String> {
    // Deleting an account deletes its messages.
    let deleted = world.with_known(|known| known.perhaps_deleted.clone());
    let silent = |kinds: &str, whom: &str| {
        view.texts(&format!(
            "SELECT billing_email || ': {whom} was not notified of order ' || id || ' (' || status || ')' FROM orders o
             WHERE EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = o.id AND e.to_status IN ('processing', 'on-hold', 'completed'))
             AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.order_id = o.id AND m.kind IN ({kinds}))"
        ))
    };
    let mut wrong = silent(CONFIRMING, "the buyer");
    wrong.extend(silent("'new_order'", "the shop"));
    wrong.retain(|line| !deleted.iter().any(|email| line.starts_with(&format!("{email}:"))));
    wrong
}

pub(super) fn none_is_left(view: &View, world: &World) -> Vec<String> {
    // A server whose clock was ahead may have planned the next try late.
    let slack_s = if world.plan.per_mille(FaultKind::ClockJump) > 0 { 3 * LATE_S } else { 0 };
    let due = world.schedule.now_ms() / 1000 - LATE_S - slack_s;
    view.texts(&format!(
        "SELECT 'message ' || id || ' (' || kind || '), tried ' || attempts || ' times' FROM outbox
         WHERE sent_at IS NULL AND attempts < 10 AND next_attempt_at < {due}"
    ))
}
