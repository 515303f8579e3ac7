//! What pages tell of themselves: events for the shop's own statistics, and the purchase of an order, once. Nothing is taken without
//! consent to statistics, and nothing that tells who it was.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use shop_core::base::{Lang, OrderId, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::privacy::analytics::{CountedEvent, check_counted};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::StoreError;

use crate::app::client::client_ip;
use crate::app::consent;
use crate::app::session::{Session, is_same_origin};
use crate::app::state::AppState;

/// Longest body, in bytes.
const MAX_BYTES: usize = 16 * 1024;
/// Bodies that are taken of one address in ten minutes.
const BATCHES: u32 = 300;
const BATCHES_SPAN_S: i64 = 600;
/// Purchases that are asked about from one address in an hour.
const PURCHASES: u32 = 60;
const PURCHASES_SPAN_S: i64 = 3600;

#[derive(Deserialize)]
struct Events {
    events: Vec<CountedEvent>,
}

#[derive(Deserialize)]
struct Asked {
    order_id: i64,
    #[serde(default)]
    key: String,
}

fn refusal(status: StatusCode, code: &str, lang: Lang) -> Response {
    let message = text(code, &Params::new(), lang);
    (status, Json(json!({ "code": code, "message": message, "data": { "status": status.as_u16() } }))).into_response()
}

fn failed(error: &StoreError) -> Response {
    tracing::error!(%error, "a call of analytics failed");
    crate::app::failure_codes::status_of(error).into_response()
}

/// What must hold of every call: it is of the shop's own page, of no more than a bearable size, and within the budget.
fn judged(
    state: &AppState,
    (headers, extensions): (&HeaderMap, &Extensions),
    body: &Bytes,
    lang: Lang,
    (action, most, span_s): (&'static str, u32, i64),
) -> Result<(), Response> {
    if !is_same_origin(headers, state) {
        return Err(refusal(StatusCode::FORBIDDEN, codes::ANALYTICS_NOT_ALLOWED, lang));
    }
    if body.len() > MAX_BYTES {
        return Err(refusal(StatusCode::PAYLOAD_TOO_LARGE, codes::ANALYTICS_EVENTS_INVALID, lang));
    }
    let counted = state.limits.count(action, &client_ip(extensions), most, span_s, state.shop.context.now());
    counted.map(|_| ()).map_err(|_| refusal(StatusCode::TOO_MANY_REQUESTS, codes::ANALYTICS_TOO_MANY, lang))
}

fn read<T: for<'a> Deserialize<'a>>(body: &Bytes, settings: &ShopSettings) -> Result<T, Response> {
    serde_json::from_slice(body)
        .map_err(|_| refusal(StatusCode::BAD_REQUEST, codes::REQUEST_INVALID_JSON, settings.lang()))
}

/// `POST events`: `{events: […]}`, at most fifty, of a page whose visitor consents. 204: taken; of a bot, passed over unread.
pub(super) async fn events(
    State(state): State<AppState>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Response {
    match take_events(&state, (&headers, &extensions), &body).await {
        Ok(response) => response,
        Err(error) => failed(&error),
    }
}

async fn take_events(
    state: &AppState,
    (headers, extensions): (&HeaderMap, &Extensions),
    body: &Bytes,
) -> Result<Response, StoreError> {
    let settings = state.shop.context.settings().await?;
    let lang = settings.lang();
    let consent = consent::of(headers, &settings, state);
    if consent.visitor.is_bot() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    if let Err(refused) =
        judged(state, (headers, extensions), body, lang, ("analytics-events", BATCHES, BATCHES_SPAN_S))
    {
        return Ok(refused);
    }
    if !consent::allows_counting(&consent, &settings) {
        return Ok(refusal(StatusCode::FORBIDDEN, codes::ANALYTICS_NOT_ALLOWED, lang));
    }
    let told = match read::<Events>(body, &settings) {
        Ok(told) => told.events,
        Err(refused) => return Ok(refused),
    };
    let Ok(events) = check_counted(told) else {
        return Ok(refusal(StatusCode::BAD_REQUEST, codes::ANALYTICS_EVENTS_INVALID, lang));
    };
    state.shop.analytics.count(&events).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `POST purchase`: `{order_id, key}` of an order's page; what there is to tell of its purchase, to the first who asks and may tell somebody:
/// `{purchase: …}`, later and otherwise `{purchase: null}`.
pub(super) async fn purchase(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Response {
    match tell_purchase(&state, &session, (&headers, &extensions), &body).await {
        Ok(response) => response,
        Err(error) => failed(&error),
    }
}

async fn tell_purchase(
    state: &AppState,
    session: &Session,
    (headers, extensions): (&HeaderMap, &Extensions),
    body: &Bytes,
) -> Result<Response, StoreError> {
    let settings = state.shop.context.settings().await?;
    let lang = settings.lang();
    let consent = consent::of(headers, &settings, state);
    if consent.visitor.is_bot() {
        return Ok(Json(json!({ "purchase": null })).into_response());
    }
    if let Err(refused) =
        judged(state, (headers, extensions), body, lang, ("analytics-purchase", PURCHASES, PURCHASES_SPAN_S))
    {
        return Ok(refused);
    }
    if !consent::allows_telling(&consent, &settings) {
        return Ok(refusal(StatusCode::FORBIDDEN, codes::ANALYTICS_NOT_ALLOWED, lang));
    }
    let asked = match read::<Asked>(body, &settings) {
        Ok(asked) => asked,
        Err(refused) => return Ok(refused),
    };
    let found = state.shop.orders.order_for_buyer(OrderId(asked.order_id), &asked.key, None, &session.buyer).await?;
    let Ok(order) = found else {
        return Ok(refusal(StatusCode::NOT_FOUND, codes::INVALID_ORDER, lang));
    };
    let told = state.shop.analytics.tell_purchase(&order, consent::allows_counting(&consent, &settings)).await?;
    Ok(Json(json!({ "purchase": told })).into_response())
}
