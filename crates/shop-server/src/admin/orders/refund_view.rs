//! The refunds of an order as its page shows them: what was refunded, and what can still be.

use serde::Serialize;
use shop_core::base::{Cents, Lang};
use shop_core::orders::refund::{RefundLine, RefundLineForm, RefundProgress, Refundable, check};
use shop_services::orders::refundable;
use shop_services::ports::{OrderRecord, PaymentRecord, RefundRecord};
use utoipa::ToSchema;

/// What can still be refunded of an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OpenRefund {
    left_cents: Cents,
    /// Refundable in money; the rest was paid with store credit and is refunded as credit.
    money_left_cents: Cents,
    /// Refundable through the payment provider; `null` if the order was paid another way.
    gateway_left_cents: Option<Cents>,
    /// Refundable shipping cost.
    shipping_left_cents: Cents,
    lines: Vec<OpenRefundLine>,
    /// Form values that refund everything that can be refunded one way at once.
    everything: WholeRefund,
}

/// A form filled in with everything that can be refunded at once. Amounts are decimals with a dot.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct WholeRefund {
    lines: Vec<WholeRefundLine>,
    shipping: String,
    /// Amount besides lines and shipping, such as fees.
    other: String,
    as_credit: bool,
    by_hand: bool,
    cents: Cents,
    /// Amount that must be refunded another way afterwards.
    rest_cents: Cents,
}

/// A line that is refunded in full.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct WholeRefundLine {
    /// Position in the order, from 0.
    position: i64,
    quantity: String,
    amount: String,
}

/// What can still be refunded of a line.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OpenRefundLine {
    /// Position in the order, from 0.
    position: i64,
    name: String,
    quantity_left: i64,
    /// Whether the line is a booking.
    booked: bool,
    left_cents: Cents,
}

/// A booked refund.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BookedRefund {
    id: i64,
    cents: Cents,
    /// Part that the payment provider failed to refund; it does not count as refunded.
    failed_cents: Cents,
    as_credit: bool,
    /// `requested` (the provider has not responded yet), `pending` (in progress at the bank), `succeeded` or `failed`; empty if the
    /// refund does not go through the provider.
    state: String,
    /// The provider's failure code.
    failure: String,
    restocked: bool,
    /// Booked places that were released.
    persons_freed: i64,
    /// Returned quantities and products.
    returned: Vec<String>,
    reason: String,
    author: String,
    created_at: i64,
}

/// Returns what can still be refunded; `None` if nothing, or if the order is not paid.
pub(in crate::admin) fn open_refund(order: &OrderRecord, payments: &[PaymentRecord]) -> Option<OpenRefund> {
    let facts = refundable(order, payments);
    facts.is_open().then(|| OpenRefund {
        everything: whole_refund(&facts),
        left_cents: facts.refundable_cents(),
        money_left_cents: facts.money_left(),
        gateway_left_cents: facts.by_gateway.map(|left| left.min(facts.money_left())),
        shipping_left_cents: (facts.shipping - facts.shipping_refunded).max(Cents::ZERO),
        lines: facts
            .lines
            .into_iter()
            .map(|line| OpenRefundLine {
                position: line.position,
                booked: usize::try_from(line.position)
                    .ok()
                    .and_then(|n| order.lines.get(n))
                    .is_some_and(|line| line.content.booking.is_some()),
                quantity_left: (line.quantity - line.returned).max(0),
                left_cents: (line.paid - line.refunded).max(Cents::ZERO),
                name: line.name,
            })
            .collect(),
    })
}

fn whole_refund(facts: &Refundable) -> WholeRefund {
    let form = facts.everything();
    let cents = check(&form, facts, Lang::It).map(|refund| refund.total).unwrap_or_default();
    let line = |line: RefundLineForm| WholeRefundLine {
        position: line.position,
        quantity: line.quantity,
        amount: line.amount,
    };
    WholeRefund {
        lines: form.lines.into_iter().map(line).collect(),
        shipping: form.shipping,
        other: form.other,
        as_credit: form.as_credit,
        by_hand: form.by_hand,
        cents,
        rest_cents: facts.refundable_cents() - cents,
    }
}

/// Returns the refunds of an order, oldest first.
pub(in crate::admin) fn booked_refunds(order: &OrderRecord) -> Vec<BookedRefund> {
    let refunds = order.refunds.iter().map(|refund| BookedRefund {
        id: refund.id,
        cents: refund.cents,
        failed_cents: refund.failed,
        as_credit: refund.as_credit,
        state: provider_state(refund).into(),
        failure: refund.parts.iter().rev().map(|part| part.failure.clone()).next().unwrap_or_default(),
        restocked: refund.restocked,
        persons_freed: refund.persons_freed,
        returned: format_returned(order, &refund.lines),
        reason: refund.reason.clone(),
        author: refund.author.clone(),
        created_at: refund.created_at,
    });
    refunds.collect()
}

/// Status of a refund through the provider, which is that of its worst part; empty if it does not go through the provider.
fn provider_state(refund: &RefundRecord) -> &'static str {
    if refund.parts.is_empty() {
        return "";
    }
    if refund.failed > Cents::ZERO {
        return RefundProgress::Failed.as_str();
    }
    // Failed parts were retried or refunded by other means.
    let going = refund.parts.iter().map(|part| part.state).filter(|state| *state != RefundProgress::Failed);
    going.min().map_or("", RefundProgress::as_str)
}

/// Formats returned items: "Olio × 2".
pub(super) fn format_returned(order: &OrderRecord, lines: &[RefundLine]) -> Vec<String> {
    let words = lines.iter().filter(|line| line.quantity > 0).filter_map(|line| {
        let of = order.lines.get(usize::try_from(line.position).ok()?)?;
        Some(format!("{} × {}", of.name, line.quantity))
    });
    words.collect()
}
