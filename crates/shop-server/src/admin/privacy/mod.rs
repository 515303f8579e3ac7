//! Consent records, captured e-mails, analytics, order origins, personal data and data breaches.

pub(super) mod analytics;
pub(super) mod breaches;
pub(super) mod captured_emails;
pub(super) mod consents;
pub(super) mod origins;
pub(super) mod personal_data;

use axum::routing::{delete, get, post, put};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/origins", get(to(origins::show)))
        .route("/api/admin/origins/export", get(to(origins::export)))
        .route("/api/admin/consent-services", get(to(consents::services)).put(to(consents::change_services)))
        .route("/api/admin/captured-emails", get(to(captured_emails::list)))
        .route("/api/admin/captured-emails/export", get(to(captured_emails::export)))
        .route("/api/admin/captured-emails/{id}", delete(to(captured_emails::forget)))
        .route("/api/admin/captured-emails/{id}/unsubscribe", post(to(captured_emails::unsubscribe)))
        .route("/api/admin/analytics", get(to(analytics::show)))
        .route("/api/admin/personal-data", get(to(personal_data::list)))
        .route("/api/admin/personal-data/erasures/done", post(to(personal_data::erasure_done)))
        .route("/api/admin/personal-data/breaches", get(to(breaches::list)).post(to(breaches::add)))
        .route("/api/admin/personal-data/breaches/{id}", put(to(breaches::save)))
        .route("/api/admin/consents", get(to(consents::list)))
        .route("/api/admin/consents/export", get(to(consents::export)))
}
