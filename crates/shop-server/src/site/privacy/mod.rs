//! Consent to cookies, analytics, captured e-mail addresses, and the customer's own data.

mod analytics;
mod consent;
mod personal_data;
mod unsubscribe;

use axum::Router;
use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .merge(consent::routes())
        .route("/wp-json/bottega/v1/events", post(to(analytics::events)))
        .route("/wp-json/bottega/v1/purchase", post(to(analytics::purchase)))
        .route("/disiscrizione/{token}/", get(to(unsubscribe::show)).post(to(unsubscribe::unsubscribe)))
        .route("/my-account/privacy/", get(to(personal_data::show)).post(to(personal_data::delete)))
        .route("/my-account/privacy/newsletter/", post(to(personal_data::newsletter)))
        .route("/my-account/privacy/export/", get(to(personal_data::export)))
}
