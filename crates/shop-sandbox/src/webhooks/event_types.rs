//! Event types that a webhook endpoint can subscribe to, as Stripe documents them for API version 2024-06-20, limited to the
//! objects that a shop's payments use.

use crate::http::error::{ApiError, ApiResult};

const TYPES: &[&str] = &[
    "*",
    "charge.captured",
    "charge.dispute.closed",
    "charge.dispute.created",
    "charge.dispute.funds_reinstated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.updated",
    "charge.expired",
    "charge.failed",
    "charge.pending",
    "charge.refund.updated",
    "charge.refunded",
    "charge.succeeded",
    "charge.updated",
    "customer.created",
    "customer.deleted",
    "customer.updated",
    "mandate.updated",
    "payment_intent.amount_capturable_updated",
    "payment_intent.canceled",
    "payment_intent.created",
    "payment_intent.partially_funded",
    "payment_intent.payment_failed",
    "payment_intent.processing",
    "payment_intent.requires_action",
    "payment_intent.succeeded",
    "payment_method.attached",
    "payment_method.automatically_updated",
    "payment_method.detached",
    "payment_method.updated",
    "payout.failed",
    "payout.paid",
    "radar.early_fraud_warning.created",
    "refund.created",
    "refund.updated",
    "review.closed",
    "review.opened",
    "setup_intent.canceled",
    "setup_intent.created",
    "setup_intent.requires_action",
    "setup_intent.setup_failed",
    "setup_intent.succeeded",
];

/// Rejects unknown and duplicate event types.
pub(crate) fn check_types(kinds: &[String]) -> ApiResult<()> {
    for (at, kind) in kinds.iter().enumerate() {
        let param = format!("enabled_events[{at}]");
        if !TYPES.contains(&kind.as_str()) {
            let why = format!("Invalid enabled_events[{at}]: must be one of the event types, not {kind}.");
            return Err(ApiError::param(&param, "parameter_invalid", why));
        }
        if kinds.iter().take(at).any(|before| before == kind) {
            return Err(ApiError::param(&param, "parameter_invalid", format!("{kind} is named twice.")));
        }
    }
    Ok(())
}
