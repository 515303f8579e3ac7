//! `verify_intent`, GET: the older page navigates here after it confirmed an intent (wire contract, C1). The server does not
//! trust the page and asks the provider.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{OrderId, Params};
use shop_core::payments::redirect::same_origin_path;
use shop_core::platform::messages::codes;
use shop_services::cart::Carts;
use shop_services::orders::Orders;
use shop_services::payments::{PaymentSessions, Settlement};
use shop_services::ports::StoreError;
use shop_services::records::StoredNotice;

use super::status::{named_payment, succeeded};
use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces::order_status;
use crate::app::visitor::session::Session;

/// Redirects to the order received page, or to the checkout with a message; with `is_ajax` the response is empty, because the
/// page continues by itself.
pub(in crate::ajax) async fn verify_intent(
    carts: &Carts,
    orders: &Orders,
    settlement: &Settlement,
    payment_sessions: &PaymentSessions,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
) -> Result<Response, StoreError> {
    let quiet = form.get("is_ajax").is_some_and(|flag| flag != "0" && flag != "false");
    let outcome = verified(orders, settlement, payment_sessions, web, session, form).await?;
    let mut response = if quiet {
        StatusCode::OK.into_response()
    } else {
        match outcome {
            Ok(path) => Redirect::to(&path).into_response(),
            Err(notice) => {
                if !session.key.is_empty() {
                    carts.leave_notices(&session.key, session.customer_id, &[notice]).await?;
                }
                Redirect::to("/checkout/").into_response()
            }
        }
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

async fn verified(
    orders: &Orders,
    settlement: &Settlement,
    payment_sessions: &PaymentSessions,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
) -> Result<Result<String, StoredNotice>, StoreError> {
    let id = OrderId(form.get("order").and_then(|text| text.parse().ok()).unwrap_or(0));
    let notice = |code: &'static str| StoredNotice { kind: "error".into(), code: code.into(), params: Params::new() };
    let nonce = form.get("nonce").unwrap_or_default();
    if !web.secrets.nonce_is_valid(nonce, &order_status(id), &session.key, web.context.now()) {
        return Ok(Err(notice(codes::FORM_EXPIRED)));
    }
    let Some((order, payment)) =
        named_payment(orders, payment_sessions, id, form.get("intent_id").unwrap_or_default()).await?
    else {
        return Ok(Err(notice(codes::PAYMENT_GENERIC)));
    };
    if !succeeded(settlement, payment_sessions, &order, payment).await?.0 {
        orders.give_failed_cart_back(&session.key, id).await?;
        return Ok(Err(notice(codes::PAYMENT_FAILED)));
    }
    let wanted = form.get("redirect_to").and_then(|target| same_origin_path(&web.public_address.url(""), target));
    Ok(Ok(wanted.unwrap_or_else(|| order.paid_path())))
}
