//! `update_order_status` and `update_failed_order`: the page reports that it confirmed an intent, or that confirmation failed.
//! The report is not trusted: the server asks the provider.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use shop_core::base::{OrderId, Params};
use shop_core::payments::method::MethodGroup;
use shop_core::payments::state::event::Progress;
use shop_core::platform::messages::{codes, text};
use shop_services::Context;
use shop_services::orders::Orders;
use shop_services::payments::{PaymentSessions, Settlement};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{OrderRecord, PaymentRecord, StoreError};

use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;
use crate::payments::declined;

/// Handles the report of a confirmation: `{success, data: {return_url}}`.
pub(in crate::ajax) async fn update_order_status(
    orders: &Orders,
    settlement: &Settlement,
    payment_sessions: &PaymentSessions,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
) -> Result<Response, StoreError> {
    let settings = web.context.settings().await?;
    let lang = settings.lang();
    let id = order_id(form);
    if !has_nonce(web, session, form, &nonces::order_status(id)) {
        return Ok(failure(text(codes::FORM_EXPIRED, &Params::new(), lang)));
    }
    let Some((order, payment)) = named_payment(orders, payment_sessions, id, intent_of(form)).await? else {
        return Ok(failure(text(codes::PAYMENT_GENERIC, &Params::new(), lang)));
    };
    let (done, now) = succeeded(settlement, payment_sessions, &order, payment).await?;
    if done {
        return Ok(success(json!({ "return_url": web.context.addresses().page(&order.paid_path()) })));
    }
    orders.give_failed_cart_back(&session.key, id).await?;
    Ok(failure(refusal(&web.context, &now, &settings).await))
}

/// Tells whether the provider reports an order's payment as succeeded, and returns the payment's current record. Money on its
/// way, or a voucher to be paid, also counts as success.
pub(super) async fn succeeded(
    settlement: &Settlement,
    payment_sessions: &PaymentSessions,
    order: &OrderRecord,
    payment: PaymentRecord,
) -> Result<(bool, PaymentRecord), StoreError> {
    let paid = settlement.check_order_payments(order.id, payment.part).await?;
    let now = payment_sessions.payment_of(order.id, &payment.facts.intent_id).await?.unwrap_or(payment);
    let on_its_way = match now.facts.progress.1 {
        Progress::Processing => true,
        Progress::ActionRequired => now.method.group() == MethodGroup::Voucher,
        Progress::New | Progress::Failed => false,
    };
    Ok((paid || on_its_way, now))
}

/// Handles the report of a failed confirmation. Always a success, except for an intent of another order.
pub(in crate::ajax) async fn update_failed_order(
    orders: &Orders,
    settlement: &Settlement,
    payment_sessions: &PaymentSessions,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
) -> Result<Response, StoreError> {
    let settings = web.context.settings().await?;
    let lang = settings.lang();
    let id = order_id(form);
    if !has_nonce(web, session, form, nonces::FAILED_ORDER) {
        return Ok(failure(text(codes::FORM_EXPIRED, &Params::new(), lang)));
    }
    let Some((order, payment)) = named_payment(orders, payment_sessions, id, intent_of(form)).await? else {
        let unknown = text(codes::INVALID_ORDER, &Params::new(), lang);
        return Ok(Json(json!({ "success": false, "data": unknown })).into_response());
    };
    if !succeeded(settlement, payment_sessions, &order, payment).await?.0 {
        orders.give_failed_cart_back(&session.key, id).await?;
    }
    Ok(success(Value::Null))
}

fn order_id(form: &Pairs) -> OrderId {
    OrderId(form.get("order_id").and_then(|text| text.parse().ok()).unwrap_or(0))
}

pub(super) fn has_nonce(web: &WebContext, session: &Session, form: &Pairs, action: &str) -> bool {
    let nonce = form.get("_ajax_nonce").unwrap_or_default();
    web.secrets.nonce_is_valid(nonce, action, &session.key, web.context.now())
}

fn intent_of(form: &Pairs) -> &str {
    form.get("intent_id").unwrap_or_default()
}

/// Loads the order and payment that the call names by order and intent; `None` when they do not belong together.
pub(super) async fn named_payment(
    orders: &Orders,
    payment_sessions: &PaymentSessions,
    id: OrderId,
    intent: &str,
) -> Result<Option<(OrderRecord, PaymentRecord)>, StoreError> {
    let Some(payment) = payment_sessions.payment_of(id, intent).await? else { return Ok(None) };
    Ok(orders.order(id).await?.map(|order| (order, payment)))
}

/// Returns the provider's reason why the intent was not paid.
async fn refusal(context: &Context, payment: &PaymentRecord, shop: &ShopSettings) -> String {
    let failed = || text(codes::PAYMENT_FAILED, &Params::new(), shop.lang());
    let Some(gateway) = context.gateway() else { return failed() };
    let intent = gateway.intent(&payment.facts.intent_id).await.ok();
    let error = intent.and_then(|intent| intent.failure);
    error.map(|error| declined(&error, shop)).filter(|text| !text.is_empty()).unwrap_or_else(failed)
}

pub(super) fn success(data: Value) -> Response {
    Json(json!({ "success": true, "data": data })).into_response()
}

pub(super) fn failure(message: String) -> Response {
    Json(json!({ "success": false, "data": { "error": { "message": message } } })).into_response()
}
