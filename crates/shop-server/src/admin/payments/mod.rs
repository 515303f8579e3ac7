//! Captures and releases of authorised payments, and the set-up of the payment provider.

pub(super) mod order_payments;
pub(super) mod payment_setup;

use axum::routing::{get, post, put};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/orders/{id}/capture", post(to(order_payments::capture)))
        .route("/api/admin/orders/{id}/release", post(to(order_payments::release)))
        .route("/api/admin/payment-setup", get(to(payment_setup::show)))
        .route("/api/admin/payment-setup/webhook", post(to(payment_setup::set_up_webhook)))
        .route("/api/admin/payment-setup/domain", post(to(payment_setup::set_up_domain)))
        .route("/api/admin/payment-keys", put(to(payment_setup::change_keys)).delete(to(payment_setup::forget_keys)))
}
