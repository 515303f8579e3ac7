//! A picture in the form that the API returns.

use serde::Serialize;
use shop_core::catalogue::product::ImageRef;
use utoipa::ToSchema;

/// Width of the thumbnail in the form.
const THUMBNAIL_PX: u32 = 320;

/// A picture of a product.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PictureRow {
    /// Id for changes; empty if the picture was never loaded.
    file: String,
    /// Original file name or URL.
    source: String,
    alt: String,
    alt_en: String,
    /// URL of a thumbnail; empty if the picture was never loaded.
    src: String,
    width: u32,
    height: u32,
}

impl PictureRow {
    pub(in crate::admin) fn from_image(image: &ImageRef) -> Self {
        let thumbnail_width =
            image.widths_px.iter().copied().find(|width| *width >= THUMBNAIL_PX).or(image.widths_px.last().copied());
        let src = thumbnail_width
            .filter(|_| !image.file.is_empty())
            .map(|width| format!("/pictures/{}-{width}.webp", image.file));
        Self {
            file: image.file.clone(),
            source: image.source.clone(),
            alt: image.alt.clone(),
            alt_en: image.alt_en.clone(),
            src: src.unwrap_or_default(),
            width: image.width_px,
            height: image.height_px,
        }
    }
}
