//! The door to `/v1`: keys, parameters, idempotency and faults; then the call itself, in one transaction.

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
use crate::http::idempotency::{KeptAnswer, LONGEST_KEY, keep, kept, salt};
use crate::ids::random_word;
use crate::{API_VERSION, Sandbox, calls};

/// Longest body of a call.
const LONGEST_BODY: usize = 64 * 1024;

pub(crate) fn router() -> Router<Sandbox> {
    Router::new().route("/v1/{*call}", any(serve))
}

/// What is answered.
struct Answer {
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
    let call = match to_bytes(body, LONGEST_BODY).await {
        Ok(bytes) => read(&sandbox, &parts.headers, parts.method.clone(), parts.uri.path(), query, &bytes),
        Err(_) => Err(ApiError::invalid(None, "The request is too long, or was cut off.")),
    };
    let fault = sandbox.inner.faults.take(parts.method.as_str(), parts.uri.path());
    let answer = work(&sandbox, call, fault, &request_id).await;
    let mut response = respond(answer, fault);
    for name in ["stripe-version", "idempotency-key"] {
        if let Some(value) = parts.headers.get(name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    finish(&sandbox, &parts.headers, &request_id, response)
}

fn read(
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
    if key.as_ref().is_some_and(|key| key.is_empty() || key.len() > LONGEST_KEY) {
        return Err(ApiError::invalid(None, "Idempotency keys must have 1 to 255 characters."));
    }
    // Whoever knows only the key for browsers never gets a server's answer.
    let scope = if caller == Caller::Server { "server" } else { "browser" };
    let idempotency_key = key.filter(|_| method == Method::POST).map(|key| format!("{scope}:{key}"));
    Ok(Call { method, path: path.trim_end_matches('/').to_owned(), form, caller, idempotency_key })
}

/// Does the call, with what is to go wrong before it.
async fn work(sandbox: &Sandbox, call: ApiResult<Call>, fault: Option<Fault>, request_id: &str) -> Option<Answer> {
    let refused = |error: &ApiError| Some(Answer::refusal(error, request_id));
    let call = match call {
        Ok(call) => call,
        Err(error) => return refused(&error),
    };
    // Held until the answer leaves, so that a twin meanwhile is told so.
    let place = call.idempotency_key.as_ref().map(|key| sandbox.inner.in_flight.enter(key));
    if matches!(place, Some(None)) {
        return refused(&ApiError::twin_in_flight());
    }
    match fault {
        Some(Fault::Error) => return refused(&ApiError::internal("An unknown error occurred.")),
        Some(Fault::RateLimit { retry_after_s }) => return refused(&ApiError::rate_limit(retry_after_s)),
        Some(Fault::Drop) => return None,
        Some(Fault::Hang { ms }) => stall(sandbox, ms).await,
        _ => {}
    }
    let answer = sandbox.do_call(&call, request_id);
    if let Some(Fault::Late { ms }) = fault {
        stall(sandbox, ms).await;
    }
    Some(answer)
}

/// Does nothing for a while or until all faults are taken back, and lets those know who wait for that.
async fn stall(sandbox: &Sandbox, ms: u64) {
    let cleared = sandbox.inner.faults.cleared();
    sandbox.inner.stalls.send_modify(|count| *count += 1);
    tokio::select! {
        () = tokio::time::sleep(Duration::from_millis(ms)) => {}
        () = cleared => {}
    }
}

impl Answer {
    fn refusal(error: &ApiError, request_id: &str) -> Self {
        let body = error.body(request_id).to_string();
        Self { status: error.status, body, replayed: false, retry_after: error.retry_after }
    }
}

impl Sandbox {
    fn do_call(&self, call: &Call, request_id: &str) -> Answer {
        let done = self.write(|tx| {
            let request = match &call.idempotency_key {
                Some(_) => call.form.fingerprint(&salt(tx), &format!("{} {}", call.method, call.path)),
                None => String::new(),
            };
            if let Some(kept) = call.idempotency_key.as_ref().and_then(|key| kept(tx, key)) {
                if kept.request != request {
                    return Answer::refusal(&ApiError::other_parameters(), request_id);
                }
                let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                return Answer { status, body: kept.body, replayed: true, retry_after: None };
            }
            let (answer, keeps) = match calls::dispatch(tx, call) {
                Ok(value) => {
                    let body = value.to_string();
                    (Answer { status: StatusCode::OK, body, replayed: false, retry_after: None }, true)
                }
                Err(error) => {
                    if !error.effects {
                        tx.roll_back();
                    }
                    (Answer::refusal(&error, request_id), !error.before_execution())
                }
            };
            if let Some(key) = call.idempotency_key.clone().filter(|_| keeps) {
                let (status, body, at) = (answer.status.as_u16(), answer.body.clone(), tx.now());
                keep(tx, &KeptAnswer { key, request, status, body, at });
            }
            answer
        });
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "the sandbox could not write its database");
            Answer::refusal(&ApiError::internal("The state could not be stored."), request_id)
        })
    }
}

fn respond(answer: Option<Answer>, fault: Option<Fault>) -> Response {
    let Some(answer) = answer.filter(|_| fault != Some(Fault::DropAnswer)) else { return cut("") };
    let body = match fault {
        Some(Fault::Truncate) => return cut(answer.body.get(..answer.body.len() / 2).unwrap_or_default()),
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

/// An answer whose connection breaks after these first bytes.
fn cut(first: &str) -> Response {
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

/// Headers of every answer. Pages of the shop may call with the publishable key; there are no cookies to lend.
fn finish(sandbox: &Sandbox, asked: &HeaderMap, request_id: &str, mut response: Response) -> Response {
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set("request-id", request_id);
    set("cache-control", "no-store");
    set("x-content-type-options", "nosniff");
    if !asked.contains_key("stripe-version") {
        set("stripe-version", API_VERSION);
    }
    set("vary", "Origin");
    let origin = asked.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    if let Some(origin) = origin.filter(|own| sandbox.inner.options.shop_origins.iter().any(|known| known == own)) {
        set("access-control-allow-origin", origin);
        set("access-control-allow-methods", "GET, POST");
        set("access-control-allow-headers", "authorization, content-type, idempotency-key, stripe-version");
        set("access-control-max-age", "600");
    }
    response
}
