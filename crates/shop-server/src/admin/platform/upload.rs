//! Reads uploaded files from multipart forms.

use axum::body::Bytes;
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use shop_core::base::FieldError;
use shop_core::platform::messages::codes;

use crate::admin::problem::Refusal;
use crate::app::forms::nul_bytes::NUL;

const MEGABYTE: usize = 1024 * 1024;
/// Files up to this many times over the limit are drained so that the client receives the error response; beyond that the
/// connection is closed.
const DRAIN_FACTOR: usize = 4;

/// Limits the body of a route that accepts files of at most `max_file_mb` megabytes.
pub(in crate::admin) fn body_limit(max_file_mb: usize) -> DefaultBodyLimit {
    DefaultBodyLimit::max(DRAIN_FACTOR * max_file_mb * MEGABYTE)
}

/// A form with one file in the field `file`, and text fields by name.
#[derive(Debug, Default)]
pub(in crate::admin) struct Upload {
    texts: Vec<(String, String)>,
    /// Client-side file name; empty if no file was sent.
    pub(in crate::admin) file_name: String,
    pub(in crate::admin) content: Bytes,
}

/// Extracts a multipart form; any other content type gets an error response.
pub(in crate::admin) struct FileForm(pub(in crate::admin) Multipart);

impl<S: Send + Sync> FromRequest<S> for FileForm {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data")) {
            return Err(Refusal::unreadable(StatusCode::UNSUPPORTED_MEDIA_TYPE, "multipart/form-data is expected"));
        }
        let form = Multipart::from_request(request, state).await;
        form.map(Self)
            .map_err(|rejection: MultipartRejection| Refusal::unreadable(rejection.status(), &rejection.body_text()))
    }
}

impl Upload {
    /// Reads a form with a file of at most `maximum_mb` megabytes and the named text fields.
    pub(in crate::admin) async fn read_form(
        mut form: Multipart,
        maximum_mb: usize,
        texts: &[&str],
    ) -> Result<Self, Refusal> {
        let mut upload = Self::default();
        let wrong = |error: MultipartError| unreadable(&error, maximum_mb);
        while let Some(field) = form.next_field().await.map_err(wrong)? {
            let name = field.name().unwrap_or_default().to_owned();
            if name == "file" {
                upload.file_name = field.file_name().unwrap_or_default().replace(NUL, "");
                upload.content = read_file(field, maximum_mb * MEGABYTE).await.map_err(wrong)?;
            } else if !texts.contains(&name.as_str()) {
                return Err(Refusal::unreadable(StatusCode::UNPROCESSABLE_ENTITY, "unknown field"));
            } else {
                let text = field.text().await.map_err(wrong)?.replace(NUL, "");
                upload.texts.push((name, text));
            }
        }
        if upload.content.len() > maximum_mb * MEGABYTE {
            return Err(too_large(maximum_mb));
        }
        if upload.content.is_empty() {
            return Err(Refusal::field(FieldError::new("file", codes::OFFICE_FILE_MISSING)));
        }
        Ok(upload)
    }

    /// Returns the trimmed text of a field; empty if it was not sent.
    pub(in crate::admin) fn text(&self, name: &str) -> &str {
        self.texts.iter().find(|(known, _)| known == name).map(|(_, text)| text.trim()).unwrap_or_default()
    }
}

/// Reads the file. The rest of an oversized file is drained but not stored: closing the connection early would keep the client
/// from reading the error response.
async fn read_file(mut field: Field<'_>, maximum: usize) -> Result<Bytes, MultipartError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await? {
        if bytes.len() <= maximum {
            bytes.extend_from_slice(&chunk);
        }
    }
    Ok(bytes.into())
}

fn too_large(maximum_mb: usize) -> Refusal {
    Refusal::field(FieldError::new("file", codes::OFFICE_FILE_TOO_LARGE).with("maximum", maximum_mb))
}

fn unreadable(error: &MultipartError, maximum_mb: usize) -> Refusal {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large(maximum_mb)
    } else {
        Refusal::unreadable(error.status(), &error.body_text())
    }
}
