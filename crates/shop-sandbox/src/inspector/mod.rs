//! The inspector at `/`: shows the state and recent events, with buttons to advance it. For developers of the shop.

mod tables;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use serde::Deserialize;

use super::Sandbox;
use super::calls::{disputes, reviews};
use super::pages::html::{Page, page};
use crate::http::auth::equals_secret;
use crate::http::error::ApiResult;
use crate::http::faults::WebhookPlan;
use crate::webhooks;

pub(super) fn router() -> Router<Sandbox> {
    Router::new().route("/", get(show)).route("/inspector", post(act))
}

/// A pressed button. `token`: CSRF token of the inspector's page.
#[derive(Debug, Deserialize)]
struct Button {
    token: String,
    action: String,
    /// Id of the object that the button acts on.
    #[serde(default)]
    id: String,
}

async fn show(State(sandbox): State<Sandbox>) -> Response {
    let token = &sandbox.inner.form_token;
    let webhooks = sandbox.inner.faults.webhooks();
    let planned = sandbox.inner.faults.planned();
    match sandbox.write(|tx| tables::body(tx, token, webhooks, &planned)) {
        Ok(body) => {
            let title = "Pagamenti di prova";
            page(&sandbox, StatusCode::OK, Page { title, body, form_action: None, framed: false })
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn act(State(sandbox): State<Sandbox>, Form(button): Form<Button>) -> Response {
    if !equals_secret(&button.token, &sandbox.inner.form_token) {
        let body = "<main class=\"card\"><h1>Modulo scaduto</h1><p>La pagina è stata aperta prima di un riavvio. \
                    <a href=\"/\">Ricarica la pagina</a> e riprova.</p></main>";
        let page_of = Page { title: "Modulo scaduto", body: body.into(), form_action: None, framed: false };
        return page(&sandbox, StatusCode::FORBIDDEN, page_of);
    }
    if let Ok(place) = press(&sandbox, &button) {
        return (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/#{place}"))]).into_response();
    }
    let body = "<main class=\"card\"><h1>Non è più possibile</h1><p>Nel frattempo qualcosa è cambiato. \
                <a href=\"/\">Torna all’elenco</a>.</p></main>";
    let page_of = Page { title: "Non è più possibile", body: body.into(), form_action: None, framed: false };
    page(&sandbox, StatusCode::CONFLICT, page_of)
}

/// Runs a button's action. Returns the section of the page that shows its effect.
fn press(sandbox: &Sandbox, button: &Button) -> ApiResult<&'static str> {
    let id = button.id.as_str();
    match button.action.as_str() {
        "settle" => sandbox.settle_now().map(|_| "intents"),
        "resend" => sandbox.change(|tx| webhooks::resend(tx, id)).map(|()| "events"),
        "dispute" => sandbox.change(|tx| disputes::open(tx, id)).map(|_| "disputes"),
        "win" => sandbox.change(|tx| disputes::close(tx, id, true)).map(|_| "disputes"),
        "lose" => sandbox.change(|tx| disputes::close(tx, id, false)).map(|_| "disputes"),
        "approve" => sandbox.change(|tx| reviews::approve(tx, id)).map(|_| "reviews"),
        "pause" | "resume" => {
            let paused = button.action == "pause";
            sandbox.set_webhook_plan(WebhookPlan { paused, ..sandbox.inner.faults.webhooks() });
            Ok("events")
        }
        "no_faults" => {
            sandbox.clear_faults();
            Ok("faults")
        }
        _ => Ok("intents"),
    }
}
