//! Products, categories, tags and attributes, reviews, and the CSV import and export.

pub(super) mod categories;
pub(super) mod names;
pub(super) mod products;
pub(super) mod reviews;
pub(super) mod terms;
pub(super) mod transfer;

use axum::routing::{get, post, put};

use crate::admin::platform::upload::body_limit;
use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/categories", get(to(categories::list)))
        .route("/api/admin/products", get(to(products::list)).post(to(products::add)))
        .route("/api/admin/products/acts", post(to(products::act)))
        .route("/api/admin/products/{id}/duplicate", post(to(products::duplicate)))
        .route("/api/admin/products/{id}/variations", post(to(products::generate)))
        .route("/api/admin/products/{id}", get(to(products::detail)).put(to(products::save)).patch(to(products::save)))
        .route("/api/admin/reviews", get(to(reviews::list)))
        .route("/api/admin/reviews/{id}/state", post(to(reviews::decide)))
        .route("/api/admin/reviews/{id}/reply", put(to(reviews::reply)))
        .route("/api/admin/reviews/{id}/forget-writer", post(to(reviews::forget)))
        .route("/api/admin/catalogue/categories", get(to(terms::categories)).post(to(terms::add_category)))
        .route(
            "/api/admin/catalogue/categories/{id}",
            get(to(terms::category)).put(to(terms::change_category)).delete(to(terms::delete_category)),
        )
        .route("/api/admin/catalogue/category-order", put(to(terms::order_categories)))
        .route("/api/admin/catalogue/tags", get(to(terms::tags)).post(to(terms::add_tag)))
        .route("/api/admin/catalogue/tags/{id}", put(to(terms::change_tag)).delete(to(terms::delete_tag)))
        .route("/api/admin/catalogue/attributes", get(to(terms::attributes)).post(to(terms::add_attribute)))
        .route(
            "/api/admin/catalogue/attributes/{id}",
            put(to(terms::change_attribute)).delete(to(terms::delete_attribute)),
        )
        .route("/api/admin/catalogue/attributes/{id}/values", post(to(terms::add_value)).put(to(terms::order_values)))
        .route(
            "/api/admin/catalogue/attributes/{id}/values/{value}",
            put(to(terms::change_value)).delete(to(terms::delete_value)),
        )
        .route("/api/admin/import/{id}", get(to(transfer::read)))
        .route("/api/admin/export", get(to(transfer::export)))
        .merge(upload_routes())
}

/// Routes that accept files, each with a body limit of its own.
fn upload_routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/import", get(to(transfer::last)).post(to(transfer::start)))
        .layer(body_limit(transfer::MAX_FILE_MB))
        .merge(picture_routes())
}

fn picture_routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/products/{id}/pictures", post(to(products::add_picture)).put(to(products::order_pictures)))
        .route("/api/admin/products/{id}/variations/{variation}/picture", post(to(products::put_variation_picture)))
        .route(
            "/api/admin/catalogue/categories/{id}/picture",
            post(to(terms::put_category_picture)).delete(to(terms::delete_category_picture)),
        )
        .layer(body_limit(products::MAX_PICTURE_MB))
}
