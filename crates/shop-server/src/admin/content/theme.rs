//! The look of the shop as the merchant makes it. What is tried before it is saved is shown by a page of the shop in a frame.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::FieldError;
use shop_core::content::theme::{Theme, ThemeFont, ThemeForm};
use shop_core::platform::messages::codes;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Admin;
use crate::admin::catalogue::products::{MAX_PICTURE_MB, kept};
use crate::admin::platform::mirror::mirror;
use crate::admin::platform::upload::{FileForm, Upload};
use crate::admin::problem::{Body, Refusal};
use crate::app::state::AppState;

mirror! {
    /// A look. What is empty is as the shop is made.
    ThemeFields = ThemeForm {
        /// Address of the logo, one of the shop's own pictures; empty: the shop's name is written.
        logo: String,
        /// Of its file, in pixels.
        logo_width: String,
        /// Of its file, in pixels.
        logo_height: String,
        /// Height at which it is shown, in pixels.
        logo_size: String,
        /// Ground of pages, as `#fbf8f2`.
        paper: String,
        ink: String,
        brand: String,
        highlight: String,
        accent: String,
        /// Letters of headings: one of `fonts`.
        heading_font: String,
        text_font: String,
        /// In hundredths of the usual size.
        text_size: String,
        /// Measured in pixels.
        corner: String,
    }
}

/// The look of the shop.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ThemeDetail {
    fields: ThemeFields,
    /// Origin of the pages that may preview the shop beside the back office; empty: none.
    preview_origin: String,
    /// The shop as it is made.
    usual: ThemeFields,
    /// Letters to choose from.
    fonts: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ThemeChange {
    fields: ThemeFields,
    #[serde(default)]
    preview_origin: String,
}

/// A picture to be the logo.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct LogoFile {
    src: String,
    width: u32,
    height: u32,
}

/// The file of a logo.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only describes the form")]
pub(in crate::admin) struct LogoUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Width from which a file of the logo is sharp on any screen.
const LOGO_PX: u32 = 640;

/// The look of the shop.
#[utoipa::path(get, path = "/api/admin/theme", responses((status = 200, body = ThemeDetail)))]
pub(in crate::admin) async fn show(State(state): State<AppState>, _admin: Admin) -> Result<Json<ThemeDetail>, Refusal> {
    shown(&state).await.map(Json)
}

/// Replaces the look of the shop. It holds at once.
#[utoipa::path(put, path = "/api/admin/theme", request_body = ThemeChange, responses((status = 200, body = ThemeDetail)))]
pub(in crate::admin) async fn change(
    State(state): State<AppState>,
    admin: Admin,
    Body(change): Body<ThemeChange>,
) -> Result<Json<ThemeDetail>, Refusal> {
    let form = ThemeForm::from(change.fields);
    if let Ok(Some(logo)) = Theme::read(&form).map(|theme| theme.logo) {
        let name = logo.src.strip_prefix("/pictures/").unwrap_or_default();
        if !tokio::fs::try_exists(state.config.pictures_dir().join(name)).await.unwrap_or(false) {
            return Err(Refusal::field(FieldError::new("logo", codes::THEME_LOGO)));
        }
    }
    let done = state.shop.settings_service.change_theme(&form, &change.preview_origin, &admin.person.username).await?;
    done.map_err(Refusal::fields)?;
    shown(&state).await.map(Json)
}

/// Keeps a picture that may become the logo: PNG, JPEG or WebP of at most 20 MB. It is the logo once the look is saved.
#[utoipa::path(post, path = "/api/admin/theme/logo",
    request_body(content = LogoUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = LogoFile)))]
pub(in crate::admin) async fn add_logo(
    State(state): State<AppState>,
    _admin: Admin,
    FileForm(form): FileForm,
) -> Result<(StatusCode, Json<LogoFile>), Refusal> {
    let picture = kept(&state, Upload::read(form, MAX_PICTURE_MB, &[]).await?).await?;
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

async fn shown(state: &AppState) -> Result<ThemeDetail, Refusal> {
    let settings = state.shop.context.settings().await?;
    Ok(ThemeDetail {
        fields: settings.theme.theme.form().into(),
        preview_origin: settings.theme.preview_origin.clone(),
        usual: Theme::default().form().into(),
        fonts: ThemeFont::ALL.iter().map(|font| font.as_str().to_owned()).collect(),
    })
}
