//! Detects a payment form that was posted before: its response may have been lost, and posting it again must not make the order's next
//! payment.

use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::InstalmentStatus;
use shop_services::Context;
use shop_services::orders::next_part;
use shop_services::payments::{Payments, REPEATED_WITHIN_S};
use shop_services::ports::{InstalmentRecord, OrderRecord, StoreError};

use crate::app::forms::form_fields::Pairs;

/// Field with the position of the instalment that the form pays; empty when it pays the order itself.
const FIELD: &str = "instalment";

/// The payment that a form makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PaymentTarget {
    /// The order itself, or its instalment at a position.
    Part(Option<i64>),
    /// The form was posted before, and its payment has been made.
    Repeated,
    /// The named payment cannot be made now.
    Closed,
}

/// Resolves which payment a form makes. Forms of other themes name none: they make the next one, unless an identical request made a
/// payment within a day.
pub(super) async fn resolve_target(
    context: &Context,
    payments: &Payments,
    order: &OrderRecord,
    posted: &Pairs,
    request_hash: &str,
) -> Result<PaymentTarget, StoreError> {
    let next = next_part(order).map(|part| part.position);
    let Some(named) = posted.get(FIELD) else {
        let now = context.now();
        let method = posted.get("payment_method").unwrap_or_default();
        let repeated = has_announced(order, method, now - REPEATED_WITHIN_S)
            || payments.is_repeated(order.id, request_hash).await?;
        return Ok(if repeated { PaymentTarget::Repeated } else { PaymentTarget::Part(next) });
    };
    let named = named.parse().ok();
    Ok(match named {
        None if order.needs_payment() => PaymentTarget::Part(None),
        None if is_paid_or_on_hold(order.status) => PaymentTarget::Repeated,
        Some(_) if named == next => PaymentTarget::Part(named),
        Some(position) if is_paid_or_announced(order, position) => PaymentTarget::Repeated,
        _ => PaymentTarget::Closed,
    })
}

/// Whether the order is paid, or its bank transfer is expected.
const fn is_paid_or_on_hold(status: OrderStatus) -> bool {
    matches!(status, OrderStatus::Processing | OrderStatus::Completed | OrderStatus::OnHold)
}

fn is_paid_or_announced(order: &OrderRecord, position: i64) -> bool {
    order.instalments.iter().any(|part| part.position == position && part.status != InstalmentStatus::Due)
}

/// Whether an instalment was announced with this method since a point in time.
fn has_announced(order: &OrderRecord, method: &str, since: i64) -> bool {
    let is_announced = |part: &InstalmentRecord| {
        part.status == InstalmentStatus::Awaited && part.method == method && part.changed_at >= since
    };
    order.instalments.iter().any(is_announced)
}
