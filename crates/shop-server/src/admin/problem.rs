//! Errors of the back-office API, as JSON in the client's language.

use axum::Json;
use axum::body::{Body as RequestBody, Bytes};
use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shop_core::base::{FieldError, Lang, Params};
use shop_services::ports::{FormError, StoreError};
use utoipa::ToSchema;

use super::messages::{self, sentence};
use crate::accounts::password::PasswordError;
use crate::app::forms::json_numbers::parse_with_float_integers;
use crate::app::forms::nul_bytes::{in_json, in_query};

/// A rejected value is echoed in the error up to this many characters.
const MAX_ECHOED_CHARS: usize = 40;

/// A rejected request, before it is translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) code: &'static str,
    pub(super) params: Params,
    pub(super) errors: Vec<FieldError>,
    /// Seconds after which the client may retry.
    pub(super) retry_after: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Problem {
    /// Stable error code.
    code: String,
    /// The error as a translated sentence.
    message: String,
    /// Rejected fields; empty when the error concerns the whole request.
    errors: Vec<FieldProblem>,
}

/// A rejected field.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FieldProblem {
    /// Field name; `variations.{id}.{name}` for a field of a variation.
    field: String,
    /// Stable code of the violated rule.
    code: String,
    /// Values that the message contains.
    params: Params,
    /// The error as a translated sentence.
    message: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str) -> Self {
        Self { status, code, params: Params::new(), errors: Vec::new(), retry_after: None }
    }

    pub(super) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, messages::NOT_FOUND)
    }

    /// Rejects fields; nothing was saved.
    pub(super) fn fields(errors: Vec<FieldError>) -> Self {
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, messages::FIELDS_INVALID) }
    }

    /// Rejects one field.
    pub(super) fn field(error: FieldError) -> Self {
        Self::fields(vec![error])
    }

    /// Rejects a value that is not among the choices of a field; echoes its beginning.
    pub(super) fn unknown(field: &str, word: &impl ToString) -> Self {
        let echoed: String = word.to_string().chars().take(MAX_ECHOED_CHARS).collect();
        Self::field(FieldError::new(field, messages::VALUE_UNKNOWN).with("value", echoed))
    }

    /// Rejects an export that is built in memory and would have too many rows.
    pub(super) fn too_large(maximum: &impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, messages::EXPORT_TOO_LARGE).with("maximum", maximum)
    }

    #[must_use]
    pub(super) fn with(mut self, name: &str, value: &impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// Rejects a request that does not match the API description.
    pub(super) fn unreadable(status: StatusCode, reason: &str) -> Self {
        Self::new(status, messages::BODY_INVALID).with("reason", &reason)
    }

    /// Builds the error for a bare status that a layer or the router returned.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::METHOD_NOT_ALLOWED => Self::new(status, messages::METHOD_REFUSED),
            StatusCode::SERVICE_UNAVAILABLE => Self { retry_after: Some(2), ..Self::new(status, messages::BUSY) },
            _ if status.is_client_error() => Self::unreadable(status, status.canonical_reason().unwrap_or_default()),
            _ => Self::new(status, messages::UNKNOWN_ERROR),
        }
    }

    /// Builds the translated response.
    pub(crate) fn in_words(&self, lang: Lang) -> Response {
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
    /// Leaves the translation to [`localize_refusals`], which knows the language.
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

impl From<FormError> for Refusal {
    fn from(error: FormError) -> Self {
        match error {
            FormError::Fields(errors) => Self::fields(errors),
            FormError::Store(error) => error.into(),
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

/// Translates refusals and marks every response as not cacheable.
pub(super) async fn localize_refusals(request: Request, next: Next) -> Response {
    let lang = language(request.headers());
    let mut response = next.run(request).await;
    if let Some(refusal) = response.extensions_mut().remove::<Refusal>() {
        response = refusal.in_words(lang);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Returns English if the request prefers it, otherwise Italian.
pub(crate) fn language(headers: &HeaderMap) -> Lang {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if accepted.trim_start().to_ascii_lowercase().starts_with("en") { Lang::En } else { Lang::It }
}

/// Extracts a typed JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::from_parts(parts.clone(), body), state)
            .await
            .map_err(|rejection: BytesRejection| Refusal::unreadable(rejection.status(), &rejection.body_text()))?;
        if in_json(&bytes) {
            return Err(Refusal::unreadable(StatusCode::BAD_REQUEST, "NUL"));
        }
        // Serde would accept an array as the fields of a struct in their order.
        if bytes.trim_ascii_start().starts_with(b"[") {
            return Err(Refusal::unreadable(StatusCode::UNPROCESSABLE_ENTITY, "an object is expected"));
        }
        let request = Request::from_parts(parts, RequestBody::from(bytes.clone()));
        let rejection = match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => return Ok(Self(body)),
            Err(rejection) => rejection,
        };
        let by_value =
            if matches!(rejection, JsonRejection::JsonDataError(_)) { parse_with_float_integers(&bytes) } else { None };
        by_value.map(Self).ok_or_else(|| Refusal::unreadable(rejection.status(), &rejection.body_text()))
    }
}

/// Extracts a typed query string.
pub(super) struct QueryParams<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        if in_query(&parts.uri) {
            return Err(Refusal::unreadable(StatusCode::BAD_REQUEST, "NUL"));
        }
        let Query(query) = Query::<T>::from_request_parts(parts, state)
            .await
            .map_err(|rejection: QueryRejection| Refusal::unreadable(rejection.status(), &rejection.body_text()))?;
        Ok(Self(query))
    }
}

/// Extracts the id from the path; anything but a number is not found.
pub(super) struct Id(pub(super) i64);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(id) = Path::<i64>::from_request_parts(parts, state).await.map_err(|_| Refusal::not_found())?;
        Ok(Self(id))
    }
}

/// Extracts two ids from the path.
pub(super) struct Ids(pub(super) i64, pub(super) i64);

impl<S: Send + Sync> FromRequestParts<S> for Ids {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let ids = Path::<(i64, i64)>::from_request_parts(parts, state).await;
        ids.map(|Path((first, second))| Self(first, second)).map_err(|_| Refusal::not_found())
    }
}

/// Extracts an id and a name from the path.
pub(super) struct IdAndName(pub(super) i64, pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for IdAndName {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let named = Path::<(i64, String)>::from_request_parts(parts, state).await;
        named.map(|Path((id, name))| Self(id, name)).map_err(|_| Refusal::not_found())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_english_only_if_it_is_preferred() {
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
