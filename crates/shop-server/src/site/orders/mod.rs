//! Placed orders: confirmation, documents, downloads, withdrawal, subscriptions and open invoices.

mod account_downloads;
pub(super) mod account_orders;
mod document;
mod download;
mod find_order;
pub(super) mod invoices;
pub(super) mod order_received;
mod subscriptions;
mod withdrawal;

use axum::Router;
use axum::routing::get;

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/checkout/order-received/{id}/", get(to(order_received::show)))
        .route("/ordine/", get(to(find_order::show_order_form)).post(to(find_order::send_order)))
        .route("/recesso/", get(to(find_order::show_withdrawal_form)).post(to(find_order::send_withdrawal)))
        .route("/recesso/{id}/", get(to(withdrawal::show)).post(to(withdrawal::send)))
        .route("/download/{order}/{product}/{file}/", get(to(download::serve)).post(to(download::save_consent)))
        .route("/documento/{order}/{file}", get(to(document::serve)))
        .route("/my-account/orders/", get(to(account_orders::list_first_page)))
        .route("/my-account/orders/{page}/", get(to(account_orders::list)))
        .route("/my-account/view-order/{id}/", get(to(account_orders::show)).post(to(account_orders::act)))
        .route("/my-account/subscriptions/", get(to(subscriptions::list)))
        .route("/my-account/view-subscription/{id}/", get(to(subscriptions::show)).post(to(subscriptions::act)))
        .route("/my-account/downloads/", get(to(account_downloads::show)))
        .route("/my-account/invoices/", get(to(invoices::show)))
}
