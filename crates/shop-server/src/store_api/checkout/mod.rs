//! The checkout: the draft of an order, and placing it.

mod error_response;
pub(super) mod express;
pub(super) mod request_body;
pub(super) mod submission;

use axum::Router;
use axum::routing::get;

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route(
        "/checkout",
        get(to(submission::get)).put(to(submission::put)).patch(to(submission::put)).post(to(submission::post)),
    )
}
