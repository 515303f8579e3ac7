//! The domain association file that Apple Pay verifies the shop's domain with.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::platform::config::Config;

/// `/.well-known/apple-developer-merchantid-domain-association`, where the merchant has put the file into the data folder.
pub(super) async fn domain_association(State(config): State<Arc<Config>>) -> Response {
    match tokio::fs::read(config.apple_pay_domain_file()).await {
        Ok(file) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], file).into_response(),
        Err(error) => {
            if error.kind() != std::io::ErrorKind::NotFound {
                tracing::error!(%error, "the file of the domain for Apple Pay cannot be read");
            }
            StatusCode::NOT_FOUND.into_response()
        }
    }
}
