//! Pays an order and returns where the browser continues.

use std::time::Duration;

use shop_core::base::{FieldError, OrderId, Params};
use shop_core::payments::route::{PaymentRoute, build_hash};
use shop_core::platform::messages::{codes, sentence as message, text};
use shop_services::orders::Orders;
use shop_services::payments::{GatewayPayment, PaymentRefusal, PaymentStep};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{Agreement, NextAction, OrderRecord, StoreError, TransitionRefusal};

use super::budget::may_try;
use super::declined;
use crate::app::state::AppState;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;

/// Time to wait while another window may be paying the same order.
const WAIT_FOR_OTHER: Duration = Duration::from_secs(15);
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Pays an order. Returns the address where the browser continues, which may be a hash route of the page.
///
/// # Errors
/// The inner error is the message for the shopper: nothing was paid, the order may be tried again, and the cart it was made from
/// is restored.
pub(crate) async fn pay(
    state: &AppState,
    session: &Session,
    address: &str,
    id: OrderId,
    request: &GatewayPayment,
) -> Result<Result<String, String>, StoreError> {
    let settings = state.shop.context.settings().await?;
    let lang = settings.lang();
    let Some(order) = state.shop.orders.order(id).await? else {
        return Ok(Err(text(codes::INVALID_ORDER, &Params::new(), lang)));
    };
    let done = try_to_pay(state, session, address, &order, request).await?;
    Ok(match done {
        Ok(step) => Ok(next_address(&state.storefront.web, session, &order, step)),
        // Paid meanwhile in another window.
        Err(PaymentRefusal::NotPayable) if !order_waits(&state.shop.orders, id).await? => {
            Ok(state.shop.context.addresses().page(&order.paid_path()))
        }
        Err(refusal) => {
            // Another window that is paying the order needs it unchanged.
            if refusal != PaymentRefusal::Busy {
                state.shop.orders.give_cart_back(&session.key, id).await?;
            }
            Err(sentence(&refusal, &settings))
        }
    })
}

async fn try_to_pay(
    state: &AppState,
    session: &Session,
    address: &str,
    order: &OrderRecord,
    request: &GatewayPayment,
) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
    if !may_try(&state.shop.context, &state.config, &state.limits, session, address) {
        return Ok(Err(PaymentRefusal::TooMany));
    }
    // An intent that the form names must belong to this session or the order.
    if let Some(intent) = &request.intent
        && !state.shop.payment_forms.claim_intent(&session.key, order.id, intent).await?
    {
        return Ok(Err(PaymentRefusal::UnknownIntent));
    }
    state.shop.payment_sessions.record_paying_order(&session.key, order.id).await?;
    let request = GatewayPayment { agreed: agreement(session, address), ..request.clone() };
    let mut limit = state.shop.context.clock().limit(WAIT_FOR_OTHER);
    loop {
        let done = state.shop.payments.pay_by_gateway(order, &request, session.customer_id).await?;
        if done != Err(PaymentRefusal::Busy) {
            return Ok(done);
        }
        // Of two clicks or windows, the second returns the result of the first.
        tokio::select! {
            biased;
            () = &mut limit => return Ok(done),
            () = state.shop.context.clock().pause(LOOK_EVERY) => {}
        }
    }
}

/// Records how the buyer agreed to the payment.
pub(crate) fn agreement(session: &Session, address: &str) -> Agreement {
    Agreement { address: address.to_owned(), user_agent: session.user_agent.clone() }
}

async fn order_waits(orders: &Orders, id: OrderId) -> Result<bool, StoreError> {
    let order = orders.order(id).await?;
    Ok(order.is_none_or(|order| order.needs_payment()))
}

fn next_address(web: &WebContext, session: &Session, order: &OrderRecord, step: PaymentStep) -> String {
    let back = order.paid_path();
    let (action, method, setup, client_secret) = match step {
        PaymentStep::Done | PaymentStep::Checking => return web.context.addresses().page(&back),
        PaymentStep::Leave { url } => return url,
        PaymentStep::Confirm { action, method, setup, client_secret } => (action, method, setup, client_secret.0),
    };
    let nonce = web.secrets.nonce(&nonces::order_status(order.id), &session.key, web.context.now());
    let (order_id, method) = (order.id.0, method.as_str().to_owned());
    build_hash(&match action {
        NextAction::Voucher(_) => {
            PaymentRoute::Voucher { order_id: Some(order_id), method, client_secret, return_path: Some(back) }
        }
        NextAction::Wallet => PaymentRoute::Wallet {
            setup,
            order_id: Some(order_id),
            method,
            client_secret,
            return_path: Some(back),
            nonce,
        },
        NextAction::Script | NextAction::Redirect(_) => PaymentRoute::Confirm { setup, order_id, client_secret, nonce },
    })
}

/// Returns the reason why an abandoned order can no longer be paid.
pub(crate) fn not_payable_error(refusal: &TransitionRefusal) -> FieldError {
    match refusal {
        TransitionRefusal::NotEnoughStock { name, available: 0 } => {
            FieldError::new("", codes::ORDER_PAY_STOCK).with("name", name)
        }
        TransitionRefusal::NotEnoughStock { name, available } => {
            FieldError::new("", codes::ORDER_PAY_STOCK_PARTLY).with("name", name).with("available", available)
        }
        TransitionRefusal::CouponUsedUp { code } => FieldError::new("", codes::ORDER_PAY_COUPON).with("code", code),
        TransitionRefusal::CreditShort { code } => FieldError::new("", codes::ORDER_PAY_CREDIT).with("code", code),
        TransitionRefusal::OfferUsed { id } => FieldError::new("", codes::ORDER_PAY_OFFER).with("number", id),
        TransitionRefusal::Changed => FieldError::new("", codes::ORDER_PAY_CHANGED),
    }
}

/// Returns the message for a refused payment.
pub(crate) fn sentence(refusal: &PaymentRefusal, shop: &ShopSettings) -> String {
    let lang = shop.lang();
    let code = match refusal {
        PaymentRefusal::Declined(error) => return declined(error, shop),
        PaymentRefusal::NotOffered(error) => return message(error, lang),
        PaymentRefusal::Unsupported => codes::PAYMENT_METHOD_UNAVAILABLE,
        PaymentRefusal::UnknownMethod => codes::PAYMENT_DETAILS_MISSING,
        PaymentRefusal::UnknownIntent => codes::PAYMENT_INTENT_UNKNOWN,
        PaymentRefusal::TooMany => codes::RATE_LIMIT_EXCEEDED,
        PaymentRefusal::Unavailable => codes::PAYMENT_NETWORK,
        PaymentRefusal::Busy => codes::PAYMENT_GENERIC,
        PaymentRefusal::Gone(refusal) => return message(&not_payable_error(refusal), lang),
        PaymentRefusal::NotPayable => codes::ORDER_PAY_CHANGED,
    };
    text(code, &Params::new(), lang)
}
