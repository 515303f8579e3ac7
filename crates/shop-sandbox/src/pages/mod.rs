//! Pages for shoppers: the bank's page, a voucher, a QR code. Plain forms; the script only notifies the frame's parent.

pub(super) mod html;
pub(super) mod texts;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Form, Router};
use serde::Deserialize;

use self::html::{Page, origin_of, page, style_and_script};
use super::Sandbox;
use super::intents::{find_awaiting_action, resolve_action};
use super::objects::intent::State as IntentState;
use super::objects::{ActionKind, Intent};

pub(super) fn router() -> Router<Sandbox> {
    Router::new()
        .route("/pages/{token}", get(show).post(decide))
        .route("/pages/{token}/code.svg", get(code))
        .route("/assets/pages.css", get(|| style_and_script("text/css; charset=utf-8", include_str!("pages.css"))))
        .route("/assets/pages.js", get(|| style_and_script("text/javascript; charset=utf-8", include_str!("pages.js"))))
}

/// The shopper's decision.
#[derive(Debug, Deserialize)]
struct Decision {
    /// `yes` or `no`.
    answer: String,
    /// `1`: the page is in a frame.
    #[serde(default)]
    framed: String,
}

async fn show(State(sandbox): State<Sandbox>, Path(token): Path<String>) -> Response {
    let found = sandbox.write(|tx| find_awaiting_action(tx, &token)).ok().flatten();
    let Some((intent, act)) = found else { return expired(&sandbox) };
    let text = texts::for_action(&intent, &act.kind);
    let form_action = intent.return_url.as_deref().and_then(origin_of);
    page(
        &sandbox,
        StatusCode::OK,
        Page { title: &text.title, body: texts::body(&text, &intent, &act), form_action, framed: true },
    )
}

async fn decide(State(sandbox): State<Sandbox>, Path(token): Path<String>, Form(decision): Form<Decision>) -> Response {
    let done = match decision.answer.as_str() {
        "yes" => true,
        "no" => false,
        _ => return show(State(sandbox), Path(token)).await,
    };
    let resolved = sandbox.write(|tx| {
        let (intent, act) = find_awaiting_action(tx, &token)?;
        Some((resolve_action(tx, intent, done), act))
    });
    let Ok(Some((intent, act))) = resolved else { return expired(&sandbox) };
    // Actions shown in a frame over the shop's page end in the frame; bank pages redirect back.
    let in_page = matches!(
        act.kind,
        ActionKind::Authenticate { in_page: true } | ActionKind::Voucher { .. } | ActionKind::Code(_)
    );
    if let Some(url) = redirect_url(&intent).filter(|_| !(in_page && decision.framed == "1")) {
        let headers = [(header::LOCATION, url), (header::CACHE_CONTROL, "no-store".to_owned())];
        return (StatusCode::SEE_OTHER, headers).into_response();
    }
    let title = if intent.failure.is_some() { "Operazione rifiutata" } else { "Operazione completata" };
    let body = texts::done(title, &intent, &sandbox.inner.options);
    page(&sandbox, StatusCode::OK, Page { title, body, form_action: None, framed: true })
}

/// QR code with the page's own URL, for a telephone.
async fn code(State(sandbox): State<Sandbox>, Path(token): Path<String>) -> Response {
    let found = sandbox.write(|tx| find_awaiting_action(tx, &token)).ok().flatten();
    let page = found.map(|(_, act)| act.page(&sandbox.inner.options));
    let Some(code) = page.and_then(|page| qrcode::QrCode::new(page).ok()) else { return expired(&sandbox) };
    let svg = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(220, 220).build();
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-store")];
    (headers, [(header::CONTENT_SECURITY_POLICY, "default-src 'none'")], svg).into_response()
}

/// URL that the browser returns to: the shop's, with the intent and its result.
fn redirect_url(intent: &Intent) -> Option<String> {
    let url = intent.return_url.as_deref()?;
    let (url, fragment) = url.split_once('#').map_or((url, None), |(url, fragment)| (url, Some(fragment)));
    let status = match (&intent.state, &intent.failure) {
        (_, Some(_)) => "failed",
        (IntentState::Processing, None) => "pending",
        _ => "succeeded",
    };
    let noun = intent.noun();
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair(noun, intent.id.as_str())
        .append_pair(&format!("{noun}_client_secret"), &intent.client_secret)
        .append_pair("redirect_status", status)
        .finish();
    let joint = if url.contains('?') { '&' } else { '?' };
    Some(format!("{url}{joint}{query}{}", fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default()))
}

fn expired(sandbox: &Sandbox) -> Response {
    let title = "Pagina non più valida";
    let body = texts::expired();
    page(sandbox, StatusCode::NOT_FOUND, Page { title, body, form_action: None, framed: true })
}
