//! Products, categories, tags and attributes, reviews, and the CSV import and export.

pub(super) mod categories;
pub(super) mod names;
pub(super) mod products;
pub(super) mod reviews;
pub(super) mod terms;
pub(super) mod transfer;

use utoipa_axum::router::OpenApiRouter;

use crate::admin::platform::upload::body_limit;
use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        categories::list,
        products::list,
        products::add,
        products::act,
        products::duplicate,
        products::generate,
        products::detail,
        products::save,
        reviews::list,
        reviews::decide,
        reviews::reply,
        reviews::forget,
        terms::categories,
        terms::add_category,
        terms::category,
        terms::change_category,
        terms::delete_category,
        terms::order_categories,
        terms::tags,
        terms::add_tag,
        terms::change_tag,
        terms::delete_tag,
        terms::attributes,
        terms::add_attribute,
        terms::change_attribute,
        terms::delete_attribute,
        terms::add_value,
        terms::order_values,
        terms::change_value,
        terms::delete_value,
        transfer::read,
        transfer::export,
    ]
    .merge(upload_routes())
}

/// Routes that accept files, each with a body limit of its own.
fn upload_routes() -> OpenApiRouter<AppState> {
    operations![transfer::last, transfer::start].layer(body_limit(transfer::MAX_FILE_MB)).merge(picture_routes())
}

fn picture_routes() -> OpenApiRouter<AppState> {
    operations![
        products::add_picture,
        products::order_pictures,
        products::put_variation_picture,
        terms::put_category_picture,
        terms::delete_category_picture,
    ]
    .layer(body_limit(products::MAX_PICTURE_MB))
}
