//! Forms that may upload files: `multipart/form-data`, or URL-encoded without files.

use axum::body::Bytes;
use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use shop_core::trade::registration_file::MAX_FILE_BYTES;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::{Form, without};

/// Largest body of a form with its files.
pub(in crate::site) const MAX_FORM_BYTES: usize = 4 * MAX_FILE_BYTES;
/// Fields and files read from a form; later ones are ignored.
const MAX_PARTS: usize = 300;

/// An uploaded file.
pub(in crate::site) struct UploadedFile {
    /// Name of the form field.
    pub field: String,
    /// File name on the shopper's device.
    pub name: String,
    /// `None` when the file exceeds the size limit.
    pub content: Option<Bytes>,
}

/// A posted form with its uploaded files.
#[derive(Default)]
pub(in crate::site) struct UploadForm {
    pub pairs: Pairs,
    pub files: Vec<UploadedFile>,
}

impl<S: Send + Sync> FromRequest<S> for UploadForm {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let content_type =
            request.headers().get(CONTENT_TYPE).and_then(|content_type| content_type.to_str().ok()).unwrap_or_default();
        if !content_type.trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
            let form = Form::<Vec<(String, String)>>::from_request(request, state).await;
            return form
                .map(|Form(pairs)| Self { pairs: Pairs(pairs), files: Vec::new() })
                .map_err(IntoResponse::into_response);
        }
        let form = Multipart::from_request(request, state).await.map_err(IntoResponse::into_response)?;
        read_multipart(form).await.map_err(IntoResponse::into_response)
    }
}

async fn read_multipart(mut form: Multipart) -> Result<UploadForm, axum::extract::multipart::MultipartError> {
    let mut posted = UploadForm::default();
    for _ in 0..MAX_PARTS {
        let Some(field) = form.next_field().await? else { break };
        let name = field.name().unwrap_or_default().to_owned();
        match field.file_name().map(str::to_owned) {
            None => posted.pairs.0.push((name, field.text().await?)),
            Some(file_name) => {
                let content = read_content(field).await?;
                // A file input without a chosen file sends an empty part without a file name.
                if !file_name.is_empty() && content.as_ref().is_none_or(|content| !content.is_empty()) {
                    posted.files.push(UploadedFile { field: name, name: file_name.replace('\0', ""), content });
                }
            }
        }
    }
    without(&mut posted.pairs.0);
    Ok(posted)
}

/// Reads an uploaded file. Oversized files are drained so that the client can read the error response.
async fn read_content(mut field: Field<'_>) -> Result<Option<Bytes>, axum::extract::multipart::MultipartError> {
    let mut content = Vec::new();
    let mut fits = true;
    while let Some(chunk) = field.chunk().await? {
        fits = fits && content.len() + chunk.len() <= MAX_FILE_BYTES;
        if fits {
            content.extend_from_slice(&chunk);
        } else {
            content = Vec::new();
        }
    }
    Ok(fits.then(|| content.into()))
}
