//! Orders that were placed: reading one, and paying one.

pub(super) mod order;

use axum::Router;
use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/checkout/{id}", post(to(order::pay))).route("/order/{id}", get(to(order::get)))
}
