//! Analytics calls of pages: events for the shop's own statistics, and the purchase event of an order, once. Both need consent, and the
//! stored statistics identify nobody.

use std::sync::Arc;

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
use shop_services::privacy::analytics::Analytics;

use crate::app::limits::Limits;
use crate::app::storefront::{Storefront, WebContext};
use crate::app::visitor::client::client_ip;
use crate::app::visitor::consent;
use crate::app::visitor::session::{Session, is_same_origin};

/// Largest body, in bytes.
const MAX_BYTES: usize = 16 * 1024;
/// Event batches accepted from one IP address in ten minutes.
const BATCHES: u32 = 300;
const BATCHES_SPAN_S: i64 = 600;
/// Purchase requests from one IP address in an hour.
const PURCHASES: u32 = 60;
const PURCHASES_SPAN_S: i64 = 3600;

#[derive(Deserialize)]
struct Events {
    events: Vec<CountedEvent>,
}

#[derive(Deserialize)]
struct PurchaseRequest {
    order_id: i64,
    #[serde(default)]
    key: String,
}

fn error_response(status: StatusCode, code: &str, lang: Lang) -> Response {
    let message = text(code, &Params::new(), lang);
    (status, Json(json!({ "code": code, "message": message, "data": { "status": status.as_u16() } }))).into_response()
}

fn store_error_response(error: &StoreError) -> Response {
    tracing::error!(%error, "a call of analytics failed");
    crate::app::failure_codes::status_of(error).into_response()
}

/// Checks that a call comes from the shop's own page, is not too large, and is within the rate limit.
fn check_call(
    limits: &Limits,
    web: &WebContext,
    (headers, extensions): (&HeaderMap, &Extensions),
    body: &Bytes,
    lang: Lang,
    (action, limit, span_s): (&'static str, u32, i64),
) -> Result<(), Response> {
    if !is_same_origin(headers, &web.public_address) {
        return Err(error_response(StatusCode::FORBIDDEN, codes::ANALYTICS_NOT_ALLOWED, lang));
    }
    if body.len() > MAX_BYTES {
        return Err(error_response(StatusCode::PAYLOAD_TOO_LARGE, codes::ANALYTICS_EVENTS_INVALID, lang));
    }
    let counted = limits.count(action, &client_ip(extensions), limit, span_s, web.context.now());
    counted.map(|_| ()).map_err(|_| error_response(StatusCode::TOO_MANY_REQUESTS, codes::ANALYTICS_TOO_MANY, lang))
}

fn parse_body<T: for<'a> Deserialize<'a>>(body: &Bytes, settings: &ShopSettings) -> Result<T, Response> {
    serde_json::from_slice(body)
        .map_err(|_| error_response(StatusCode::BAD_REQUEST, codes::REQUEST_INVALID_JSON, settings.lang()))
}

/// `POST events`: `{events: […]}`, at most fifty, from a page whose visitor consents. 204 when counted; a bot gets 204 too, and its events
/// are ignored.
pub(super) async fn events(
    State(analytics): State<Analytics>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Response {
    match count_events(&analytics, &limits, &web, (&headers, &extensions), &body).await {
        Ok(response) => response,
        Err(error) => store_error_response(&error),
    }
}

async fn count_events(
    analytics: &Analytics,
    limits: &Limits,
    web: &WebContext,
    (headers, extensions): (&HeaderMap, &Extensions),
    body: &Bytes,
) -> Result<Response, StoreError> {
    let settings = web.context.settings().await?;
    let lang = settings.lang();
    let consent = consent::of(headers, &settings, web);
    if consent.visitor.is_bot() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    if let Err(response) =
        check_call(limits, web, (headers, extensions), body, lang, ("analytics-events", BATCHES, BATCHES_SPAN_S))
    {
        return Ok(response);
    }
    if !consent::allows_counting(&consent, &settings) {
        return Ok(error_response(StatusCode::FORBIDDEN, codes::ANALYTICS_NOT_ALLOWED, lang));
    }
    let batch = match parse_body::<Events>(body, &settings) {
        Ok(batch) => batch.events,
        Err(response) => return Ok(response),
    };
    let Ok(events) = check_counted(batch) else {
        return Ok(error_response(StatusCode::BAD_REQUEST, codes::ANALYTICS_EVENTS_INVALID, lang));
    };
    analytics.count(&events).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `POST purchase`: `{order_id, key}` from an order's page. The first request whose visitor consents gets the purchase event,
/// `{purchase: …}`; later ones get `{purchase: null}`.
pub(super) async fn purchase(
    State(analytics): State<Analytics>,
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Response {
    match purchase_event(&analytics, &storefront, &session, (&headers, &extensions), &body).await {
        Ok(response) => response,
        Err(error) => store_error_response(&error),
    }
}

async fn purchase_event(
    analytics: &Analytics,
    storefront: &Storefront,
    session: &Session,
    (headers, extensions): (&HeaderMap, &Extensions),
    body: &Bytes,
) -> Result<Response, StoreError> {
    let Storefront { web, limits, orders, .. } = storefront;
    let settings = web.context.settings().await?;
    let lang = settings.lang();
    let consent = consent::of(headers, &settings, web);
    if consent.visitor.is_bot() {
        return Ok(Json(json!({ "purchase": null })).into_response());
    }
    if let Err(response) =
        check_call(limits, web, (headers, extensions), body, lang, ("analytics-purchase", PURCHASES, PURCHASES_SPAN_S))
    {
        return Ok(response);
    }
    if !consent::may_report_purchase(&consent, &settings) {
        return Ok(error_response(StatusCode::FORBIDDEN, codes::ANALYTICS_NOT_ALLOWED, lang));
    }
    let purchase_request = match parse_body::<PurchaseRequest>(body, &settings) {
        Ok(purchase_request) => purchase_request,
        Err(response) => return Ok(response),
    };
    let found =
        orders.order_for_buyer(OrderId(purchase_request.order_id), &purchase_request.key, None, &session.buyer).await?;
    let Ok(order) = found else {
        return Ok(error_response(StatusCode::NOT_FOUND, codes::INVALID_ORDER, lang));
    };
    let purchase = analytics.report_purchase(&order, consent::allows_counting(&consent, &settings)).await?;
    Ok(Json(json!({ "purchase": purchase })).into_response())
}
