//! What was given back.

use super::View;
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

/// Of those that staff asked for: the provider's own and those of a given-up order are nobody's wish.
pub(super) fn were_meant(view: &View, world: &World) -> Vec<String> {
    let made =
        view.counts("SELECT CAST(order_id AS TEXT), COUNT(*) FROM refunds WHERE request_hash <> '' GROUP BY order_id");
    let meant = world.with_known(|known| known.refunds_meant.clone());
    let more = made.into_iter().filter_map(|(order, count)| {
        let most = meant.get(&order).copied().unwrap_or_default();
        (u64::try_from(count).unwrap_or_default() > most)
            .then(|| format!("order {order} has {count} refunds, and {most} were meant"))
    });
    more.collect()
}
