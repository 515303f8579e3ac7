//! Coupons and store credit.

pub(super) mod coupons;
pub(super) mod credits;

use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/coupons", get(to(coupons::list)).post(to(coupons::add)))
        .route("/api/admin/coupons/bulk", post(to(coupons::bulk)))
        .route("/api/admin/coupons/{id}", get(to(coupons::detail)).put(to(coupons::save)).delete(to(coupons::delete)))
        .route("/api/admin/coupons/{id}/duplicate", post(to(coupons::duplicate)))
        .route("/api/admin/credits", get(to(credits::list)).post(to(credits::issue)))
        .route("/api/admin/credits/{id}", get(to(credits::detail)))
        .route("/api/admin/credits/{id}/withdraw", post(to(credits::withdraw)))
}
