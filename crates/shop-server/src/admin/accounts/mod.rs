//! Staff logins, the first administrator, and customers.

pub(super) mod auth;
pub(super) mod customers;
pub(super) mod first_admin;

use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/login", post(to(auth::login)))
        .route("/api/admin/logout", post(to(auth::logout)))
        .route("/api/admin/me", get(to(auth::me)))
        .route("/api/admin/customers", get(to(customers::list)))
        .route("/api/admin/customers/{id}", get(to(customers::detail)))
        .route("/api/admin/customers/{id}/role", post(to(customers::set_role)))
        .route("/api/admin/customers/{id}/block", post(to(customers::block)))
        .route("/api/admin/customers/{id}/password-link", post(to(customers::send_password_link)))
}
