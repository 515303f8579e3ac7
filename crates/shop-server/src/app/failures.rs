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
use crate::admin::{Refusal, language};
use crate::ajax::error_list;
use crate::render::negotiation::wants_page_json;
use crate::render::{CspNonce, FallbackReason, fallback};
use crate::store_api::{ApiError, BASES};

/// Kind of client that reads the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Client {
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

impl Client {
    fn from_request(request: &Request) -> Self {
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
    fn needs_body(self, status: StatusCode, headers: &HeaderMap) -> bool {
        match self {
            Self::BackOffice(_) | Self::Store => {
                (status.is_client_error() || status.is_server_error()) && !is_json(headers)
            }
            Self::Json | Self::Classic | Self::App | Self::Browser => {
                is_failure(status) && !headers.contains_key(CONTENT_TYPE)
            }
        }
    }

    fn error_response(self, status: StatusCode, lang: Lang, nonce: &CspNonce) -> Response {
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
pub(super) struct ErrorDescriber {
    client: Client,
    nonce: CspNonce,
}

impl ErrorDescriber {
    /// Records how to describe errors of a request, before it is handled.
    pub(super) fn for_request(request: &Request) -> Self {
        let nonce = request.extensions().get::<CspNonce>().cloned().unwrap_or_default();
        Self { client: Client::from_request(request), nonce }
    }

    /// Adds a body to an error response that has none.
    pub(super) fn add_error_body(self, lang: Lang, mut response: Response) -> Response {
        let status = response.status();
        if let Some(error) = ApiError::take(&mut response) {
            let mut headers = response.into_parts().0.headers;
            headers.remove(CONTENT_LENGTH);
            let mut described = Json(error.body(lang)).into_response();
            *described.status_mut() = status;
            described.headers_mut().extend(headers);
            return described;
        }
        if !self.client.needs_body(status, response.headers()) {
            return response;
        }
        let mut described = self.client.error_response(status, lang, &self.nonce);
        *described.status_mut() = status;
        let mut headers = response.into_parts().0.headers;
        for name in [CONTENT_LENGTH, CONTENT_TYPE, CONTENT_ENCODING] {
            headers.remove(name);
        }
        described.headers_mut().extend(headers);
        if is_failure(status) {
            described.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            described.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        described
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
    let reason =
        if status == StatusCode::SERVICE_UNAVAILABLE { FallbackReason::DatabaseDown } else { FallbackReason::Bug };
    let mut response = Body::from(fallback(lang, reason).with_nonce(nonce.as_str())).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    let lang = if lang == Lang::En { "en" } else { "it" };
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(lang));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn answered(client: Client, status: StatusCode) -> Value {
        let (_, body) = client.error_response(status, Lang::It, &CspNonce::default()).into_parts();
        serde_json::from_slice(&axum::body::to_bytes(body, 10_000).await.unwrap()).unwrap_or(Value::Null)
    }

    #[tokio::test]
    async fn the_back_office_reads_a_list_of_errors_whatever_failed() {
        for status in
            [StatusCode::METHOD_NOT_ALLOWED, StatusCode::INTERNAL_SERVER_ERROR, StatusCode::SERVICE_UNAVAILABLE]
        {
            let body = answered(Client::BackOffice(Lang::It), status).await;
            assert_eq!(body["errors"], json!([]), "{status}: {body}");
            assert!(body["message"].as_str().is_some_and(|words| !words.is_empty()), "{body}");
        }
    }

    #[tokio::test]
    async fn the_store_api_reads_the_status_in_the_body() {
        for status in [StatusCode::NOT_FOUND, StatusCode::INTERNAL_SERVER_ERROR, StatusCode::SERVICE_UNAVAILABLE] {
            assert_eq!(answered(Client::Store, status).await["data"]["status"], status.as_u16());
        }
    }

    #[test]
    fn what_a_handler_said_is_not_replaced() {
        let html = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))]);
        let json = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
        let fault = StatusCode::INTERNAL_SERVER_ERROR;
        assert!(!Client::Browser.needs_body(fault, &html));
        assert!(!Client::Store.needs_body(fault, &json));
        assert!(Client::Store.needs_body(fault, &html), "a client of the store API reads JSON");
        assert!(!Client::Browser.needs_body(StatusCode::NOT_FOUND, &HeaderMap::new()), "pages have their own");
    }

    fn client(path: &str) -> Client {
        Client::from_request(&Request::get(path).body(Body::empty()).unwrap())
    }

    #[test]
    fn each_interface_reads_errors_in_its_own_shape() {
        assert_eq!(client("/api/admin/me"), Client::BackOffice(Lang::It));
        assert_eq!(client("/wp-json/wc/store/v1/cart"), Client::Store);
        assert_eq!(client("/wp-json/wc/store"), Client::Store);
        assert_eq!(client("/wp-json/wc/storefront"), Client::Json);
        assert_eq!(client("/?wc-ajax=checkout"), Client::Classic);
        for path in ["/", "/admin/", "/prodotto/olio/"] {
            assert_eq!(client(path), Client::Browser, "{path}");
        }
    }
}
