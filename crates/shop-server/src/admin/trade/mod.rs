//! Business customers: companies, their roles and prices, offers, conversations, payments received and VAT checks.

pub(super) mod companies;
pub(super) mod conversations;
pub(super) mod message_templates;
pub(super) mod offers;
pub(super) mod receivables;
pub(super) mod roles;
pub(super) mod trade_prices;
pub(super) mod vat_checks;

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post, put};

use crate::admin::platform::upload::body_limit;
use crate::app::forms::posted_form;
use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/vat-checks", get(to(vat_checks::list)))
        .route("/api/admin/vat-checks/{id}/again", post(to(vat_checks::again)))
        .route("/api/admin/offers", get(to(offers::list)).post(to(offers::add)))
        .route("/api/admin/offers/preview", post(to(offers::preview)))
        .route("/api/admin/offers/{id}", get(to(offers::detail)).put(to(offers::save)).delete(to(offers::delete)))
        .route("/api/admin/offers/{id}/send", post(to(offers::send)))
        .route("/api/admin/offers/{id}/withdraw", post(to(offers::withdraw)))
        .route("/api/admin/offers/{id}/duplicate", post(to(offers::duplicate)))
        .route("/api/admin/offers/{id}/offerta.pdf", get(to(offers::document)))
        .route("/api/admin/offer-buyers", get(to(offers::buyers)))
        .route("/api/admin/roles", get(to(roles::list)).post(to(roles::add)))
        .route("/api/admin/roles/{id}", put(to(roles::save)).delete(to(roles::delete)))
        .route("/api/admin/registration-fields", post(to(roles::add_field)))
        .route("/api/admin/registration-fields/{id}", put(to(roles::save_field)).delete(to(roles::delete_field)))
        .route("/api/admin/registration-field-order", put(to(roles::order_fields)))
        .route("/api/admin/companies", get(to(companies::list)))
        .route("/api/admin/companies/{id}", get(to(companies::detail)))
        .route("/api/admin/companies/{id}/state", post(to(companies::decide)))
        .route("/api/admin/companies/{id}/terms", put(to(companies::set_terms)))
        .route("/api/admin/companies/{id}/notes", post(to(companies::add_note)))
        .route("/api/admin/companies/{id}/files/{file}", get(to(companies::file)))
        .route("/api/admin/companies/{id}/account", get(to(receivables::account)))
        .route("/api/admin/companies/{id}/payments", post(to(receivables::record_payment)))
        .route("/api/admin/companies/{id}/payments/{payment}/take-back", post(to(receivables::take_back)))
        .route("/api/admin/conversations", get(to(conversations::list)))
        .route("/api/admin/conversations/unread", get(to(conversations::unread)))
        .route("/api/admin/conversations/{id}", get(to(conversations::detail)))
        .route("/api/admin/conversations/{id}/state", post(to(conversations::set_state)))
        .route("/api/admin/conversations/{id}/files/{file}", get(to(conversations::file)))
        .route("/api/admin/message-templates", get(to(message_templates::list)).post(to(message_templates::add)))
        .route(
            "/api/admin/message-templates/{id}",
            put(to(message_templates::save)).delete(to(message_templates::delete)),
        )
        .route("/api/admin/price-owners", get(to(trade_prices::owners)))
        .route("/api/admin/trade-prices/{owner}", get(to(trade_prices::list)).put(to(trade_prices::change)))
        .route("/api/admin/trade-prices/{owner}/discount", post(to(trade_prices::discount)))
        .merge(upload_routes())
}

/// Routes that accept files, each with a body limit of its own.
fn upload_routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/conversations/{id}/answers", post(to(conversations::answer)))
        .layer(DefaultBodyLimit::max(posted_form::MAX_BODY_BYTES))
        .merge(price_file_routes())
}

fn price_file_routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/trade-prices/{owner}/file", get(to(trade_prices::export)).post(to(trade_prices::import)))
        .layer(body_limit(trade_prices::MAX_FILE_MB))
}
