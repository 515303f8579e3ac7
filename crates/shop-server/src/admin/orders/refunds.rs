//! Refunds of an order: what can still be refunded, previews and retries.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use shop_core::base::{Cents, Lang, OrderId};
use shop_core::orders::refund::{RefundForm, RefundLine, RefundLineForm, RefundProgress, Refundable, check};
use shop_services::orders::{Orders, refundable};
use shop_services::payments::{RefundRefusal, RefundRequest, Refunds};
use shop_services::ports::{OrderRecord, PaymentRecord, RefundAgain, RefundRecord};
use utoipa::ToSchema;

use super::order::{OrderDetail, OrderDetails};
use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Ids, Problem, Refusal};
use crate::checkout::hash_payment;

/// What can still be refunded of an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OpenRefund {
    left_cents: i64,
    /// Refundable in money; the rest was paid with store credit and is refunded as credit.
    money_left_cents: i64,
    /// Refundable through the payment provider; `null` if the order was paid another way.
    gateway_left_cents: Option<i64>,
    /// Refundable shipping cost.
    shipping_left_cents: i64,
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
    cents: i64,
    /// Amount that must be refunded another way afterwards.
    rest_cents: i64,
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
    left_cents: i64,
}

/// A booked refund.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BookedRefund {
    id: i64,
    cents: i64,
    /// Part that the payment provider failed to refund; it does not count as refunded.
    failed_cents: i64,
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

/// A refund to book. Amounts are strings in euro; empty ones count as zero.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewRefund {
    #[serde(default)]
    lines: Vec<NewRefundLine>,
    /// Amount of the shipping cost.
    #[serde(default)]
    shipping: String,
    /// Amount besides lines and shipping.
    #[serde(default)]
    other: String,
    #[serde(default)]
    reason: String,
    /// Whether returned items go back into stock.
    #[serde(default)]
    restock: bool,
    /// Whether the places of returned bookings are released.
    #[serde(default)]
    free_places: bool,
    /// Whether to refund as store credit instead of money.
    #[serde(default)]
    as_credit: bool,
    /// Whether the money is refunded outside the payment provider.
    #[serde(default)]
    by_hand: bool,
    /// Number of refunds when the form was filled in. If the order has another one since, nothing is refunded (409).
    refunds_before: Option<usize>,
}

/// Preview of a refund; nothing is saved.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct RefundPreview {
    /// Total with tax.
    cents: i64,
    /// `gateway` (through the payment provider), `by_hand` or `credit`.
    way: String,
    /// Returned quantities and products.
    returned: Vec<String>,
    /// Whether returned items go back into stock.
    restock: bool,
    /// Amount that can still be refunded afterwards.
    left_cents: i64,
}

/// How to retry a failed refund.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct RefundRetry {
    /// `true` if it was refunded by other means; otherwise the provider is called again.
    #[serde(default)]
    by_hand: bool,
}

/// Refund of one line.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewRefundLine {
    /// Position in the order, from 0.
    position: i64,
    /// Quantity; none if empty.
    #[serde(default)]
    quantity: String,
    /// Amount; defaults to the price of the quantity.
    #[serde(default)]
    amount: String,
}

/// Refunds part of an order and e-mails the buyer. When nothing is left to refund, the order becomes refunded.
#[utoipa::path(post, path = "/api/admin/orders/{id}/refunds", request_body = NewRefund, params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Names this refund: sent twice it is given back once.")),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn refund(
    State(details): State<OrderDetails>,
    State(refunds): State<Refunds>,
    staff: Staff,
    Id(id): Id,
    headers: HeaderMap,
    Body(new): Body<NewRefund>,
) -> Result<Json<OrderDetail>, Refusal> {
    let request = idempotency_request(&new, &headers, &staff.person.username);
    let outcome = refunds.refund_order(OrderId(id), &new.into(), &request, &staff.person.username).await?;
    detail_or_refusal(&details, OrderId(id), outcome).await
}

/// Builds the idempotency key of a refund from the `Idempotency-Key` header and the member of staff.
fn idempotency_request(new: &NewRefund, headers: &HeaderMap, staff: &str) -> RefundRequest {
    let key = headers.get("idempotency-key").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let hash = if key.trim().is_empty() { String::new() } else { hash_payment(staff, key, &[]) };
    RefundRequest { refunds_before: new.refunds_before, hash }
}

/// Previews a refund for the confirmation dialog. Nothing is saved.
#[utoipa::path(post, path = "/api/admin/orders/{id}/refunds/preview",
    request_body = NewRefund, params(("id" = i64, Path)), responses((status = 200, body = RefundPreview)))]
