//! `bottega_purchase`: the price of the choices in a product's form, while it is filled in. Changes nothing.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::base::ProductId;
use shop_services::ports::StoreError;

use crate::ajax::Call;

/// Calls that one address may make in the span: a form sends one after every change, a few a second at most.
const CALLS: u32 = 300;
/// Span of the count, in seconds.
const SPAN_S: i64 = 60;

/// Responds with the price, the later payments, and the times of the chosen day.
pub(in crate::ajax) async fn price(call: Call) -> Result<Response, StoreError> {
    let now = call.state.shop.context.now();
    if call.state.config.rate_limit > 0 && call.state.limits.count("purchase", &call.ip, CALLS, SPAN_S, now).is_err() {
        return Ok(StatusCode::TOO_MANY_REQUESTS.into_response());
    }
    let id = ProductId(call.text("product_id").trim().parse().unwrap_or(0));
    let answer = crate::page_data::catalogue::purchase::price_of_choices(
        &call.state.storefront,
        &call.session.buyer,
        id,
        &call.form.0,
    )
    .await?;
    let Some(answer) = answer else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    let mut response = Json(answer).into_response();
    response.headers_mut().insert("cache-control", axum::http::HeaderValue::from_static("no-store"));
    Ok(response)
}
