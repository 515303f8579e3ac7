//! Serves `/v1`: checks the key, the parameters and the idempotency key, applies planned faults, then runs the call in one
//! transaction.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde_json::Value;
use std::time::Duration;

use crate::calls::Call;
use crate::http::auth::{Caller, caller};
use crate::http::error::{ApiError, ApiResult};
use crate::http::faults::Fault;
use crate::http::form::Form;
use crate::http::idempotency::{MAX_KEY_LENGTH, StoredResponse, find_response, salt, store_response};
use crate::ids::random_word;
use crate::{API_VERSION, Sandbox, calls};

/// Maximum size of a request body, in bytes.
const MAX_BODY_BYTES: usize = 64 * 1024;

pub(crate) fn router() -> Router<Sandbox> {
    Router::new().route("/v1/{*call}", any(serve))
}

/// A response before faults are applied to it.
struct ApiResponse {
    status: StatusCode,
    body: String,
    replayed: bool,
    retry_after: Option<u32>,
}

async fn serve(State(sandbox): State<Sandbox>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let request_id = format!("req_{}", random_word(sandbox.inner.options.random.as_ref(), 14));
    if parts.method == Method::OPTIONS {
        return finish(&sandbox, &parts.headers, &request_id, StatusCode::NO_CONTENT.into_response());
    }
    let query = parts.uri.query().unwrap_or_default();
    let call = match to_bytes(body, MAX_BODY_BYTES).await {
        Ok(bytes) => parse_call(&sandbox, &parts.headers, parts.method.clone(), parts.uri.path(), query, &bytes),
        Err(_) => Err(ApiError::invalid(None, "The request is too long, or was cut off.")),
    };
    let fault = sandbox.inner.faults.take(parts.method.as_str(), parts.uri.path());
    let answer = run(&sandbox, call, fault, &request_id).await;
    let mut response = respond(answer, fault);
    for name in ["stripe-version", "idempotency-key"] {
        if let Some(value) = parts.headers.get(name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    finish(&sandbox, &parts.headers, &request_id, response)
}

fn parse_call(
    sandbox: &Sandbox,
    headers: &HeaderMap,
    method: Method,
    path: &str,
    query: &str,
    body: &[u8],
) -> ApiResult<Call> {
    let form = Form::parse(query, body)?;
    let caller = caller(headers, &form, &sandbox.inner.options)?;
    let key = headers.get("idempotency-key").map(|value| value.to_str().unwrap_or_default().to_owned());
    if key.as_ref().is_some_and(|key| key.is_empty() || key.len() > MAX_KEY_LENGTH) {
        return Err(ApiError::invalid(None, "Idempotency keys must have 1 to 255 characters."));
    }
    // Server and browser keys have separate scopes, so that a browser cannot replay a response that a server received.
    let scope = if caller == Caller::Server { "server" } else { "browser" };
    let idempotency_key = key.filter(|_| method == Method::POST).map(|key| format!("{scope}:{key}"));
    Ok(Call { method, path: path.trim_end_matches('/').to_owned(), form, caller, idempotency_key })
}

/// Runs the call, applying the planned fault that comes before or after it. Returns `None` if the connection is to be dropped.
async fn run(sandbox: &Sandbox, call: ApiResult<Call>, fault: Option<Fault>, request_id: &str) -> Option<ApiResponse> {
    let reject = |error: &ApiError| Some(ApiResponse::from_error(error, request_id));
    let call = match call {
        Ok(call) => call,
        Err(error) => return reject(&error),
    };
    // Held until the response is sent, so that a concurrent request with the same key gets a 409.
    let claim = call.idempotency_key.as_ref().map(|key| sandbox.inner.in_flight.claim(key));
    if matches!(claim, Some(None)) {
        return reject(&ApiError::twin_in_flight());
    }
    match fault {
        Some(Fault::Error) => return reject(&ApiError::internal("An unknown error occurred.")),
        Some(Fault::RateLimit { retry_after_s }) => return reject(&ApiError::rate_limit(retry_after_s)),
        Some(Fault::Drop) => return None,
        Some(Fault::Hang { ms }) => stall(sandbox, ms).await,
        _ => {}
    }
    let answer = sandbox.execute(&call, request_id);
    if let Some(Fault::Late { ms }) = fault {
        stall(sandbox, ms).await;
    }
    Some(answer)
}

/// Waits for `ms` or until all faults are cleared, and wakes the tests that wait for the stall.
async fn stall(sandbox: &Sandbox, ms: u64) {
    let cleared = sandbox.inner.faults.cleared();
    sandbox.inner.stalls.send_modify(|count| *count += 1);
    tokio::select! {
        () = tokio::time::sleep(Duration::from_millis(ms)) => {}
        () = cleared => {}
    }
}

impl ApiResponse {
    fn from_error(error: &ApiError, request_id: &str) -> Self {
        let body = error.body(request_id).to_string();
        Self { status: error.status, body, replayed: false, retry_after: error.retry_after }
    }
}

impl Sandbox {
    fn execute(&self, call: &Call, request_id: &str) -> ApiResponse {
        let result = self.write(|tx| {
            let request = match &call.idempotency_key {
                Some(_) => call.form.fingerprint(&salt(tx), &format!("{} {}", call.method, call.path)),
                None => String::new(),
            };
            if let Some(stored) = call.idempotency_key.as_ref().and_then(|key| find_response(tx, key)) {
                if stored.request != request {
                    return ApiResponse::from_error(&ApiError::other_parameters(), request_id);
                }
                let status = StatusCode::from_u16(stored.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                return ApiResponse { status, body: stored.body, replayed: true, retry_after: None };
            }
            let (answer, is_stored) = match calls::dispatch(tx, call) {
                Ok(value) => {
                    let body = value.to_string();
                    (ApiResponse { status: StatusCode::OK, body, replayed: false, retry_after: None }, true)
                }
                Err(error) => {
                    if !error.effects {
                        tx.roll_back();
                    }
                    (ApiResponse::from_error(&error, request_id), !error.before_execution())
                }
            };
            if let Some(key) = call.idempotency_key.clone().filter(|_| is_stored) {
                let (status, body, at) = (answer.status.as_u16(), answer.body.clone(), tx.now());
                store_response(tx, &StoredResponse { key, request, status, body, at });
            }
            answer
        });
        result.unwrap_or_else(|error| {
            tracing::error!(%error, "the sandbox could not write its database");
            ApiResponse::from_error(&ApiError::internal("The state could not be stored."), request_id)
        })
    }
}

fn respond(answer: Option<ApiResponse>, fault: Option<Fault>) -> Response {
    let Some(answer) = answer.filter(|_| fault != Some(Fault::DropAnswer)) else { return truncated_response("") };
    let body = match fault {
        Some(Fault::Truncate) => {
            return truncated_response(answer.body.get(..answer.body.len() / 2).unwrap_or_default());
        }
        Some(Fault::OffByCent) => off_by_cent(&answer.body),
        _ => answer.body,
    };
    let mut response = (answer.status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
    if answer.replayed {
        response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    if let Some(seconds) = answer.retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// Response whose connection breaks after the given bytes.
fn truncated_response(first: &str) -> Response {
    let parts = [Ok(Bytes::copy_from_slice(first.as_bytes())), Err(std::io::Error::other("cut on demand"))];
    let parts = parts.into_iter().skip(usize::from(first.is_empty()));
    let body = Body::from_stream(futures_util::stream::iter(parts));
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

fn off_by_cent(body: &str) -> String {
    let Ok(Value::Object(mut object)) = serde_json::from_str::<Value>(body) else { return body.to_owned() };
    for name in ["amount", "amount_received", "amount_capturable"] {
        if let Some(amount) = object.get(name).and_then(Value::as_i64).filter(|amount| *amount > 0) {
            object.insert(name.to_owned(), Value::from(amount + 1));
        }
    }
    Value::Object(object).to_string()
}

/// Adds the headers that every response has. Pages of the shop may call with the publishable key; CORS needs no credentials
/// because the API sets no cookies.
fn finish(sandbox: &Sandbox, request_headers: &HeaderMap, request_id: &str, mut response: Response) -> Response {
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set("request-id", request_id);
    set("cache-control", "no-store");
    set("x-content-type-options", "nosniff");
    if !request_headers.contains_key("stripe-version") {
        set("stripe-version", API_VERSION);
    }
    set("vary", "Origin");
    let origin = request_headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    if let Some(origin) = origin.filter(|own| sandbox.inner.options.shop_origins.iter().any(|known| known == own)) {
        set("access-control-allow-origin", origin);
        set("access-control-allow-methods", "GET, POST");
        set("access-control-allow-headers", "authorization, content-type, idempotency-key, stripe-version");
        set("access-control-max-age", "600");
    }
    response
}
