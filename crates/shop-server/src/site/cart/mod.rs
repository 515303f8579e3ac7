//! The cart page, its plain form, and the customer's store credit.

pub(in crate::site) mod cart_request;
mod credit;
pub(super) mod form;
pub(super) mod offers;
pub(super) mod page;
mod price_report;

use axum::Router;
use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/cart/", get(to(page::show)).post(to(form::update)))
        .route("/api/cart/offers", get(to(offers::show)))
        .route("/my-account/store-credit/", get(to(credit::show)))
        .route("/price-report", post(to(price_report::price_report)))
}
