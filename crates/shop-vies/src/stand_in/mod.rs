//! A register for development, demonstration and tests, on a port of this machine. It speaks the interface of VIES, with its refusals,
//! and knows every number whose shape and check digits are right, by these rules ([`rule`]): one that has `404` in it was never
//! given out, `503` makes the register of its state unavailable, `429` finds too many questions at once, `500` the service out of
//! order.

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

use crate::shapes::{Failure, Question};

/// Questions that are answered at once.
const AT_ONCE: usize = 16;
/// Longest question, in bytes.
const MAX_QUESTION_BYTES: usize = 4096;

/// The stand-in. Clones are the same one.
#[derive(Clone, Debug)]
pub struct StandIn(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    address: SocketAddr,
    fault: Mutex<Option<Fault>>,
    asked: AtomicU64,
    places: Semaphore,
}

impl StandIn {
    /// Listens on a free port of this machine.
    ///
    /// # Errors
    /// There is none.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let one = Self(Arc::new(Inner {
            address: listener.local_addr()?,
            fault: Mutex::new(None),
            asked: AtomicU64::new(0),
            places: Semaphore::new(AT_ONCE),
        }));
        let router = Router::new().route("/check-vat-number", post(answer)).with_state(one.clone());
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the stand-in for VIES ended");
            }
        });
        Ok(one)
    }

    /// Where it answers, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// From now on it fails so; `None`: it answers again.
    pub fn fail(&self, fault: Option<Fault>) {
        if let Ok(mut slot) = self.0.fault.lock() {
            *slot = fault;
        }
    }

    /// Questions that came so far.
    pub fn asked(&self) -> u64 {
        self.0.asked.load(Ordering::Relaxed)
    }

    fn fault(&self) -> Option<Fault> {
        self.0.fault.lock().ok().and_then(|slot| *slot)
    }
}

async fn answer(State(register): State<StandIn>, headers: HeaderMap, body: Bytes) -> Response {
    register.0.asked.fetch_add(1, Ordering::Relaxed);
    let Ok(_place) = register.0.places.try_acquire() else { return refused("GLOBAL_MAX_CONCURRENT_REQ") };
    let is_json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !is_json {
        return StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response();
    }
    if body.len() > MAX_QUESTION_BYTES {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    let Ok(question) = serde_json::from_slice::<Question>(&body) else {
        return (StatusCode::BAD_REQUEST, Json(Failure::of("VOW-ERR-1"))).into_response();
    };
    let said = rule::answer(&question);
    match register.fault() {
        Some(fault) => fault.answer(said).await,
        None => match said {
            Ok(answer) => Json(answer).into_response(),
            Err(error) => refused(error),
        },
    }
}

/// The register tells failures with the status of a success.
fn refused(error: &str) -> Response {
    Json(Failure::of(error)).into_response()
}

/// A body that is no answer of the register's.
fn raw(body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
}
