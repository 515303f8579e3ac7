//! `checkout`: the classic form, placed by script.

use axum::Json;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use shop_core::checkout::form::CheckoutForm;
use shop_core::checkout::invoice::check_with_invoice;
use shop_core::messages::{codes, sentence, text};
use shop_core::{Cents, Params};
use shop_services::cart::OpenCart;
use shop_services::orders::{Buyer, EarlierOrder, OrderInvoice, PlacedOrder, changed_meanwhile};
use shop_services::ports::StoreError;

use super::{Call, notices};
use crate::payments::{Wished, pay, wished};
use crate::session::append_headers;
use crate::site::{
    account_password_hash, checkout_form_from_pairs, invoice_form_from_pairs, rules_for, wanted, welcome_new,
};

/// Checks the form and places the order.
pub(super) async fn place(mut call: Call) -> Result<Response, StoreError> {
    let session = call.session.ensure(call.state.shop.random()).to_owned();
    let customer = call.session.customer_id;
    let state = call.state.clone();
    let open = state.shop.open_cart(&session, customer).await?;
    let lang = open.settings.lang();
    let message = |code: &str| vec![(String::new(), text(code, &Params::new(), lang))];
    let attempt = crate::attempt::of_form(&session, &call.form.0);
    if call.has_nonce("woocommerce-process-checkout-nonce", "woocommerce-process_checkout") {
        // Before the cart, which the order of this try has emptied.
        match state.shop.earlier_order(attempt.as_ref()).await? {
            Some(EarlierOrder::Same(placed)) => return paid(&call, &placed).await,
            Some(EarlierOrder::Other(refusal)) => {
                let rows = vec![(String::new(), text(refusal.code, &refusal.params, lang))];
                return Ok(failure(&call, &open, &rows, false));
            }
            None => {}
        }
    }
    if open.record.content.lines.is_empty() {
        return Ok(failure(&call, &open, &message(codes::SESSION_EXPIRED), false));
    }
    if !call.has_nonce("woocommerce-process-checkout-nonce", "woocommerce-process_checkout") {
        return Ok(failure(&call, &open, &message(codes::FORM_EXPIRED), true));
    }
    if let Some(refusal) = changed_meanwhile(&open) {
        let rows = [(String::new(), text(refusal.code, &refusal.params, lang))];
        return Ok(failure(&call, &open, &rows, true));
    }
    let form = checkout_form_from_pairs(&call.form.0);
    if let Some(rate) = form.shipping_method.get("0") {
        state.shop.select_shipping_rate(&session, customer, rate).await?;
    }
    let open = state.shop.open_cart_at(&session, customer, &unchecked_buyer(&form)).await?;
    let view = open.view();
    let rules = rules_for(&open, customer.is_none());
    let mut form = form;
    if form.shipping_method.is_empty()
        && let Some(rate) = view.selected_rate()
    {
        form.shipping_method.insert("0".into(), rate.method.rate_id());
    }
    let invoice = wanted(&open, &invoice_form_from_pairs(&call.form.0));
    let (checked, invoice) = match check_with_invoice(&form, &rules, &invoice) {
        Ok(checked) => checked,
        Err(errors) => {
            let rows: Vec<(String, String)> = errors
                .iter()
                .map(|e| {
                    // Clients look for ids of inputs; the choices of delivery and payment are groups of them.
                    let field =
                        if matches!(e.field.as_str(), "payment_method" | "shipping_method") { "" } else { &e.field };
                    (field.to_owned(), sentence(e, lang))
                })
                .collect();
            // The delivery that was chosen is not offered there: the address stays, and the form is to show what is.
            if errors.iter().any(|error| error.field == "shipping_method") {
                let kept = state.shop.remember_buyer(&session, customer, &unchecked_buyer(&form)).await?;
                return Ok(failure(&call, &kept.unwrap_or(open), &rows, true));
            }
            return Ok(failure(&call, &open, &rows, false));
        }
    };
    // What the payment needs is looked at before anything is ordered.
    if view.needs_payment()
        && let Err(error) = wished(checked.payment_method(), |name| call.form.get(name).map(str::to_owned))
    {
        return Ok(failure(&call, &open, &[(String::new(), sentence(&error, lang))], false));
    }
    if state.order_allowed(&call.ip).is_err() {
        return Ok(failure(&call, &open, &message(codes::TOO_MANY_REQUESTS), false));
    }
    let account_password_hash = match account_password_hash(&checked, &call.ip, &state).await? {
        Ok(hash) => hash,
        Err(error) => {
            // Clients of the platform look for it above the form; the shop's own, which name their tries, at its field.
            let field = if attempt.is_some() { error.field.clone() } else { String::new() };
            return Ok(failure(&call, &open, &[(field, sentence(&error, lang))], false));
        }
    };
    let buyer = Buyer {
        wallet: None,
        attribution: Default::default(),
        rate: form.shipping_method.get("0").cloned(),
        account_password_hash,
        keeps_shipping: false,
        empties_free_cart: true,
        billing: checked.billing().clone(),
        shipping: checked.shipping().clone(),
        note: Some(checked.order_comments().to_owned()),
        payment_method: checked.payment_method().to_owned(),
        shown: call.form.get("due_now_cents").and_then(|text| text.parse().ok()).map(Cents),
        age_confirmed: form.age_confirmed,
        terms: form.terms,
        files_consent: form.files_consent,
        extra_fields: checked.extra().clone(),
        invoice: invoice.as_ref().map(OrderInvoice::from),
        attempt,
        ip: call.ip.clone(),
    };
    match state.shop.place_order(&session, customer, &buyer).await? {
        Ok(placed) => {
            let mut cookies = HeaderMap::new();
            if let Some(id) = placed.account {
                welcome_new(&mut call.session, id, &call.headers, &mut cookies, &state).await;
            }
            let mut response = paid(&call, &placed).await?;
            append_headers(response.headers_mut(), cookies);
            Ok(response)
        }
        Err((open, refusal)) => {
            let rows = vec![(String::new(), text(refusal.code, &refusal.params, lang))];
            Ok(failure(&call, &open, &rows, refusal.about_cart))
        }
    }
}

