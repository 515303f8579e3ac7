//! An intermediary that takes electronic invoices to the exchange system, for tests: as strict as its description
//! (`einvoice_carriers/intermediary.rs`), and as unreliable as it is told to be.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};

/// The token that opens it.
pub const TOKEN: &str = "prova-intermediario";

/// What it was told, and what it has.
#[derive(Default)]
struct Held {
    /// Files by name: what it calls them, and their text.
    files: BTreeMap<String, (String, String)>,
    /// What it says of each.
    told: BTreeMap<String, Value>,
    /// The next answers, whatever is asked.
    faults: Vec<(u16, String)>,
    /// Requests so far.
    requests: usize,
}

/// The stand-in.
#[derive(Clone, Default)]
pub struct StandInIntermediary(Arc<Mutex<Held>>);

impl StandInIntermediary {
    /// Starts it; gives its address.
    pub async fn start(&self) -> String {
        let router = Router::new()
            .route("/v1/invoices", post(take))
            .route("/v1/invoices/{id}", get(tell))
            .with_state(self.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}/v1")
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.0.lock().expect("nobody panicked")
    }

    /// The next request is answered so.
    pub fn fails(&self, status: u16, body: &str) {
        self.held().faults.push((status, body.to_owned()));
    }

    /// What the exchange system says of all that it has.
    pub fn says(&self, answer: &Value) {
        let mut held = self.held();
        let ids: Vec<String> = held.files.values().map(|(id, _)| id.clone()).collect();
        for id in ids {
            held.told.insert(id, answer.clone());
        }
    }

    /// Names and texts of the files that it has.
    pub fn files(&self) -> Vec<(String, String)> {
        self.held().files.iter().map(|(name, (_, xml))| (name.clone(), xml.clone())).collect()
    }

    /// Requests so far.
    pub fn requests(&self) -> usize {
        self.held().requests
    }
}

/// A fault, or that the token is missing.
fn refused(held: &mut Held, headers: &HeaderMap) -> Option<Response> {
    held.requests += 1;
    if !held.faults.is_empty() {
        let (status, body) = held.faults.remove(0);
        return Some((StatusCode::from_u16(status).expect("a status"), body).into_response());
    }
    let token = headers.get("authorization").and_then(|value| value.to_str().ok());
    (token != Some(&format!("Bearer {TOKEN}"))).then(|| StatusCode::UNAUTHORIZED.into_response())
}

fn wrong(code: &str, message: &str) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(json!({ "code": code, "message": message }))).into_response()
}

async fn take(State(stand_in): State<StandInIntermediary>, headers: HeaderMap, body: String) -> Response {
    let mut held = stand_in.held();
    if let Some(refusal) = refused(&mut held, &headers) {
        return refusal;
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let name = text("idempotency-key");
    if text("content-type") != "application/xml" || !body.starts_with("<?xml") {
        return wrong("00200", "File non conforme al formato");
    }
    let stem = name.strip_suffix(".xml").and_then(|name| name.split_once('_'));
    let fits = |(sender, number): (&str, &str)| {
        sender.starts_with("IT") && number.len() == 5 && body.contains(&format!("<ProgressivoInvio>{number}<"))
    };
    if !stem.is_some_and(fits) {
        return wrong("00001", "Nome file non valido");
    }
    let known = held.files.get(&name).map(|(id, xml)| (id.clone(), *xml == body));
    let id = match known {
        Some((id, true)) => id,
        Some((_, false)) => return wrong("00002", "Nome file duplicato"),
        None => {
            let id = format!("doc-{}", held.files.len() + 1);
            held.files.insert(name, (id.clone(), body));
            id
        }
    };
    (StatusCode::CREATED, axum::Json(json!({ "id": id }))).into_response()
}

async fn tell(State(stand_in): State<StandInIntermediary>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    let mut held = stand_in.held();
    if let Some(refusal) = refused(&mut held, &headers) {
        return refusal;
    }
    if !held.files.values().any(|(known, _)| *known == id) {
        return StatusCode::NOT_FOUND.into_response();
    }
    axum::Json(held.told.get(&id).cloned().unwrap_or(json!({ "state": "pending" }))).into_response()
}
