//! Orders with their documents, e-invoices, refunds, subscriptions and bookings, and the VAT due on them.

pub(super) mod bookings;
pub(super) mod documents;
pub(super) mod einvoices;
pub(super) mod instalments;
pub(super) mod order;
pub(super) mod order_list;
pub(super) mod refunds;
pub(super) mod subscriptions;
pub(super) mod vat;

use axum::routing::{get, post, put};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/vat", get(to(vat::show)))
        .route("/api/admin/vat/export", get(to(vat::export)))
        .route("/api/admin/bookings", get(to(bookings::list)))
        .route("/api/admin/bookings/export", get(to(bookings::export)))
        .route("/api/admin/orders", get(to(order_list::list)))
        .route("/api/admin/orders/export", get(to(order_list::export)))
        .route("/api/admin/orders/{id}", get(to(order::detail)))
        .route("/api/admin/orders/{id}/status", post(to(order::set_status)))
        .route("/api/admin/orders/{id}/notes", post(to(order::add_note)))
        .route("/api/admin/orders/{id}/invoice", post(to(documents::issue)))
        .route("/api/admin/orders/{id}/documents/{file}", get(to(documents::fetch)))
        .route("/api/admin/orders/{id}/refunds", post(to(refunds::refund)))
        .route("/api/admin/orders/{id}/refunds/preview", post(to(refunds::preview)))
        .route("/api/admin/orders/{id}/refunds/{refund}", post(to(refunds::again)))
        .route("/api/admin/orders/{id}/instalments/{position}", post(to(instalments::book)))
        .route("/api/admin/einvoices", get(to(einvoices::list)))
        .route("/api/admin/einvoices/export", get(to(einvoices::export)))
        .route("/api/admin/einvoices/{id}", get(to(einvoices::detail)))
        .route("/api/admin/einvoices/{id}/file", get(to(einvoices::file)))
        .route("/api/admin/einvoices/{id}/send", post(to(einvoices::send)))
        .route("/api/admin/einvoices/{id}/mark", post(to(einvoices::mark)))
        .route("/api/admin/einvoices/{id}/correction", put(to(einvoices::correct)))
        .route("/api/admin/subscriptions", get(to(subscriptions::list)))
        .route("/api/admin/subscriptions/{id}", get(to(subscriptions::detail)))
        .route("/api/admin/subscriptions/{id}/step", post(to(subscriptions::step)))
}
