//! Pages for companies: their data, sub-accounts, approvals, quotes, offers, conversations, purchase lists, bulk and standing orders.

mod approvals;
mod bulk_order;
mod bulk_rows;
mod company;
mod company_addresses;
mod conversations;
mod offers;
mod price_list;
mod purchase_lists;
pub(super) mod quote_form;
mod standing_orders;
mod subaccounts;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::app::forms::posted_form::MAX_BODY_BYTES;
use crate::app::routing::to;
use crate::app::state::AppState;
use crate::site::accounts::upload_form::MAX_FORM_BYTES;

pub(super) fn routes() -> Router<AppState> {
    company_routes()
        .merge(conversation_routes())
        .route("/my-account/offers/", get(to(offers::list_first_page)).post(to(offers::take)))
        .route("/my-account/offers/{page}/", get(to(offers::list)))
        .route("/my-account/offers/{page}/offerta.pdf", get(to(offers::document)))
        .route("/my-account/company/address/", get(to(company_addresses::add)).post(to(company_addresses::save_new)))
        .route("/my-account/company/address/{at}/", get(to(company_addresses::edit)).post(to(company_addresses::save)))
        .route("/my-account/price-list.csv", get(to(price_list::csv_file)))
        .route("/my-account/price-list.pdf", get(to(price_list::pdf_file)))
        .route("/my-account/bulkorder/", get(to(bulk_order::show)).post(to(bulk_order::send)))
        .route("/my-account/bulkorder/paste/", post(to(bulk_order::paste)))
        .route("/api/bulk-order/lines", post(to(bulk_order::lines)))
        .route("/my-account/purchase-lists/", get(to(purchase_lists::list)))
        .route("/my-account/purchase-lists/{id}/", get(to(purchase_lists::show)).post(to(purchase_lists::act)))
        .route("/my-account/purchase-lists/i18n/{file}", get(to(purchase_lists::texts)))
        .route("/my-account/standing-orders/", get(to(standing_orders::list)).post(to(standing_orders::create)))
        .route("/my-account/standing-orders/{id}/", get(to(standing_orders::show)).post(to(standing_orders::act)))
        .route("/my-account/subaccounts/", get(to(subaccounts::list)).post(to(subaccounts::create)))
        .route("/my-account/subaccounts/{id}/", get(to(subaccounts::show)).post(to(subaccounts::act)))
        .route("/my-account/approvals/", get(to(approvals::list)).post(to(approvals::act)))
}

/// The company's form, which may upload registration files.
fn company_routes() -> Router<AppState> {
    Router::new()
        .route("/my-account/company/", get(to(company::show)).post(to(company::save)))
        .layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
}

/// The conversations' forms, which may upload attachments.
fn conversation_routes() -> Router<AppState> {
    Router::new()
        .route("/my-account/conversation/", get(to(conversations::list)).post(to(conversations::start)))
        .route("/my-account/conversation/{id}/", get(to(conversations::show)).post(to(conversations::reply)))
        .route("/my-account/conversation/{id}/file/{file}/", get(to(conversations::file)))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}
