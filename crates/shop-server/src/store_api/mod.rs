//! The public store API, version 1: `/wp-json/wc/store/v1/…`. Thin adapters over the services; the response types are in
//! `shop_core::store_api`.

mod arguments;
mod batch;
mod cart;
mod catalogue;
mod checkout;
mod error;
mod extract;
mod openapi;
mod orders;

use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::from_fn_with_state;
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa_axum::router::OpenApiRouter;

use crate::app::responses::cached_responses;
use crate::app::routing::{operations, to};
use crate::app::state::AppState;

pub use error::ApiError;
pub use openapi::openapi;

/// Base paths of the API; the first is the documented one.
pub const BASES: [&str; 2] = ["/wp-json/wc/store/v1", "/wp-json/wc/store"];

/// All routes, under both bases.
pub fn router(state: &AppState) -> Router<AppState> {
    let mut out = Router::new();
    for base in BASES {
        out = out.nest(base, routes(state));
    }
    out.layer(cors(state))
}

/// Lets scripts of other origins read responses when they hold a cart token. The token is not a cookie, so another site only has
/// the one that the shop issued to its own visitor.
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

/// Routes without their base path.
fn routes(state: &AppState) -> Router<AppState> {
    let cached = from_fn_with_state(state.response_cache(), cached_responses::layer);
    Router::from(catalogue::routes().layer(cached).merge(visitor_operations())).fallback(to(error::no_route))
}

/// The operations that act for a visitor, to which `/batch` dispatches as well.
fn visitor_operations() -> OpenApiRouter<AppState> {
    cart::routes().merge(checkout::routes()).merge(orders::routes()).merge(operations![batch::run])
}

/// All operations with their descriptions, under the documented base.
fn operations() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().nest(BASES[0], catalogue::routes().merge(visitor_operations()))
}
