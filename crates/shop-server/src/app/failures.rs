//! Bodies for errors that no handler described, in the format that the client expects: a failing database, a timeout, an
//! unsupported method, control characters in the address, a panic.

use std::any::Any;

use axum::Json;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use shop_core::base::Lang;

use super::failure_codes::{code_of, in_json, sentence};
use super::state::AppState;
use crate::admin::{Refusal, language};
use crate::ajax::error_list;
use crate::render::negotiation::wants_page_json;
use crate::render::{CspNonce, Trouble, fallback};
use crate::store_api::{ApiError, BASES};

/// Kind of client that reads the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    /// The back office.
    BackOffice(Lang),
    /// A client of the store API.
    Store,
    /// Another caller that expects JSON.
    Json,
    Classic,
    /// The app, fetching a page's data: it then lets the browser load the page itself.
    App,
    Browser,
}

impl Reader {
    fn of(request: &Request) -> Self {
        let (path, query) = (request.uri().path(), request.uri().query().unwrap_or_default());
        let below = |base: &&str| path.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if path.starts_with("/api/admin/") {
            Self::BackOffice(language(request.headers()))
        } else if BASES.iter().any(below) {
            Self::Store
        } else if path.starts_with("/wp-json/") || path.starts_with("/api/") {
            Self::Json
        } else if query.contains("wc-ajax=") || path == "/wp-admin/admin-ajax.php" {
            Self::Classic
        } else if wants_page_json(request.headers().get(ACCEPT)) {
            Self::App
        } else {
            Self::Browser
        }
    }

    /// Tells whether a response still needs an error body. The two APIs with an OpenAPI document return every error as JSON;
    /// elsewhere a body that a handler wrote is left alone.
    fn lacks_words(self, status: StatusCode, headers: &HeaderMap) -> bool {
        match self {
            Self::BackOffice(_) | Self::Store => {
                (status.is_client_error() || status.is_server_error()) && !is_json(headers)
            }
            Self::Json | Self::Classic | Self::App | Self::Browser => {
                is_failure(status) && !headers.contains_key(CONTENT_TYPE)
            }
        }
    }

    fn answer(self, status: StatusCode, lang: Lang, nonce: &CspNonce) -> Response {
        match self {
            Self::BackOffice(lang) => Refusal::of_status(status).in_words(lang),
            Self::Store if !is_failure(status) => Json(ApiError::of_status(status).body(lang)).into_response(),
            Self::Store | Self::Json => Json(in_json(status, lang)).into_response(),
            Self::Classic => Json(in_classic_json(status, lang)).into_response(),
            Self::App => Body::empty().into_response(),
            Self::Browser => in_html(status, lang, nonce),
        }
    }
}

/// Tells whether a status reports a failing database or a bug.
fn is_failure(status: StatusCode) -> bool {
    matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::INTERNAL_SERVER_ERROR)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}

/// A response that may still need an error body.
pub(super) struct Unspoken {
    reader: Reader,
    nonce: CspNonce,
}

impl Unspoken {
    /// Records how to describe errors of a request, before it is handled.
    pub(super) fn of(request: &Request) -> Self {
        let nonce = request.extensions().get::<CspNonce>().cloned().unwrap_or_default();
        Self { reader: Reader::of(request), nonce }
    }