/// Goes on with the order's payment: at once where the provider takes it, else on the order's page.
async fn paid(call: &Call, placed: &PlacedOrder) -> Result<Response, StoreError> {
    let state = &call.state;
    let wish = wished(call.text("payment_method"), |name| call.form.get(name).map(str::to_owned));
    let done = match wish {
        Ok(Wished::Gateway(wish)) => pay(state, &call.session, &call.ip, placed.id, &wish).await?,
        _ => Ok(state.url(&placed.received_path())),
    };
    let open = state.shop.open_cart(&call.session.key, call.session.customer_id).await?;
    Ok(match done {
        Ok(redirect) => success(call, &open, placed, &redirect),
        Err(message) => failure(call, &open, &[(String::new(), message)], false),
    })
}

fn success(call: &Call, open: &OpenCart, placed: &PlacedOrder, redirect: &str) -> Response {
    let body = json!({ "result": "success", "redirect": redirect, "order_id": placed.id.0 });
    call.answer(Json(body).into_response(), open)
}

fn unchecked_buyer(form: &CheckoutForm) -> Buyer {
    let billing = form.billing.normalised();
    let shipping = if form.ship_to_different_address { form.shipping.normalised() } else { billing.clone() };
    Buyer { billing, shipping, rate: form.shipping_method.get("0").cloned(), ..Buyer::default() }
}

fn failure(call: &Call, open: &OpenCart, rows: &[(String, String)], refresh: bool) -> Response {
    let body = json!({
        "result": "failure",
        "messages": notices::errors(rows).into_string(),
        "refresh": refresh,
        "reload": false,
    });
    call.answer(Json(body).into_response(), open)
}
