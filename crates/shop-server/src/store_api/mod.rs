//! The public store API, version 1: `/wp-json/wc/store/v1/…`. Thin adapters over the services; the shapes are in
//! `shop_core::store_api`.

mod arguments;
mod batch;
mod cart;
mod checkout;
mod checkout_body;
mod checkout_refusal;
mod collection;
mod coupons;
mod error;
mod express;
mod extract;
mod items;
mod list_query;
mod openapi;
mod order;
mod products;
mod reviews;
mod terms;

use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::kept_answers;
use crate::state::AppState;

pub use error::ApiError;
pub use openapi::openapi;

/// Where the API lives; the first is the documented one.
pub const BASES: [&str; 2] = ["/wp-json/wc/store/v1", "/wp-json/wc/store"];

/// All routes, under both bases.
pub fn router(state: &AppState) -> Router<AppState> {
    let mut out = Router::new();
    for base in BASES {
        out = out.nest(base, routes(state));
    }
    out.layer(cors(state))
}

/// Which other origins a browser lets read the answers: who holds a cart token. The token is no cookie, so a foreign page
/// has only the one that the shop gave to its own visitor.
fn cors(state: &AppState) -> CorsLayer {
    let state = state.clone();
    let admitted = move |_: &HeaderValue, request: &Parts| {
        let token = request.headers.get("cart-token").and_then(|value| value.to_str().ok());
        request.method == Method::OPTIONS
            || token.is_some_and(|token| state.secrets.read_cart_token(token, state.shop.context.now()).is_some())
    };
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(admitted))
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers(["cart-token", "nonce", "content-type"].map(HeaderName::from_static))
        .expose_headers(["cart-token", "nonce", "x-wp-total", "x-wp-totalpages", "link"].map(HeaderName::from_static))
}

/// The routes without their base: also what a batch is dispatched to.
pub(crate) fn routes(state: &AppState) -> Router<AppState> {
    Router::new()
        .route("/products", get(products::list))
        .route("/products/collection-data", get(collection::get))
        .route("/products/categories", get(terms::categories))
        .route("/products/categories/{id}", get(terms::category))
        .route("/products/tags", get(terms::tags))
        .route("/products/brands", get(terms::brands))
        .route("/products/attributes", get(terms::attributes))
        .route("/products/attributes/{id}", get(terms::attribute))
        .route("/products/attributes/{id}/terms", get(terms::attribute_terms))
        .route("/products/reviews", get(reviews::list))
        .route("/products/{id}", get(products::one))
        .layer(from_fn_with_state(state.kept(), kept_answers::layer))
        .route("/cart", get(cart::get))
        .route("/cart/add-item", post(cart::add_item))
        .route("/cart/update-item", post(cart::update_item))
        .route("/cart/remove-item", post(cart::remove_item))
        .route("/cart/restore-item", post(cart::restore_item))
        .route("/cart/update-customer", post(cart::update_customer))
        .route("/cart/select-shipping-rate", post(cart::select_shipping_rate))
        .route("/cart/apply-coupon", post(coupons::apply))
        .route("/cart/remove-coupon", post(coupons::remove))
        .route("/cart/coupons", get(coupons::list).post(coupons::add).delete(coupons::clear))
        .route("/cart/coupons/{code}", get(coupons::one).delete(coupons::delete))
        .route("/cart/items", get(items::list).post(items::add).delete(items::clear))
        .route("/cart/items/{key}", get(items::one).put(items::update).delete(items::remove))
        .route("/checkout", get(checkout::get).put(checkout::put).patch(checkout::put).post(checkout::post))
        .route("/checkout/{id}", post(order::pay))
        .route("/order/{id}", get(order::get))
        .route("/batch", post(batch::run))
        .fallback(error::no_route)
}
