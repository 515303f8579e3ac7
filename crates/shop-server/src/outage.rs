//! What is said when the database does not do as asked: a sentence in the shop's language, in the shape that the client reads.
//! Handlers answer with the bare status; the words are put to it here, once for all of them.

use axum::Json;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use shop_core::messages::{codes, text};
use shop_core::{Lang, Params};
use shop_services::ports::StoreError;

use crate::ajax::error_list;
use crate::render::negotiation::wants_page_json;
use crate::render::{CspNonce, Trouble, fallback};
use crate::state::AppState;

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
        StatusCode::TOO_MANY_REQUESTS => codes::TOO_MANY_REQUESTS,
        _ => codes::UNKNOWN_ERROR,
    }
}

/// What a client reads of a failure.
#[derive(Clone, Copy)]
enum Reads {
    /// The store API and others that answer in JSON.
    Json,
    /// Classic calls.
    Classic,
    /// The app asks for a page's data: it lets the browser come for the page itself.
    Nothing,
    /// A browser.
    Page,
}

fn reads(request: &Request) -> Reads {
    let (path, query) = (request.uri().path(), request.uri().query().unwrap_or_default());
    if path.starts_with("/wp-json/") || path.starts_with("/api/") {
        Reads::Json
    } else if query.contains("wc-ajax=") || path == "/wp-admin/admin-ajax.php" {
        Reads::Classic
    } else if wants_page_json(request.headers().get(ACCEPT)) {
        Reads::Nothing
    } else {
        Reads::Page
    }
}

/// The layer: puts words to answers that have none but their status, 500 or 503.
pub(crate) async fn speak(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let reads = reads(&request);
    let nonce = request.extensions().get::<CspNonce>().cloned().unwrap_or_default();
    let response = next.run(request).await;
    let status = response.status();
    let failed = matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::INTERNAL_SERVER_ERROR);
    if !failed || response.headers().contains_key(CONTENT_TYPE) {
        return response;
    }
    let lang = state.shop.last_settings().map(|settings| settings.lang()).unwrap_or_default();
    let mut spoken = match reads {
        Reads::Json => Json(in_json(status, lang)).into_response(),
        Reads::Classic => Json(in_classic_json(status, lang)).into_response(),
        Reads::Nothing => Body::empty().into_response(),
        Reads::Page => in_html(status, lang, &nonce),
    };
    *spoken.status_mut() = status;
    let mut headers = response.into_parts().0.headers;
    headers.remove(CONTENT_LENGTH);
    spoken.headers_mut().extend(headers);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        spoken.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
    }
    spoken.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    spoken
}

/// As the store API tells refusals.
pub(crate) fn in_json(status: StatusCode, lang: Lang) -> Value {
    let code = code_of(status);
    json!({ "code": code, "message": sentence(code, lang), "data": { "status": status.as_u16() } })
}

fn sentence(code: &str, lang: Lang) -> String {
    text(code, &Params::new(), lang)
}

/// As the classic checkout tells them; whoever reads data finds it as in the store API.
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
