//! Forms posted by browsers, with or without file uploads.

use axum::body::to_bytes;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::trade::attachment::{MAX_FILE_BYTES, MAX_FILES};
use shop_services::trade::conversations::ReceivedFile;

use super::form_fields::Pairs;
use super::nul_bytes::without;

/// Largest form without files.
const MAX_TEXT_BYTES: usize = 1024 * 1024;
/// Largest body that is read. It exceeds the limits for files, so that a client with oversized files can read the error response.
pub(crate) const MAX_BODY_BYTES: usize = 2 * MAX_FILES * MAX_FILE_BYTES;
/// Most parts of a multipart form.
const MAX_PARTS: usize = 100;

/// A posted form.
#[derive(Debug, Default)]
pub(crate) struct PostedForm {
    pub(crate) pairs: Pairs,
    /// The uploaded files, at most one more than a message may have; an oversized file is cut one byte above the limit.
    pub(crate) files: Vec<ReceivedFile>,
}

impl PostedForm {
    /// Reads a form of either encoding. `keeps_files`: whether the sender may upload files; otherwise they are drained and
    /// dropped.
    ///
    /// # Errors
    /// The response to send when the form is too large or malformed.
    pub(crate) async fn read(request: Request, accepts_files: bool) -> Result<Self, Response> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data")) {
            let body = to_bytes(request.into_body(), MAX_TEXT_BYTES).await;
            let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE.into_response())?;
            return Ok(Self { pairs: Pairs::parse(&String::from_utf8_lossy(&body)), files: Vec::new() });
        }
        let form = Multipart::from_request(request, &()).await.map_err(IntoResponse::into_response)?;
        Self::of(form, accepts_files).await.map_err(IntoResponse::into_response)
    }

    /// Reads the parts of a multipart form.
    ///
    /// # Errors
    /// The form is too large or malformed.
    pub(crate) async fn of(mut form: Multipart, accepts_files: bool) -> Result<Self, MultipartError> {
        let mut posted = Self::default();
        let mut texts = 0;
        while let Some(field) = form.next_field().await? {
            let name = field.name().unwrap_or_default().to_owned();
            let Some(file) = field.file_name().map(str::to_owned) else {
                let text = content(field, MAX_TEXT_BYTES).await?;
                texts += text.len();
                if texts <= MAX_TEXT_BYTES && posted.pairs.0.len() < MAX_PARTS {
                    posted.pairs.0.push((name, String::from_utf8_lossy(&text).into_owned()));
                }
                continue;
            };
            let limit = if accepts_files && posted.files.len() <= MAX_FILES { MAX_FILE_BYTES } else { 0 };
            let content = content(field, limit).await?;
            // Browsers send an empty file field as a file without name and content.
            if limit > 0 && !(file.is_empty() && content.is_empty()) {
                posted.files.push(ReceivedFile { name: file, content });
            }
        }
        without(&mut posted.pairs.0);
        Ok(posted)
    }
}

/// Reads a part up to one byte more than `maximum`, and drains the rest.
async fn content(mut field: Field<'_>, maximum: usize) -> Result<Vec<u8>, MultipartError> {
    let mut content = Vec::new();
    while let Some(chunk) = field.chunk().await? {
        let room = (maximum + 1).saturating_sub(content.len());
        content.extend(chunk.iter().take(room));
    }
    Ok(content)
}
