//! Recognises a payment form that was sent before: its response may have been lost, and the next payment of the order must not be
//! made in its place.

use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::InstalmentStatus;
use shop_services::orders::next_part;
use shop_services::payments::REPEATED_WITHIN_S;
use shop_services::ports::{InstalmentRecord, OrderRecord, StoreError};

use crate::app::pairs::Pairs;
use crate::app::state::AppState;

/// Field with the position of the later payment that the form pays; empty: it pays the order itself.
const FIELD: &str = "instalment";

/// The payment that a form makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pays {
    /// The order itself, or its later payment at a position.
    Part(Option<i64>),
    /// The form was sent before, and its payment is made.
    Repeated,
    /// The payment that it names cannot be made now.
    Closed,
}

/// Reads which payment a form makes. Forms of other themes name none: they make the next one, unless an identical request made one
/// within a day.
pub(super) async fn read_payment(
    state: &AppState,
    order: &OrderRecord,
    posted: &Pairs,
    request_hash: &str,
) -> Result<Pays, StoreError> {
    let next = next_part(order).map(|part| part.position);
    let Some(named) = posted.get(FIELD) else {
        let now = state.shop.context.now();
        let method = posted.get("payment_method").unwrap_or_default();
        let repeated = has_awaited(order, method, now - REPEATED_WITHIN_S)
            || state.shop.payments.is_repeated(order.id, request_hash).await?;
        return Ok(if repeated { Pays::Repeated } else { Pays::Part(next) });
    };
    let named = named.parse().ok();
    Ok(match named {
        None if order.needs_payment() => Pays::Part(None),
        None if is_ordered(order.status) => Pays::Repeated,
        Some(_) if named == next => Pays::Part(named),
        Some(position) if is_made(order, position) => Pays::Repeated,
        _ => Pays::Closed,
    })
}

/// Whether the order was paid, or its transfer is awaited.
const fn is_ordered(status: OrderStatus) -> bool {
    matches!(status, OrderStatus::Processing | OrderStatus::Completed | OrderStatus::OnHold)
}

fn is_made(order: &OrderRecord, position: i64) -> bool {
    order.instalments.iter().any(|part| part.position == position && part.status != InstalmentStatus::Due)
}

/// Whether a later payment was announced by this method since a moment.
fn has_awaited(order: &OrderRecord, method: &str, since: i64) -> bool {
    let awaited = |part: &InstalmentRecord| {
        part.status == InstalmentStatus::Awaited && part.method == method && part.changed_at >= since
    };
    order.instalments.iter().any(awaited)
}
