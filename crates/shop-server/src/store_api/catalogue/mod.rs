//! Products, their terms and attributes, reviews.

pub(super) mod collection;
mod list_query;
pub(super) mod products;
pub(super) mod reviews;
pub(super) mod terms;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

/// Routes of the catalogue; their responses to guests are cached.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        products::list,
        collection::get,
        terms::categories,
        terms::category,
        terms::tags,
        terms::brands,
        terms::attributes,
        terms::attribute,
        terms::attribute_terms,
        reviews::list,
        products::one,
    ]
}
