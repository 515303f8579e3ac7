//! Paying a placed order, returning from the provider's page, and saved payment methods.

mod apple_pay;
mod change_payment;
mod order_pay;
mod order_pay_repeat;
pub(super) mod provider_return;
mod saved_methods;

use axum::Router;
use axum::routing::get;

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/checkout/order-pay/{id}/", get(to(order_pay::show)).post(to(order_pay::pay)))
        .route("/my-account/payment-methods/", get(to(saved_methods::list)).post(to(saved_methods::act)))
        .route("/my-account/add-payment-method/", get(to(saved_methods::add)))
        .route("/my-account/change-payment-method/{id}/", get(to(change_payment::show)).post(to(change_payment::act)))
        .route("/.well-known/apple-developer-merchantid-domain-association", get(to(apple_pay::domain_association)))
}
