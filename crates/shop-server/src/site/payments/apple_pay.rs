//! The domain association file that Apple Pay verifies the shop's domain with.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::state::AppState;

/// `/.well-known/apple-developer-merchantid-domain-association`, where the merchant has put the file into the data folder.
pub(super) async fn domain_association(State(state): State<AppState>) -> Response {
    match tokio::fs::read(state.config.apple_pay_domain_file()).await {
        Ok(file) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], file).into_response(),
        Err(error) => {
            if error.kind() != std::io::ErrorKind::NotFound {
                tracing::error!(%error, "the file of the domain for Apple Pay cannot be read");
            }
            StatusCode::NOT_FOUND.into_response()
        }
    }
}
