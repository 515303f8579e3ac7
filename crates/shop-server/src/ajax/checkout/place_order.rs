//! `checkout`: submits the classic form by script.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use shop_core::base::{FieldError, Lang};
use shop_core::platform::messages::{codes, sentence};
use shop_services::cart::OpenCart;
use shop_services::checkout::{Outcome, PaymentOutcome, PlacedOrder, Refusal, Refused};
use shop_services::ports::StoreError;

use crate::ajax::{Call, notices};
use crate::app::visitor::nonces;
use crate::app::visitor::session::append_headers;
use crate::checkout::{Host, form_order, request_of_form};

/// Validates the form and places the order.
pub(in crate::ajax) async fn place(mut call: Call) -> Result<Response, StoreError> {
    call.session.ensure(call.state.shop.context.random());
    let state = call.state.clone();
    if !call.has_nonce("woocommerce-process-checkout-nonce", nonces::CHECKOUT) {
        let open = state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?;
        let emptied = open.record.content.lines.is_empty();
        let code = if emptied { codes::SESSION_EXPIRED } else { codes::FORM_EXPIRED };
        return Ok(failure(&call, &open, &[FieldError::new("", code)], !emptied));
    }
    let request = request_of_form(&call.session.key, &call.form, form_order(&call.form));
    let (headers, ip) = (call.headers.clone(), call.ip.clone());
    let mut host = Host::new(&state, &call.session, &headers, &ip);
    let outcome = state.shop.checkout.submit(&mut host, &request).await?;
    let (session, cookies) = host.into_parts();
    call.session = session;
    let mut response = match outcome {
        Outcome::Placed { order, payment } => success_response(&call, &order, payment).await?,
        Outcome::Refused(refused) => refusal_response(&call, refused, request.identity.key.is_some()).await?,
    };
    append_headers(response.headers_mut(), cookies);
    Ok(response)
}

/// Responds with the next address: the payment's, or the order's page.
async fn success_response(call: &Call, order: &PlacedOrder, payment: PaymentOutcome) -> Result<Response, StoreError> {
    let state = &call.state;
    let open = state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?;
    let redirect = match payment {
        PaymentOutcome::Offline => state.shop.context.addresses().page(&order.received_path()),
        PaymentOutcome::Begun(to) => to,
        PaymentOutcome::Refused(message) => return Ok(error_response(call, &open, &[(String::new(), message)], false)),
    };
    let body = json!({ "result": "success", "redirect": redirect, "order_id": order.id.0 });
    Ok(call.finish_response(Json(body).into_response(), &open))
}

/// Tells whether the shop's own form should reload the order review after a refusal. Other clients are not asked to: WooCommerce
/// responds to refusals with `refresh: false`.
fn changes_review(reason: &Refusal) -> bool {
    match reason {
        Refusal::Order(refusal) => refusal.about_cart,
        // The chosen rate is not offered at that address: the form must show those that are.
        Refusal::Fields(errors) => errors.iter().any(|error| error.field == "shipping_method"),
        _ => false,
    }
}

/// `own`: whether the shop's own form sent the request, with an idempotency key. It shows errors at their fields; other clients
/// look for account errors above the form.
async fn refusal_response(call: &Call, refused: Refused, own: bool) -> Result<Response, StoreError> {
    let open = match refused.open {
        Some(open) => *open,
        None => call.state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?,
    };
    let mut errors = refused.reason.errors();
    if matches!(refused.reason, Refusal::NothingToOrder) {
        errors = vec![FieldError::new("", codes::SESSION_EXPIRED)];
    }
    if matches!(&refused.reason, Refusal::Order(refusal) if refusal.about_cart) && !open.changes.is_empty() {
        errors = open
            .changes
            .iter()
            .map(|one| FieldError { field: String::new(), code: one.code.clone().into(), params: one.params.clone() })
            .collect();
    }
    let refresh = own && changes_review(&refused.reason);
    // Clients look for ids of inputs, but delivery and payment are radio groups.
    let grouped = |error: &FieldError| matches!(error.field.as_str(), "payment_method" | "shipping_method");
    let above = !own && matches!(refused.reason, Refusal::Account(_));
    for error in errors.iter_mut().filter(|error| above || grouped(error)) {
        error.field.clear();
    }
    Ok(failure(call, &open, &errors, refresh))
}

fn failure(call: &Call, open: &OpenCart, errors: &[FieldError], refresh: bool) -> Response {
    let lang: Lang = open.settings.lang();
    let rows: Vec<_> = errors.iter().map(|error| (error.field.clone(), sentence(error, lang))).collect();
    error_response(call, open, &rows, refresh)
}

/// `rows`: field and message.
fn error_response(call: &Call, open: &OpenCart, rows: &[(String, String)], refresh: bool) -> Response {
    let body = json!({
        "result": "failure",
        "messages": notices::errors(rows).into_string(),
        "refresh": refresh,
        "reload": false,
    });
    call.finish_response(Json(body).into_response(), open)
}
