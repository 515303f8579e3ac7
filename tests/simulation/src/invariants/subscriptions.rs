//! Renewals of subscriptions.

use super::View;

/// Renewals of a weekly box are a week apart, whatever the servers' clocks say, and never a few days.
pub(super) fn are_renewed_once(view: &View) -> Vec<String> {
    view.texts(
        "SELECT 'subscription ' || a.subscription_id || ': orders ' || a.order_id || ' and ' || b.order_id
         FROM subscription_orders a JOIN subscription_orders b ON b.subscription_id = a.subscription_id AND b.order_id > a.order_id
         JOIN orders earlier ON earlier.id = a.order_id JOIN orders later ON later.id = b.order_id
         WHERE b.number IS NOT NULL AND later.created_at - earlier.created_at < 5 * 86400",
    )
}