pub(in crate::admin) async fn preview(
    State(orders): State<Orders>,
    State(refunds): State<Refunds>,
    _staff: Staff,
    Id(id): Id,
    Body(new): Body<NewRefund>,
) -> Result<Json<RefundPreview>, Refusal> {
    let (refund, left) = refunds.preview_refund(OrderId(id), &new.into()).await?.map_err(to_refusal)?;
    let order = orders.order(OrderId(id)).await?.ok_or_else(Refusal::not_found)?;
    let way = match (refund.as_credit, refund.by_gateway) {
        (true, _) => "credit",
        (false, true) => "gateway",
        (false, false) => "by_hand",
    };
    let returned = format_returned(&order, &refund.lines);
    Ok(Json(RefundPreview {
        cents: refund.total.0,
        way: way.into(),
        restock: refund.restock && !returned.is_empty(),
        returned,
        left_cents: left.0,
    }))
}

impl From<NewRefund> for RefundForm {
    fn from(new: NewRefund) -> Self {
        let line = |line: NewRefundLine| RefundLineForm {
            position: line.position,
            quantity: line.quantity,
            amount: line.amount,
        };
        Self {
            lines: new.lines.into_iter().map(line).collect(),
            shipping: new.shipping,
            other: new.other,
            reason: new.reason,
            restock: new.restock,
            free_places: new.free_places,
            as_credit: new.as_credit,
            by_hand: new.by_hand,
        }
    }
}

/// Retries the failed parts of a refund.
#[utoipa::path(post, path = "/api/admin/orders/{id}/refunds/{refund}",
    request_body = RefundRetry, params(("id" = i64, Path), ("refund" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn again(
    State(details): State<OrderDetails>,
    State(refunds): State<Refunds>,
    staff: Staff,
    Ids(id, refund): Ids,
    Body(retry): Body<RefundRetry>,
) -> Result<Json<OrderDetail>, Refusal> {
    let how = if retry.by_hand { RefundAgain::ByHand } else { RefundAgain::Gateway };
    let outcome = refunds.refund_again(OrderId(id), refund, how, &staff.person.username).await?;
    detail_or_refusal(&details, OrderId(id), outcome).await
}

async fn detail_or_refusal(
    details: &OrderDetails,
    id: OrderId,
    outcome: Result<(), RefundRefusal>,
) -> Result<Json<OrderDetail>, Refusal> {
    match outcome {
        Ok(()) => details.load(id).await,
        Err(refusal) => Err(to_refusal(refusal)),
    }
}

fn to_refusal(refusal: RefundRefusal) -> Refusal {
    match refusal {
        RefundRefusal::Unknown => Refusal::not_found(),
        RefundRefusal::Fields(errors) => Refusal::fields(errors),
        RefundRefusal::Changed => Refusal::new(StatusCode::CONFLICT, messages::ORDER_CHANGED),
    }
}

/// Returns what can still be refunded; `None` if nothing, or if the order is not paid.
pub(in crate::admin) fn open_refund(order: &OrderRecord, payments: &[PaymentRecord]) -> Option<OpenRefund> {
    let facts = refundable(order, payments);
    facts.is_open().then(|| OpenRefund {
        everything: whole_refund(&facts),
        left_cents: facts.left().0,
        money_left_cents: facts.money_left().0,
        gateway_left_cents: facts.by_gateway.map(|left| left.min(facts.money_left()).0),
        shipping_left_cents: (facts.shipping - facts.shipping_refunded).0.max(0),
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
                left_cents: (line.paid - line.refunded).0.max(0),
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
        cents: cents.0,
        rest_cents: (facts.left() - cents).0,
    }
}

/// Formats returned items: "Olio × 2".
fn format_returned(order: &OrderRecord, lines: &[RefundLine]) -> Vec<String> {
    let words = lines.iter().filter(|line| line.quantity > 0).filter_map(|line| {
        let of = order.lines.get(usize::try_from(line.position).ok()?)?;
        Some(format!("{} × {}", of.name, line.quantity))
    });
    words.collect()
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

/// Returns the refunds of an order, oldest first.
pub(in crate::admin) fn booked_refunds(order: &OrderRecord) -> Vec<BookedRefund> {
    let refunds = order.refunds.iter().map(|refund| BookedRefund {
        id: refund.id,
        cents: refund.cents.0,
        failed_cents: refund.failed.0,
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
