//! A stub of the register for development, demonstrations and tests, on a local port. It implements the interface of VIES
//! including its errors, and accepts every number with a valid format and check digits, except those that contain special digits
//! ([`rule`]): `404` is an unknown number, `503` makes the member state unavailable, `429` reports too many concurrent requests,
//! `500` reports that the service is unavailable.

mod fault;
mod rule;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

pub use fault::Fault;

use crate::messages::{VatFailure, VatRequest};

/// Maximum number of concurrent requests.
const MAX_CONCURRENT: usize = 16;
/// Maximum size of a request body, in bytes.
const MAX_REQUEST_BYTES: usize = 4096;

/// The stub. Clones share one state.
#[derive(Clone, Debug)]
pub struct StandIn(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    address: SocketAddr,
    fault: Mutex<Option<Fault>>,
    requests: AtomicU64,
    permits: Semaphore,
}

impl StandIn {
    /// Listens on a free local port.
    ///
    /// # Errors
    /// No port is available.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let stub = Self(Arc::new(Inner {
            address: listener.local_addr()?,
            fault: Mutex::new(None),
            requests: AtomicU64::new(0),
            permits: Semaphore::new(MAX_CONCURRENT),
        }));
        let router = Router::new().route("/check-vat-number", post(answer)).with_state(stub.clone());
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the stand-in for VIES ended");
            }
        });
        Ok(stub)
    }

    /// Base URL of the stub, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// Sets the fault of all following requests; `None` removes it.
    pub fn fail(&self, fault: Option<Fault>) {
        if let Ok(mut slot) = self.0.fault.lock() {
            *slot = fault;
        }
    }

    /// Number of requests received so far.
    pub fn request_count(&self) -> u64 {
        self.0.requests.load(Ordering::Relaxed)
    }

    fn fault(&self) -> Option<Fault> {
        self.0.fault.lock().ok().and_then(|slot| *slot)
    }
}

async fn answer(State(register): State<StandIn>, headers: HeaderMap, body: Bytes) -> Response {
    register.0.requests.fetch_add(1, Ordering::Relaxed);
    let Ok(_permit) = register.0.permits.try_acquire() else { return error_response("GLOBAL_MAX_CONCURRENT_REQ") };
    let is_json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !is_json {
        return StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response();
    }
    if body.len() > MAX_REQUEST_BYTES {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    let Ok(request) = serde_json::from_slice::<VatRequest>(&body) else {
        return (StatusCode::BAD_REQUEST, Json(VatFailure::from_code("VOW-ERR-1"))).into_response();
    };
    let result = rule::respond(&request);
    match register.fault() {
        Some(fault) => fault.answer(result).await,
        None => match result {
            Ok(answer) => Json(answer).into_response(),
            Err(error) => error_response(error),
        },
    }
}

/// Error response. The register sends errors with a success status.
fn error_response(error: &str) -> Response {
    Json(VatFailure::from_code(error)).into_response()
}

/// Response with a body that is not valid JSON of the interface.
fn raw_response(body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
}
