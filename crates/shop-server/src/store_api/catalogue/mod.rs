//! Products, their terms and attributes, reviews.

pub(super) mod collection;
mod list_query;
pub(super) mod products;
pub(super) mod reviews;
pub(super) mod terms;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;

use crate::app::responses::cached_responses;
use crate::app::routing::to;
use crate::app::state::AppState;

/// Routes of the catalogue; their responses to guests are cached.
pub(super) fn routes(state: &AppState) -> Router<AppState> {
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
        .layer(from_fn_with_state(state.response_cache(), cached_responses::layer))
}
