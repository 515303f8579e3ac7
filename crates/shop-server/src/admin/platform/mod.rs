//! Dashboard, settings, the mailbox, and the upload and archive helpers.

pub(super) mod dashboard;
pub(super) mod mail;
pub(super) mod mirror;
pub(super) mod settings;
pub(super) mod upload;
pub(super) mod zip;

use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/dashboard", get(to(dashboard::show)))
        .route("/api/admin/settings/{section}", get(to(settings::read)).put(to(settings::change)))
        .route("/api/admin/setting-changes", get(to(settings::changes)))
        .route("/api/admin/payments", get(to(settings::payments)).put(to(settings::change_payments)))
        .route("/api/admin/shipping", get(to(settings::zones)).put(to(settings::change_zones)))
        .route("/api/admin/shipping/trial", post(to(settings::try_address)))
        .route("/api/admin/taxes", get(to(settings::taxes)).put(to(settings::change_taxes)))
        .route("/api/admin/mail", get(to(mail::list)))
        .route("/api/admin/mail/{id}", get(to(mail::detail)))
        .route("/api/admin/mail/{id}/html", get(to(mail::html)))
        .route("/api/admin/mail/{id}/resend", post(to(mail::resend)))
}
