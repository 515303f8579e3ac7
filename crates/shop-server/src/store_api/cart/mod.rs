//! The visitor's cart: items, coupons, addresses and shipping rates.

pub(super) mod coupons;
pub(super) mod current_cart;
pub(super) mod items;

use axum::Router;
use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/cart", get(to(current_cart::get)))
        .route("/cart/add-item", post(to(current_cart::add_item)))
        .route("/cart/update-item", post(to(current_cart::update_item)))
        .route("/cart/remove-item", post(to(current_cart::remove_item)))
        .route("/cart/restore-item", post(to(current_cart::restore_item)))
        .route("/cart/update-customer", post(to(current_cart::update_customer)))
        .route("/cart/select-shipping-rate", post(to(current_cart::select_shipping_rate)))
        .route("/cart/apply-coupon", post(to(coupons::apply)))
        .route("/cart/remove-coupon", post(to(coupons::remove)))
        .route("/cart/coupons", get(to(coupons::list)).post(to(coupons::add)).delete(to(coupons::clear)))
        .route("/cart/coupons/{code}", get(to(coupons::one)).delete(to(coupons::delete)))
        .route("/cart/items", get(to(items::list)).post(to(items::add)).delete(to(items::clear)))
        .route("/cart/items/{key}", get(to(items::one)).put(to(items::update)).delete(to(items::remove)))
}
