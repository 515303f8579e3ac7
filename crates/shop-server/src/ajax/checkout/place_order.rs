//! `checkout`: the classic form, placed by script.

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

/// Checks the form and places the order.
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
        Outcome::Placed { order, payment } => placed(&call, &order, payment).await?,
        Outcome::Refused(refused) => refuse(&call, refused, request.identity.key.is_some()).await?,
    };
    append_headers(response.headers_mut(), cookies);
    Ok(response)
}

/// Where the browser goes on: with the payment where the provider takes it, else on the order's page.
async fn placed(call: &Call, order: &PlacedOrder, payment: PaymentOutcome) -> Result<Response, StoreError> {
    let state = &call.state;
    let open = state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?;
    let redirect = match payment {
        PaymentOutcome::Offline => state.page_url(&order.received_path()),
        PaymentOutcome::Begun(to) => to,
        PaymentOutcome::Refused(message) => return Ok(failed(call, &open, &[(String::new(), message)], false)),
    };
    let body = json!({ "result": "success", "redirect": redirect, "order_id": order.id.0 });
    Ok(call.answer(Json(body).into_response(), &open))
}

/// Whether the shop's own form should fetch the order's review anew after a refusal. Clients of the platform are not asked to: the
/// platform answers refusals with `refresh: false`.
fn changes_review(reason: &Refusal) -> bool {
    match reason {
        Refusal::Order(refusal) => refusal.about_cart,
        // The delivery that was chosen is not offered there: the form is to show what is.
        Refusal::Fields(errors) => errors.iter().any(|error| error.field == "shipping_method"),
        _ => false,
    }
}

/// `own`: the shop's own form, which names its requests, finds errors at their fields; clients of the platform look for that of an
/// account above the form.
async fn refuse(call: &Call, refused: Refused, own: bool) -> Result<Response, StoreError> {
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
    // Clients look for ids of inputs; the choices of delivery and payment are groups of them.
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
    failed(call, open, &rows, refresh)
}

/// `rows`: field and sentence.
fn failed(call: &Call, open: &OpenCart, rows: &[(String, String)], refresh: bool) -> Response {
    let body = json!({
        "result": "failure",
        "messages": notices::errors(rows).into_string(),
        "refresh": refresh,
        "reload": false,
    });
    call.answer(Json(body).into_response(), open)
}
