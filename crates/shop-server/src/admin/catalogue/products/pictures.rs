//! Adds, describes, orders and removes the pictures of a product.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use shop_core::base::{FieldError, ProductId};
use shop_core::catalogue::product::{ImageRef, Item, Product};
use shop_core::platform::input::Check;
use shop_core::platform::messages::codes;
use shop_pictures::PictureError;
use shop_services::Context;
use shop_services::catalogue::products::Products;
use shop_services::platform::boundary::run_blocking;
use utoipa::ToSchema;

use super::view::ProductDetail;
use super::{load_detail, load_product};
use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::platform::upload::{FileForm, Upload};
use crate::admin::problem::{Body, Id, Ids, Refusal};
use crate::platform::config::Config;

/// Largest uploaded picture in megabytes, which fits the files of a good camera.
pub(in crate::admin) const MAX_PICTURE_MB: usize = 20;
/// Most pictures of a product.
const MAX_PICTURES: usize = 30;
/// Longest alternative text, in characters: screen reader users do not listen to longer ones.
const MAX_ALT_CHARS: usize = 200;

/// A picture to retain.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PictureFields {
    file: String,
    source: String,
    alt: String,
    #[serde(default)]
    alt_en: String,
}

/// Pictures to retain, the main one first. Omitted pictures are removed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PicturesChange {
    pictures: Vec<PictureFields>,
}

/// A picture file with its alternative text.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only describes the form")]
pub(in crate::admin) struct PictureUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    alt: Option<String>,
    alt_en: Option<String>,
}

/// A picture file of a variation; the variation's name is its alternative text.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only describes the form")]
pub(in crate::admin) struct VariationPictureUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Adds a picture at the end: PNG, JPEG or WebP of at most 20 MB.
#[utoipa::path(post, path = "/api/admin/products/{id}/pictures",
    request_body(content = PictureUpload, content_type = "multipart/form-data"), params(("id" = i64, Path)),
    responses((status = 201, body = ProductDetail)))]
pub(in crate::admin) async fn add_picture(
    State(context): State<Arc<Context>>,
    State(products): State<Products>,
    State(config): State<Arc<Config>>,
    _staff: Staff,
    Id(id): Id,
    FileForm(form): FileForm,
) -> Result<(StatusCode, Json<ProductDetail>), Refusal> {
    let id = ProductId(id);
    let before = load_product(&context, &products, id).await?;
    let upload = Upload::read_form(form, MAX_PICTURE_MB, &["alt", "alt_en"]).await?;
    let mut check = Check::default();
    let (alt, alt_en) = check_alt_texts(&mut check, "", upload.text("alt"), upload.text("alt_en"));
    if before.item.images.len() >= MAX_PICTURES {
        check.push(FieldError::new("file", codes::MERCHANT_TOO_MANY).with("maximum", MAX_PICTURES));
    }
    check.done(()).map_err(Refusal::fields)?;
    let picture = store_picture(&config, upload).await?;
    // Reloaded, because resizing took a while and the product may have changed.
    let mut product = load_product(&context, &products, id).await?;
    product.item.images.push(ImageRef { alt, alt_en, ..picture });
    save_product(&context, &products, product).await?;
    Ok((StatusCode::CREATED, Json(load_detail(&context, &products, id).await?)))
}

/// Sets the picture of a variation: PNG, JPEG or WebP of at most 20 MB.
#[utoipa::path(post, path = "/api/admin/products/{id}/variations/{variation}/picture",
    request_body(content = VariationPictureUpload, content_type = "multipart/form-data"),
    params(("id" = i64, Path), ("variation" = i64, Path)), responses((status = 200, body = ProductDetail)))]
