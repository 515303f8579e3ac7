//! The checkout: the draft of an order, and placing it.

mod error_response;
pub(super) mod express;
pub(super) mod request_body;
pub(super) mod submission;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![submission::get, submission::put, submission::post]
}
