//! Forms that may bring files: `multipart/form-data`, or as any other form.

use axum::body::Bytes;
use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use shop_core::trade::registration_file::MAX_FILE_BYTES;

use crate::app::nul::{Form, without};
use crate::app::pairs::Pairs;

/// Largest form with its files.
pub(in crate::site) const MAX_FORM_BYTES: usize = 4 * MAX_FILE_BYTES;
/// Most fields of a form.
const MAX_PARTS: usize = 300;

/// A file of a form.
pub(in crate::site) struct SentFile {
    /// Name of its field.
    pub field: String,
    /// Name that it has where it comes from.
    pub name: String,
    /// Its content; `None`: it was too large to be read.
    pub content: Option<Bytes>,
}

/// A form as it was sent.
#[derive(Default)]
pub(in crate::site) struct Posted {
    pub pairs: Pairs,
    /// Files that were chosen.
    pub files: Vec<SentFile>,
}

impl<S: Send + Sync> FromRequest<S> for Posted {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
            let form = Form::<Vec<(String, String)>>::from_request(request, state).await;
            return form
                .map(|Form(pairs)| Self { pairs: Pairs(pairs), files: Vec::new() })
                .map_err(IntoResponse::into_response);
        }
        let form = Multipart::from_request(request, state).await.map_err(IntoResponse::into_response)?;
        read(form).await.map_err(IntoResponse::into_response)
    }
}

async fn read(mut form: Multipart) -> Result<Posted, axum::extract::multipart::MultipartError> {
    let mut posted = Posted::default();
    for _ in 0..MAX_PARTS {
        let Some(field) = form.next_field().await? else { break };
        let name = field.name().unwrap_or_default().to_owned();
        match field.file_name().map(str::to_owned) {
            None => posted.pairs.0.push((name, field.text().await?)),
            Some(file_name) => {
                let content = content(field).await?;
                // A file control in which nothing was chosen sends an empty file without a name.
                if !file_name.is_empty() && content.as_ref().is_none_or(|content| !content.is_empty()) {
                    posted.files.push(SentFile { field: name, name: file_name.replace('\0', ""), content });
                }
            }
        }
    }
    without(&mut posted.pairs.0);
    Ok(posted)
}

/// A file's content; of one that is too large the rest is read but not kept, so that the refusal is heard.
async fn content(mut field: Field<'_>) -> Result<Option<Bytes>, axum::extract::multipart::MultipartError> {
    let mut kept = Vec::new();
    let mut fits = true;
    while let Some(chunk) = field.chunk().await? {
        fits = fits && kept.len() + chunk.len() <= MAX_FILE_BYTES;
        if fits {
            kept.extend_from_slice(&chunk);
        } else {
            kept = Vec::new();
        }
    }
    Ok(fits.then(|| kept.into()))
}
