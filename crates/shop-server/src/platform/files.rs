//! Resized product pictures from the data folder.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::routing::to;
use crate::app::state::AppState;
use crate::platform::config::Config;

pub fn router() -> Router<AppState> {
    Router::new().route("/pictures/{file}", get(to(picture)))
}

/// Serves a picture. Its name contains a hash of its content, so browsers may cache it forever.
async fn picture(State(config): State<Arc<Config>>, Path(file): Path<String>) -> Response {
    let plain = file.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'.'));
    if !plain || file.starts_with('.') || !file.ends_with(".webp") || file.contains("..") {
        return StatusCode::NOT_FOUND.into_response();
    }
    match tokio::fs::read(config.pictures_dir().join(&file)).await {
        Ok(bytes) => {
            let mut response = bytes.into_response();
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"));
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
            response
        }
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}
