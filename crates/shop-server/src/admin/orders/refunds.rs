//! Refunds of an order: what can still be refunded, previews and retries.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use shop_core::base::{Cents, OrderId};
use shop_core::orders::refund::{RefundForm, RefundLineForm};
use shop_services::orders::Orders;
use shop_services::payments::{RefundError, RefundRequest, Refunds};
use shop_services::ports::RefundAgain;
use utoipa::ToSchema;

use super::order::{OrderDetail, OrderDetails};
use super::refund_view::format_returned;
use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Ids, Problem, Refusal};
use crate::checkout::hash_payment;

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
    cents: Cents,
    /// `gateway` (through the payment provider), `by_hand` or `credit`.
    way: String,
    /// Returned quantities and products.
    returned: Vec<String>,
    /// Whether returned items go back into stock.
    restock: bool,
    /// Amount that can still be refunded afterwards.
    left_cents: Cents,
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
    refunds.refund_order(OrderId(id), &new.into(), &request, &staff.person.username).await?;
    details.load(OrderId(id)).await
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
    let (refund, left) = refunds.preview_refund(OrderId(id), &new.into()).await?;
    let order = orders.order(OrderId(id)).await?.ok_or_else(Refusal::not_found)?;
    let way = match (refund.as_credit, refund.by_gateway) {
        (true, _) => "credit",
        (false, true) => "gateway",
        (false, false) => "by_hand",
    };
    let returned = format_returned(&order, &refund.lines);
    Ok(Json(RefundPreview {
        cents: refund.total,
        way: way.into(),
        restock: refund.restock && !returned.is_empty(),
        returned,
        left_cents: left,
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
    refunds.refund_again(OrderId(id), refund, how, &staff.person.username).await?;
    details.load(OrderId(id)).await
}

impl From<RefundError> for Refusal {
    fn from(error: RefundError) -> Self {
        match error {
            RefundError::Unknown => Self::not_found(),
            RefundError::Fields(errors) => Self::fields(errors),
            RefundError::Changed => Self::new(StatusCode::CONFLICT, messages::ORDER_CHANGED),
            RefundError::Store(error) => error.into(),
        }
    }
}
