//! Status, code and message of a failure, the same for every client.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_services::ports::StoreError;

/// Maps a storage error to a status: 503 when it may pass by itself, 500 for a bug.
pub(crate) fn status_of(error: &StoreError) -> StatusCode {
    match error {
        StoreError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        StoreError::TooManyCarts => StatusCode::TOO_MANY_REQUESTS,
        StoreError::Inconsistent { .. } | StoreError::Refused(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Returns the message code for an error status.
pub(crate) fn code_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::SERVICE_UNAVAILABLE => codes::SHOP_UNAVAILABLE,
        StatusCode::TOO_MANY_REQUESTS => codes::RATE_LIMIT_EXCEEDED,
        _ => codes::UNKNOWN_SERVER_ERROR,
    }
}

/// Builds the JSON error body of the store API.
pub(crate) fn in_json(status: StatusCode, lang: Lang) -> Value {
    let code = code_of(status);
    json!({ "code": code, "message": sentence(code, lang), "data": { "status": status.as_u16() } })
}

/// Looks up the message of a code.
pub(crate) fn sentence(code: &str, lang: Lang) -> String {
    text(code, &Params::new(), lang)
}