pub(in crate::admin) async fn put_variation_picture(
    State(context): State<Arc<Context>>,
    State(products): State<Products>,
    State(config): State<Arc<Config>>,
    _staff: Staff,
    Ids(id, variation): Ids,
    FileForm(form): FileForm,
) -> Result<Json<ProductDetail>, Refusal> {
    let (id, variation) = (ProductId(id), ProductId(variation));
    let mut before = load_product(&context, &products, id).await?;
    variation_of(&mut before, variation)?;
    let upload = Upload::read_form(form, MAX_PICTURE_MB, &[]).await?;
    let picture = store_picture(&config, upload).await?;
    // Reloaded, because resizing took a while and the product may have changed.
    let mut product = load_product(&context, &products, id).await?;
    variation_of(&mut product, variation)?.images = vec![picture];
    save_product(&context, &products, product).await?;
    Ok(Json(load_detail(&context, &products, id).await?))
}

fn variation_of(product: &mut Product, id: ProductId) -> Result<&mut Item, Refusal> {
    let mut items = product.variations.iter_mut().map(|one| &mut one.item);
    items.find(|item| item.id == id).ok_or_else(Refusal::not_found)
}

/// Reorders, describes or removes pictures.
#[utoipa::path(put, path = "/api/admin/products/{id}/pictures",
    request_body = PicturesChange, params(("id" = i64, Path)), responses((status = 200, body = ProductDetail)))]
pub(in crate::admin) async fn order_pictures(
    State(context): State<Arc<Context>>,
    State(products): State<Products>,
    _staff: Staff,
    Id(id): Id,
    Body(change): Body<PicturesChange>,
) -> Result<Json<ProductDetail>, Refusal> {
    let id = ProductId(id);
    let mut product = load_product(&context, &products, id).await?;
    let mut check = Check::default();
    let mut known = std::mem::take(&mut product.item.images);
    for (n, fields) in change.pictures.iter().enumerate() {
        let field = format!("pictures.{n}.");
        let place = known.iter().position(|image| image.file == fields.file && image.source == fields.source);
        let Some(place) = place else {
            check.refuse(format!("{field}file"), codes::OFFICE_ENTRY_GONE);
            continue;
        };
        let (alt, alt_en) = check_alt_texts(&mut check, &field, &fields.alt, &fields.alt_en);
        product.item.images.push(ImageRef { alt, alt_en, ..known.remove(place) });
    }
    check.done(()).map_err(Refusal::fields)?;
    save_product(&context, &products, product).await?;
    Ok(Json(load_detail(&context, &products, id).await?))
}

/// Resizes an uploaded picture and stores its sizes.
pub(in crate::admin) async fn store_picture(config: &Config, upload: Upload) -> Result<ImageRef, Refusal> {
    let store = config.pictures();
    let stored = run_blocking(move || store.keep(&upload.file_name, &upload.content)).await;
    let stored = stored.map_err(|_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNKNOWN_ERROR))?;
    Ok(stored.map_err(|error| to_refusal(&error))?.image)
}

fn check_alt_texts(check: &mut Check, prefix: &str, alt: &str, alt_en: &str) -> (String, String) {
    let field = format!("{prefix}alt");
    if alt.trim().is_empty() {
        check.refuse(field.clone(), codes::OFFICE_PICTURE_ALT);
    }
    let alt = check.text(&field, alt, MAX_ALT_CHARS);
    (alt, check.text(&format!("{prefix}alt_en"), alt_en, MAX_ALT_CHARS))
}

async fn save_product(context: &Context, products: &Products, mut product: Product) -> Result<(), Refusal> {
    product.updated_at = context.now();
    // No stock is set, so a stock conflict is impossible.
    let _ = products.save_product(&product, &[]).await?;
    Ok(())
}

fn to_refusal(error: &PictureError) -> Refusal {
    let error = match error {
        PictureError::TooManyPixels { width, height } => {
            FieldError::new("file", codes::OFFICE_PICTURE_PIXELS).with("width", width).with("height", height)
        }
        PictureError::TooManyBytes => {
            FieldError::new("file", codes::OFFICE_FILE_TOO_LARGE).with("maximum", MAX_PICTURE_MB)
        }
        PictureError::Name | PictureError::Missing | PictureError::Unreadable | PictureError::Encoding => {
            FieldError::new("file", codes::OFFICE_PICTURE_TYPE)
        }
        PictureError::Io(reason) => {
            tracing::error!(%reason, "back office: a picture was not stored");
            return Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNKNOWN_ERROR);
        }
    };
    Refusal::field(error)
}
