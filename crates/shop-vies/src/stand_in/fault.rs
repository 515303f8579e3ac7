//! Faults that tests set on the stub.

use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::{error_response, raw_response};
use crate::messages::VatResponse;

/// Fault of the stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Slow,
    /// Responds with HTTP 503 and an HTML page.
    Down,
    /// Responds about a valid number of another country.
    WrongCountry,
    /// Responds with invalid JSON.
    Garbage,
    /// Cuts off the response.
    Half,
    /// Responds with an excessively large body.
    Endless,
    /// Responds with another error of the interface, such as `MS_UNAVAILABLE`.
    Refuses(&'static str),
}

impl Fault {
    /// The response in place of the regular one.
    pub(super) async fn answer(self, result: Result<VatResponse, &'static str>) -> Response {
        match self {
            Self::Slow => std::future::pending().await,
            Self::Down => (StatusCode::SERVICE_UNAVAILABLE, "<html>Service Unavailable</html>").into_response(),
            Self::Garbage => raw_response("<html>\u{0}{\"valid\":true"),
            Self::Refuses(error) => error_response(error),
            Self::Endless => raw_response(Body::from(vec![b' '; 1024 * 1024])),
            Self::WrongCountry => result.map_or_else(error_response, |answer| {
                let country = if answer.country_code == "AT" { "DE" } else { "AT" };
                Json(VatResponse { country_code: country.to_owned(), valid: true, ..answer }).into_response()
            }),
            Self::Half => result.map_or_else(error_response, |answer| {
                let whole = serde_json::to_string(&answer).unwrap_or_default();
                let half: String = whole.chars().take(whole.len() / 2).collect();
                raw_response(half)
            }),
        }
    }
}
