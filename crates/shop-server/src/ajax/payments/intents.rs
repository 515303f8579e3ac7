//! `init_setup_intent`, `create_payment_intent` and `update_payment_intent`: intents for forms that need one to open (wire
//! contract, C1). Amounts always come from the server.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use shop_core::base::{Cents, Lang, OrderId, Params};
use shop_core::payments::intent::update_skipped;
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::messages::{codes, text};
use shop_core::trade::account::TradeAction;
use shop_services::cart::Carts;
use shop_services::orders::Orders;
use shop_services::payments::{EarlyRefusal, FormIntentRequest, PaymentForms};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{Intent, StoreError};

use super::status::{failure, has_nonce};
use crate::app::forms::form_fields::Pairs;
use crate::app::limits::Limits;
use crate::app::state::AppState;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;
use crate::payments::{may_try, sentence};
use crate::platform::config::Config;

/// Creates an intent to save a method when there is nothing to pay: `{id, client_secret}`.
pub(in crate::ajax) async fn init_setup_intent(
    payment_forms: &PaymentForms,
    config: &Config,
    limits: &Limits,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
    address: &str,
) -> Result<Response, StoreError> {
    let settings = web.context.settings().await?;
    let lang = settings.lang();
    if session.key.is_empty() || !has_nonce(web, session, form, nonces::SETUP_INTENT) {
        return Ok(failure(text(codes::FORM_EXPIRED, &Params::new(), lang)));
    }
    let Some(method) = method_of(form) else { return Ok(unknown_method(lang)) };
    let may_make = || may_try(&web.context, config, limits, session, address);
    let made = payment_forms.intent_for_form(&session.key, session.customer_id, method, Cents::ZERO, may_make).await?;
    Ok(intent_response(made, &settings))
}

/// Creates an intent for the given order, or for the session's cart: `{id, client_secret}`.
pub(in crate::ajax) async fn create_payment_intent(
    state: &AppState,
    session: &Session,
    form: &Pairs,
    address: &str,
) -> Result<Response, StoreError> {
    let settings = state.shop.context.settings().await?;
    let lang = settings.lang();
    let fail = |code| Ok(failure(text(code, &Params::new(), lang)));
    let Ok(order) = named_order(form) else { return fail(codes::INVALID_ORDER) };
    if session.key.is_empty() || !has_nonce(&state.storefront.web, session, form, &nonces::create_intent(order)) {
        return fail(codes::FORM_EXPIRED);
    }
    let Some(method) = method_of(form) else { return Ok(unknown_method(lang)) };
    let may_make = || may_try(&state.shop.context, &state.config, &state.limits, session, address);
    let made = if let Some(id) = order {
        let Some(order) = state.shop.orders.order_to_pay(id, &session.buyer).await? else {
            return fail(codes::INVALID_ORDER);
        };
        state.shop.payment_forms.intent_for_order(&order, method, may_make).await?
    } else {
        let cents = match cart_cents(&state.shop.carts, session).await? {
            Ok(cents) => cents,
            Err(code) => return fail(code),
        };
        state.shop.payment_forms.intent_for_form(&session.key, session.customer_id, method, cents, may_make).await?
    };
    Ok(intent_response(made, &settings))
}

/// Updates an intent to the current amount. Older clients read `result` and `messages`, so both formats are sent.
pub(in crate::ajax) async fn update_payment_intent(
    carts: &Carts,
    orders: &Orders,
    payment_forms: &PaymentForms,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
) -> Result<Response, StoreError> {
    let settings = web.context.settings().await?;
    let lang = settings.lang();
    let fail = |code| Ok(renewal(Err(text(code, &Params::new(), lang))));
    let Ok(order) = named_order(form) else { return fail(codes::INVALID_ORDER) };
    if session.key.is_empty() || !has_nonce(web, session, form, &nonces::update_intent(order)) {
        return fail(codes::FORM_EXPIRED);
    }
    let intent = form.get("wc_payment_intent_id").unwrap_or_default();
    // A setup intent has no amount.
    if update_skipped(intent) {
        return Ok(renewal(Ok(())));
    }
    // A declined attempt has already placed the order: that is what is paid now, and the cart is empty.
    let order = match order {
        None => payment_forms.order_of_form_intent(&session.key, intent).await?,
        named => named,
    };
    // Only customers can save a method, and only in their own account.
    let mut save = form.get("save_payment_method") == Some("yes") && session.customer_id.is_some();
    let cents = if let Some(id) = order {
        let Some(order) = orders.order_to_pay(id, &session.buyer).await? else {
            return fail(codes::INVALID_ORDER);
        };
        save &= session.buyer.placed(&order);
        order.due_now_cents()
    } else {
        match cart_cents(carts, session).await? {
            Ok(cents) => cents,
            Err(code) => return fail(code),
        }
    };
    let method = form.get("selected_upe_payment_type").and_then(PaymentMethod::from_id);
    let wanted = FormIntentRequest { cents, method, save };
    let done = payment_forms.renew_form_intent(&session.key, order, intent, wanted).await?;
    Ok(renewal(done.map_err(|refusal| sentence(&refusal, &settings))))
}

/// Parses the order id; `None` means the cart. `Err` when it is not a number.
fn named_order(form: &Pairs) -> Result<Option<OrderId>, ()> {
    match form.get("stripe_order_id").map(str::trim).unwrap_or_default() {
        "" | "0" => Ok(None),
        number => number.parse().map(|id| Some(OrderId(id))).map_err(|_| ()),
    }
}

fn method_of(form: &Pairs) -> Option<PaymentMethod> {
    match form.get("payment_method_type").unwrap_or_default() {
        "" => Some(PaymentMethod::Card),
        name => PaymentMethod::from_id(name),
    }
}

/// Returns the current total of the session's cart.
async fn cart_cents(carts: &Carts, session: &Session) -> Result<Result<Cents, &'static str>, StoreError> {
    if let Err(refusal) = session.buyer.check(TradeAction::Buy) {
        return Ok(Err(refusal.code()));
    }
    let open = carts.open_cart(&session.key, session.customer_id).await?;
    if open.record.content.lines.is_empty() {
        return Ok(Err(codes::CART_EMPTY));
    }
    let due = open.view().due.now;
    Ok(if due < Cents(1) { Err(codes::PAYMENT_AMOUNT_TOO_SMALL) } else { Ok(due) })
}

fn intent_response(made: Result<Intent, EarlyRefusal>, shop: &ShopSettings) -> Response {
    match made {
        Ok(intent) => {
            let data = json!({ "id": intent.id, "client_secret": intent.client_secret.0 });
            Json(json!({ "success": true, "data": data })).into_response()
        }
        Err(refusal) => failure(sentence(&refusal, shop)),
    }
}

fn unknown_method(lang: Lang) -> Response {
    failure(text(codes::PAYMENT_METHOD_UNAVAILABLE, &Params::new(), lang))
}

fn renewal(done: Result<(), String>) -> Response {
    Json(match done {
        Ok(()) => json!({ "success": true, "data": { "success": true }, "result": "success", "messages": "" }),
        Err(message) => json!({
            "success": false,
            "data": { "error": { "message": message } },
            "result": "failure",
            "messages": message,
        }),
    })
    .into_response()
}
