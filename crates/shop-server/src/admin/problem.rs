//! Refusals of the back office, as JSON in the language of who asks.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shop_core::{FieldError, Lang, Params};
use shop_services::ports::StoreError;
use utoipa::ToSchema;

use super::messages::{self, sentence};
use crate::password::PasswordError;

/// A request that was refused, before it is put into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) code: &'static str,
    pub(super) params: Params,
    pub(super) errors: Vec<FieldError>,
    /// Seconds after which trying again may help.
    pub(super) retry_after: Option<i64>,
}

/// A refusal as sent.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Problem {
    /// Stable name of the refusal.
    code: String,
    /// The same in words.
    message: String,
    /// Refused fields; empty when the refusal concerns the whole request.
    errors: Vec<FieldProblem>,
}

/// A refused field.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FieldProblem {
    /// Name of the field, `variations.{id}.{name}` for those of a variation.
    field: String,
    /// Stable name of the rule.
    code: String,
    /// Values that the rule names.
    params: Params,
    /// The same in words.
    message: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str) -> Self {
        Self { status, code, params: Params::new(), errors: Vec::new(), retry_after: None }
    }

    pub(super) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, messages::NOT_FOUND)
    }

    /// Refused fields; nothing was saved.
    pub(super) fn fields(errors: Vec<FieldError>) -> Self {
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, messages::FIELDS_INVALID) }
    }

    /// One refused field.
    pub(super) fn field(error: FieldError) -> Self {
        Self::fields(vec![error])
    }

    #[must_use]
    pub(super) fn with(mut self, name: &str, value: &impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    pub(super) fn unreadable(status: StatusCode, reason: &str) -> Self {
        Self::new(status, messages::BODY_INVALID).with("reason", &reason)
    }

    fn in_words(&self, lang: Lang) -> Response {
        let errors = self
            .errors
            .iter()
            .map(|error| FieldProblem {
                field: error.field.clone(),
                code: error.code.to_string(),
                params: error.params.clone(),
                message: sentence(&error.code, &error.params, lang),
            })
            .collect();
        let body = Problem { code: self.code.to_owned(), message: sentence(self.code, &self.params, lang), errors };
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl IntoResponse for Refusal {
    /// Leaves the words to [`speak`], which knows the language.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "back office: storage failed");
        match error {
            StoreError::Unavailable(_) => {
                Self { retry_after: Some(2), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, messages::STORE_UNAVAILABLE) }
            }
            StoreError::Inconsistent { .. } | StoreError::Refused(_) | StoreError::TooManyCarts => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNKNOWN_ERROR)
            }
        }
    }
}

impl From<PasswordError> for Refusal {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => {
                Self { retry_after: Some(2), ..Self::new(StatusCode::TOO_MANY_REQUESTS, messages::BUSY) }
            }
            PasswordError::Failed => Self::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNKNOWN_ERROR),
        }
    }
}

/// Puts refusals into words and keeps all answers out of caches.
pub(super) async fn speak(request: Request, next: Next) -> Response {
    let lang = language(request.headers());
    let mut response = next.run(request).await;
    if let Some(refusal) = response.extensions_mut().remove::<Refusal>() {
        response = refusal.in_words(lang);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The language that a request asks for first; Italian unless it is English.
pub(super) fn language(headers: &HeaderMap) -> Lang {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if asked.trim_start().to_ascii_lowercase().starts_with("en") { Lang::En } else { Lang::It }
}

/// A typed JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let Json(body) = Json::<T>::from_request(request, state)
            .await
            .map_err(|rejection: JsonRejection| Refusal::unreadable(rejection.status(), &rejection.body_text()))?;
        Ok(Self(body))
    }
}

/// A typed query string.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Query(query) = Query::<T>::from_request_parts(parts, state)
            .await
            .map_err(|rejection: QueryRejection| Refusal::unreadable(rejection.status(), &rejection.body_text()))?;
        Ok(Self(query))
    }
}

/// The number in the path; anything else names nothing.
pub(super) struct Id(pub(super) i64);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(id) = Path::<i64>::from_request_parts(parts, state).await.map_err(|_| Refusal::not_found())?;
        Ok(Self(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_spoken_only_when_it_is_asked_for_first() {
        let with = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(text));
            language(&headers)
        };
        assert_eq!(with("en-GB,it;q=0.5"), Lang::En);
        assert_eq!(with("it-IT,en;q=0.5"), Lang::It);
        assert_eq!(with("fr"), Lang::It);
        assert_eq!(language(&HeaderMap::new()), Lang::It);
    }
}
