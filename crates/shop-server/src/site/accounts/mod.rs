//! The account page: login, registration, password, details and addresses, and the frame that pages of other subjects share.

pub(super) mod access;
pub(super) mod account_page;
mod addresses;
pub(super) mod attempt_limits;
pub(super) mod details;
pub(super) mod login;
mod password;
pub(super) mod registration;
pub(super) mod upload_form;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    upload_routes()
        .route("/my-account/customer-logout/", post(to(login::log_out)))
        .route("/my-account/confirm/", get(to(login::confirm)))
        .route("/my-account/lost-password/", get(to(password::show)).post(to(password::send)))
        .route("/my-account/edit-address/", get(to(addresses::list)))
        .route("/my-account/edit-address/{kind}/", get(to(addresses::show)).post(to(addresses::save)))
        .route("/my-account/edit-account/", get(to(details::show)).post(to(details::save)))
}

/// Routes whose registration form may upload files.
fn upload_routes() -> Router<AppState> {
    Router::new()
        .route("/my-account/", get(to(login::show)).post(to(login::send)))
        .layer(DefaultBodyLimit::max(upload_form::MAX_FORM_BYTES))
}
