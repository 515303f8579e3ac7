//! Theme of the shop. Unsaved changes are previewed on a shop page inside a frame.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::FieldError;
use shop_core::content::theme::{Theme, ThemeFont, ThemeForm};
use shop_core::platform::messages::codes;
use shop_services::Context;
use shop_services::platform::settings_service::SettingsService;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Admin;
use crate::admin::catalogue::products::{MAX_PICTURE_MB, store_picture};
use crate::admin::platform::mirror::mirror;
use crate::admin::platform::upload::{FileForm, Upload};
use crate::admin::problem::{Body, Refusal};
use crate::platform::config::Config;

mirror! {
    /// Theme settings. Empty fields take the built-in value.
    ThemeFields = ThemeForm {
        /// Path of the logo among the shop's pictures; the shop's name is written instead if empty.
        logo: String,
        /// Width of the file in pixels.
        logo_width: String,
        /// Height of the file in pixels.
        logo_height: String,
        /// Displayed height in pixels.
        logo_size: String,
        /// Page background, as `#fbf8f2`.
        paper: String,
        ink: String,
        brand: String,
        highlight: String,
        accent: String,
        /// Heading font: one of `fonts`.
        heading_font: String,
        text_font: String,
        /// Text size in per cent of the built-in one.
        text_size: String,
        /// Corner radius in pixels.
        corner: String,
    }
}

/// Theme with its options.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ThemeDetail {
    fields: ThemeFields,
    /// Origin that may preview the shop besides the back office; may be empty.
    preview_origin: String,
    /// The built-in theme.
    usual: ThemeFields,
    fonts: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ThemeChange {
    fields: ThemeFields,
    #[serde(default)]
    preview_origin: String,
}

/// An uploaded picture for the logo.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct LogoFile {
    src: String,
    width: u32,
    height: u32,
}

/// Logo file to upload.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only describes the form")]
pub(in crate::admin) struct LogoUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Width from which a logo is sharp on any screen.
const LOGO_PX: u32 = 640;

/// Returns the theme.
#[utoipa::path(get, path = "/api/admin/theme", responses((status = 200, body = ThemeDetail)))]
pub(in crate::admin) async fn show(
    State(context): State<Arc<Context>>,
    _admin: Admin,
) -> Result<Json<ThemeDetail>, Refusal> {
    load_theme(&context).await.map(Json)
}

/// Replaces the theme. It takes effect immediately.
#[utoipa::path(put, path = "/api/admin/theme", request_body = ThemeChange, responses((status = 200, body = ThemeDetail)))]
pub(in crate::admin) async fn change(
    State(context): State<Arc<Context>>,
    State(settings_service): State<SettingsService>,
    State(config): State<Arc<Config>>,
    admin: Admin,
    Body(change): Body<ThemeChange>,
) -> Result<Json<ThemeDetail>, Refusal> {
    let form = ThemeForm::from(change.fields);
    if let Ok(Some(logo)) = Theme::parse(&form).map(|theme| theme.logo) {
        let name = logo.src.strip_prefix("/pictures/").unwrap_or_default();
        if !tokio::fs::try_exists(config.pictures_dir().join(name)).await.unwrap_or(false) {
            return Err(Refusal::field(FieldError::new("logo", codes::THEME_LOGO)));
        }
    }
    settings_service.change_theme(&form, &change.preview_origin, &admin.person.username).await?;
    load_theme(&context).await.map(Json)
}

/// Stores a picture for the logo: PNG, JPEG or WebP of at most 20 MB. It becomes the logo when the theme is saved.
#[utoipa::path(post, path = "/api/admin/theme/logo",
    request_body(content = LogoUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = LogoFile)))]
pub(in crate::admin) async fn add_logo(
    State(config): State<Arc<Config>>,
    _admin: Admin,
    FileForm(form): FileForm,
) -> Result<(StatusCode, Json<LogoFile>), Refusal> {
    let picture = store_picture(&config, Upload::read_form(form, MAX_PICTURE_MB, &[]).await?).await?;
    let widths = &picture.widths_px;
    let sharp = widths.iter().copied().find(|width| *width >= LOGO_PX).or(widths.last().copied());
    let width = sharp.ok_or_else(|| Refusal::field(FieldError::new("file", codes::THEME_LOGO)))?;
    let logo = LogoFile {
        src: format!("/pictures/{}-{width}.webp", picture.file),
        width: picture.width_px,
        height: picture.height_px,
    };
    Ok((StatusCode::CREATED, Json(logo)))
}

async fn load_theme(context: &Context) -> Result<ThemeDetail, Refusal> {
    let settings = context.settings().await?;
    Ok(ThemeDetail {
        fields: settings.theme.theme.form().into(),
        preview_origin: settings.theme.preview_origin.clone(),
        usual: Theme::default().form().into(),
        fonts: ThemeFont::ALL.iter().map(|font| font.as_str().to_owned()).collect(),
    })
}
