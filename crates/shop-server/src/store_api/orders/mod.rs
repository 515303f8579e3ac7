//! Orders that were placed: reading one, and paying one.

pub(super) mod additions;
pub(super) mod order;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![order::pay, order::get]
}
