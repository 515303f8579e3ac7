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

use crate::app::kept_answers;
use crate::app::routing::to;
use crate::app::state::AppState;

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
        .route("/products", get(to(products::list)))
        .route("/products/collection-data", get(to(collection::get)))
        .route("/products/categories", get(to(terms::categories)))
        .route("/products/categories/{id}", get(to(terms::category)))
        .route("/products/tags", get(to(terms::tags)))
        .route("/products/brands", get(to(terms::brands)))
        .route("/products/attributes", get(to(terms::attributes)))
        .route("/products/attributes/{id}", get(to(terms::attribute)))
        .route("/products/attributes/{id}/terms", get(to(terms::attribute_terms)))
        .route("/products/reviews", get(to(reviews::list)))
        .route("/products/{id}", get(to(products::one)))
        .layer(from_fn_with_state(state.kept(), kept_answers::layer))
        .route("/cart", get(to(cart::get)))
        .route("/cart/add-item", post(to(cart::add_item)))
        .route("/cart/update-item", post(to(cart::update_item)))
        .route("/cart/remove-item", post(to(cart::remove_item)))
        .route("/cart/restore-item", post(to(cart::restore_item)))
        .route("/cart/update-customer", post(to(cart::update_customer)))
        .route("/cart/select-shipping-rate", post(to(cart::select_shipping_rate)))
        .route("/cart/apply-coupon", post(to(coupons::apply)))
        .route("/cart/remove-coupon", post(to(coupons::remove)))
        .route("/cart/coupons", get(to(coupons::list)).post(to(coupons::add)).delete(to(coupons::clear)))
        .route("/cart/coupons/{code}", get(to(coupons::one)).delete(to(coupons::delete)))
        .route("/cart/items", get(to(items::list)).post(to(items::add)).delete(to(items::clear)))
        .route("/cart/items/{key}", get(to(items::one)).put(to(items::update)).delete(to(items::remove)))
        .route(
            "/checkout",
            get(to(checkout::get)).put(to(checkout::put)).patch(to(checkout::put)).post(to(checkout::post)),
        )
        .route("/checkout/{id}", post(to(order::pay)))
        .route("/order/{id}", get(to(order::get)))
        .route("/batch", post(to(batch::run)))
        .fallback(to(error::no_route))
}