    /// Adds a body to an error response that has none.
    pub(super) fn put_into_words(self, state: &AppState, mut response: Response) -> Response {
        let status = response.status();
        if let Some(error) = ApiError::take(&mut response) {
            let mut headers = response.into_parts().0.headers;
            headers.remove(CONTENT_LENGTH);
            let mut written = Json(error.body(state.lang())).into_response();
            *written.status_mut() = status;
            written.headers_mut().extend(headers);
            return written;
        }
        if !self.reader.lacks_words(status, response.headers()) {
            return response;
        }
        let mut spoken = self.reader.answer(status, state.lang(), &self.nonce);
        *spoken.status_mut() = status;
        let mut headers = response.into_parts().0.headers;
        for name in [CONTENT_LENGTH, CONTENT_TYPE, CONTENT_ENCODING] {
            headers.remove(name);
        }
        spoken.headers_mut().extend(headers);
        if is_failure(status) {
            spoken.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            spoken.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        spoken
    }
}

/// Handles a panic: logs it and returns 500.
pub(crate) fn after_panic(panic: Box<dyn Any + Send>) -> Response {
    let reason = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(reason = reason.unwrap_or("unknown"), "a request ended in a panic");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

/// Builds the JSON of the classic checkout; clients that read data find the same members as in the store API.
fn in_classic_json(status: StatusCode, lang: Lang) -> Value {
    let code = code_of(status);
    let message = sentence(code, lang);
    json!({
        "result": "failure",
        "messages": error_list(&message),
        "refresh": false,
        "reload": false,
        "code": code,
        "message": message,
        "data": { "status": status.as_u16() },
    })
}

fn in_html(status: StatusCode, lang: Lang, nonce: &CspNonce) -> Response {
    let trouble = if status == StatusCode::SERVICE_UNAVAILABLE { Trouble::Away } else { Trouble::Fault };
    let mut response = Body::from(fallback(lang, trouble).with_nonce(nonce.as_str())).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    let lang = if lang == Lang::En { "en" } else { "it" };
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(lang));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn answered(reader: Reader, status: StatusCode) -> Value {
        let (_, body) = reader.answer(status, Lang::It, &CspNonce::default()).into_parts();
        serde_json::from_slice(&axum::body::to_bytes(body, 10_000).await.unwrap()).unwrap_or(Value::Null)
    }

    #[tokio::test]
    async fn the_back_office_reads_a_list_of_errors_whatever_failed() {
        for status in
            [StatusCode::METHOD_NOT_ALLOWED, StatusCode::INTERNAL_SERVER_ERROR, StatusCode::SERVICE_UNAVAILABLE]
        {
            let body = answered(Reader::BackOffice(Lang::It), status).await;
            assert_eq!(body["errors"], json!([]), "{status}: {body}");
            assert!(body["message"].as_str().is_some_and(|words| !words.is_empty()), "{body}");
        }
    }

    #[tokio::test]
    async fn the_store_api_reads_the_status_in_the_body() {
        for status in [StatusCode::NOT_FOUND, StatusCode::INTERNAL_SERVER_ERROR, StatusCode::SERVICE_UNAVAILABLE] {
            assert_eq!(answered(Reader::Store, status).await["data"]["status"], status.as_u16());
        }
    }

    #[test]
    fn what_a_handler_said_is_not_replaced() {
        let html = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))]);
        let json = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
        let fault = StatusCode::INTERNAL_SERVER_ERROR;
        assert!(!Reader::Browser.lacks_words(fault, &html));
        assert!(!Reader::Store.lacks_words(fault, &json));
        assert!(Reader::Store.lacks_words(fault, &html), "a client of the store API reads JSON");
        assert!(!Reader::Browser.lacks_words(StatusCode::NOT_FOUND, &HeaderMap::new()), "pages have their own");
    }

    fn reader(path: &str) -> Reader {
        Reader::of(&Request::get(path).body(Body::empty()).unwrap())
    }

    #[test]
    fn each_interface_reads_errors_in_its_own_shape() {
        assert_eq!(reader("/api/admin/me"), Reader::BackOffice(Lang::It));
        assert_eq!(reader("/wp-json/wc/store/v1/cart"), Reader::Store);
        assert_eq!(reader("/wp-json/wc/store"), Reader::Store);
        assert_eq!(reader("/wp-json/wc/storefront"), Reader::Json);
        assert_eq!(reader("/?wc-ajax=checkout"), Reader::Classic);
        for path in ["/", "/admin/", "/prodotto/olio/"] {
            assert_eq!(reader(path), Reader::Browser, "{path}");
        }
    }
}
