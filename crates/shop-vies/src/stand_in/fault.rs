//! Faults of a register that tests plan.

use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::{raw, refused};
use crate::shapes::Answer;

/// How the stand-in fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It takes the question and never answers.
    Slow,
    /// It is out of service as a whole: HTTP 503 with a page.
    Down,
    /// It answers about a number of another country, which is valid.
    WrongCountry,
    /// It answers what is no JSON.
    Garbage,
    /// Its answer breaks off.
    Half,
    /// It answers more than anybody wants to read.
    Endless,
    /// Another refusal of the interface, such as `MS_UNAVAILABLE`.
    Refuses(&'static str),
}

impl Fault {
    /// What comes in place of the answer.
    pub(super) async fn answer(self, said: Result<Answer, &'static str>) -> Response {
        match self {
            Self::Slow => std::future::pending().await,
            Self::Down => (StatusCode::SERVICE_UNAVAILABLE, "<html>Service Unavailable</html>").into_response(),
            Self::Garbage => raw("<html>\u{0}{\"valid\":true"),
            Self::Refuses(error) => refused(error),
            Self::Endless => raw(Body::from(vec![b' '; 1024 * 1024])),
            Self::WrongCountry => said.map_or_else(refused, |answer| {
                let country = if answer.country_code == "AT" { "DE" } else { "AT" };
                Json(Answer { country_code: country.to_owned(), valid: true, ..answer }).into_response()
            }),
            Self::Half => said.map_or_else(refused, |answer| {
                let whole = serde_json::to_string(&answer).unwrap_or_default();
                let half: String = whole.chars().take(whole.len() / 2).collect();
                raw(half)
            }),
        }
    }
}
