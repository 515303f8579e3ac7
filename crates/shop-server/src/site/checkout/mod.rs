//! The checkout page and its plain form.

mod form;
mod page;

use axum::Router;
use axum::routing::get;

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/checkout/", get(to(page::show)).post(to(form::place)))
}
