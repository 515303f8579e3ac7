//! Files that a form brings.

use axum::body::Bytes;
use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartError};
use axum::http::StatusCode;
use shop_core::FieldError;
use shop_core::messages::codes;

use super::MEGABYTE;
use super::problem::Refusal;

/// A form with one file: the other fields by name, the file under `file`.
#[derive(Debug, Default)]
pub(super) struct Upload {
    texts: Vec<(String, String)>,
    /// Name of the file; empty: none was sent.
    pub(super) file_name: String,
    /// Its content.
    pub(super) content: Bytes,
}

impl Upload {
    /// Reads a form whose file has at most so many megabytes.
    pub(super) async fn read(mut form: Multipart, maximum_mb: usize) -> Result<Self, Refusal> {
        let mut upload = Self::default();
        let wrong = |error: MultipartError| unreadable(&error, maximum_mb);
        while let Some(field) = form.next_field().await.map_err(wrong)? {
            let name = field.name().unwrap_or_default().to_owned();
            if name == "file" {
                upload.file_name = field.file_name().unwrap_or_default().to_owned();
                upload.content = content(field, maximum_mb * MEGABYTE).await.map_err(wrong)?;
            } else {
                let text = field.text().await.map_err(wrong)?;
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

    /// A field's text; empty when it was not sent.
    pub(super) fn text(&self, name: &str) -> &str {
        self.texts.iter().find(|(known, _)| known == name).map(|(_, text)| text.trim()).unwrap_or_default()
    }
}

/// A file's content. Of one that is too large the rest is read but not kept: who breaks off the reading breaks the
/// connection, and the refusal would not be heard.
async fn content(mut field: Field<'_>, maximum: usize) -> Result<Bytes, MultipartError> {
    let mut kept = Vec::new();
    while let Some(chunk) = field.chunk().await? {
        if kept.len() <= maximum {
            kept.extend_from_slice(&chunk);
        }
    }
    Ok(kept.into())
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
