//! A LibreTranslate for tests: as strict as its description (`translator.rs` of the server), and as unreliable as it is told to be.
//! It turns each word around, so that nobody takes its words for a person's.

use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};

/// The key that opens it.
pub const KEY: &str = "prova-traduttore";

#[derive(Default)]
struct Held {
    /// The next answers, whatever is asked.
    faults: Vec<(u16, String)>,
    /// It refuses texts that hold this; empty: none.
    refuses: String,
    /// What it makes of any text.
    says: Option<String>,
    /// Texts that were translated.
    seen: Vec<String>,
}

/// The stand-in.
#[derive(Clone, Default)]
pub struct StandInTranslator(Arc<Mutex<Held>>);

impl StandInTranslator {
    /// Starts it; gives its address.
    pub async fn start(&self) -> String {
        let router = Router::new().route("/translate", post(translate)).with_state(self.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}")
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.0.lock().expect("nobody panicked")
    }

    /// The next request is answered so.
    pub fn fails(&self, status: u16, body: &str) {
        self.held().faults.push((status, body.to_owned()));
    }

    /// This is what it makes of any text from now on.
    pub fn says(&self, text: &str) {
        self.held().says = Some(text.to_owned());
    }

    /// Texts that hold this are refused from now on, with all that are asked about beside them.
    pub fn refuses(&self, text: &str) {
        text.clone_into(&mut self.held().refuses);
    }

    /// Texts that it translated.
    pub fn seen(&self) -> Vec<String> {
        self.held().seen.clone()
    }
}

fn refused(status: StatusCode, error: &str) -> Response {
    (status, Json(json!({ "error": error }))).into_response()
}

async fn translate(State(stand_in): State<StandInTranslator>, Json(body): Json<Value>) -> Response {
    let mut held = stand_in.held();
    if !held.faults.is_empty() {
        let (status, text) = held.faults.remove(0);
        return (StatusCode::from_u16(status).expect("a status"), text).into_response();
    }
    if body["api_key"] != KEY {
        return refused(StatusCode::FORBIDDEN, "Invalid API key");
    }
    if body["source"] != "it" || body["target"] != "en" {
        return refused(StatusCode::BAD_REQUEST, "unsupported language");
    }
    let html = match body["format"].as_str() {
        Some("html") => true,
        Some("text") => false,
        _ => return refused(StatusCode::BAD_REQUEST, "unsupported format"),
    };
    let texts = body["q"].as_array().cloned().unwrap_or_default();
    if texts.is_empty() || texts.len() > 100 || !texts.iter().all(Value::is_string) {
        return refused(StatusCode::BAD_REQUEST, "q must be a list of texts");
    }
    let texts: Vec<&str> = texts.iter().filter_map(Value::as_str).collect();
    if !held.refuses.is_empty() && texts.iter().any(|text| text.contains(&held.refuses)) {
        return refused(StatusCode::BAD_REQUEST, "not this text");
    }
    held.seen.extend(texts.iter().map(|text| (*text).to_owned()));
    let said = |text: &str| held.says.clone().unwrap_or_else(|| turned(text, html));
    let translated: Vec<String> = texts.iter().map(|text| said(text)).collect();
    Json(json!({ "translatedText": translated })).into_response()
}

/// Each word turned around; of HTML, those outside of tags.
fn turned(text: &str, html: bool) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let mut in_tag = false;
    for c in text.chars() {
        if html && c == '<' {
            in_tag = true;
        }
        if !in_tag && c.is_alphabetic() {
            word.insert(0, c);
            continue;
        }
        out.push_str(&std::mem::take(&mut word));
        out.push(c);
        if c == '>' {
            in_tag = false;
        }
    }
    out + &word
}
