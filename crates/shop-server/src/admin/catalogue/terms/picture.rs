//! Picture of a category, shown on its tile in the shop.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use shop_core::base::CategoryId;
use shop_services::Context;
use shop_services::catalogue::term_management::Terms;
use utoipa::ToSchema;

use super::categories::{CategoryDetail, load_category};
use crate::admin::accounts::auth::Staff;
use crate::admin::catalogue::products::{MAX_PICTURE_MB, store_picture};
use crate::admin::platform::upload::{FileForm, Upload};
use crate::admin::problem::{Id, Refusal};
use crate::platform::config::Config;

/// A picture file.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only describes the form")]
pub(in crate::admin) struct CategoryPicture {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Sets the picture of a category: PNG, JPEG or WebP of at most 20 MB.
#[utoipa::path(post, path = "/api/admin/catalogue/categories/{id}/picture",
    request_body(content = CategoryPicture, content_type = "multipart/form-data"), params(("id" = i64, Path)),
    responses((status = 200, body = CategoryDetail)))]
pub(in crate::admin) async fn put_category_picture(
    State(context): State<Arc<Context>>,
    State(terms): State<Terms>,
    State(config): State<Arc<Config>>,
    _staff: Staff,
    Id(id): Id,
    FileForm(form): FileForm,
) -> Result<Json<CategoryDetail>, Refusal> {
    load_category(&context, id).await?;
    let upload = Upload::read_form(form, MAX_PICTURE_MB, &[]).await?;
    let picture = store_picture(&config, upload).await?;
    terms.set_category_picture(CategoryId(id), Some(&picture)).await?;
    load_category(&context, id).await.map(Json)
}

/// Removes the picture of a category.
#[utoipa::path(delete, path = "/api/admin/catalogue/categories/{id}/picture", params(("id" = i64, Path)),
    responses((status = 200, body = CategoryDetail)))]
pub(in crate::admin) async fn delete_category_picture(
    State(context): State<Arc<Context>>,
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<CategoryDetail>, Refusal> {
    terms.set_category_picture(CategoryId(id), None).await?;
    load_category(&context, id).await.map(Json)
}
