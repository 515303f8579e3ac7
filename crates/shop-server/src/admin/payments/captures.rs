//! Captures and releases authorised amounts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use shop_core::base::OrderId;
use shop_services::payments::{CaptureError, Captures};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::orders::order::{OrderDetail, OrderDetails};
use crate::admin::problem::{Body, Id, Problem, Refusal};

/// Amount to capture.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct Capture {
    /// Amount in euro; defaults to all. A partial capture releases the rest and lowers the order's total.
    #[serde(default)]
    amount: String,
}

/// Captures an authorised amount in full or in part.
#[utoipa::path(post, path = "/api/admin/orders/{id}/capture", request_body = Capture, params(("id" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn capture(
    State(details): State<OrderDetails>,
    State(captures): State<Captures>,
    staff: Staff,
    Id(id): Id,
    Body(body): Body<Capture>,
) -> Result<Json<OrderDetail>, Refusal> {
    let id = OrderId(id);
    captures.capture_payment(id, &body.amount, &staff.person.username).await?;
    details.load(id).await
}

/// Releases an authorised amount. The order is cancelled.
#[utoipa::path(post, path = "/api/admin/orders/{id}/release", params(("id" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn release(
    State(details): State<OrderDetails>,
    State(captures): State<Captures>,
    staff: Staff,
    Id(id): Id,
) -> Result<Json<OrderDetail>, Refusal> {
    let id = OrderId(id);
    captures.release_payment(id, &staff.person.username).await?;
    details.load(id).await
}

impl From<CaptureError> for Refusal {
    fn from(error: CaptureError) -> Self {
        let conflict = |code| Self::new(StatusCode::CONFLICT, code);
        match error {
            CaptureError::Unknown => Self::not_found(),
            CaptureError::Field(error) => Self::field(*error),
            CaptureError::NothingOpen => conflict(messages::CAPTURE_NOTHING),
            CaptureError::Refused(why) => conflict(messages::CAPTURE_REFUSED).with("reason", &why),
            CaptureError::InDoubt => conflict(messages::PAYMENT_IN_DOUBT),
            CaptureError::Store(error) => error.into(),
        }
    }
}
