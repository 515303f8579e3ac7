//! What of a failure is the same for all who read it: its status, its code, its sentence.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_services::ports::StoreError;

/// The status of a storage failure: one that may pass by itself, or a fault.
pub(crate) fn status_of(error: &StoreError) -> StatusCode {
    match error {
        StoreError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        StoreError::TooManyCarts => StatusCode::TOO_MANY_REQUESTS,
        StoreError::Inconsistent { .. } | StoreError::Refused(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The code of the sentence that goes with such a status.
pub(crate) fn code_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::SERVICE_UNAVAILABLE => codes::SHOP_UNAVAILABLE,
        StatusCode::TOO_MANY_REQUESTS => codes::RATE_LIMIT_EXCEEDED,
        _ => codes::UNKNOWN_SERVER_ERROR,
    }
}

/// As the store API tells refusals.
pub(crate) fn in_json(status: StatusCode, lang: Lang) -> Value {
    let code = code_of(status);
    json!({ "code": code, "message": sentence(code, lang), "data": { "status": status.as_u16() } })
}

/// A code's sentence.
pub(crate) fn sentence(code: &str, lang: Lang) -> String {
    text(code, &Params::new(), lang)
}
