//! Unfinished payments: a browser that returns from the provider's page, or to the checkout of a cart that has been ordered already.

use std::time::Duration;

use shop_core::base::{Lang, Params, calendar};
use shop_core::payments::error::payment_error_message;
use shop_core::platform::messages::{codes, text};
use shop_core::platform::words::site_texts;
use shop_core::view::{Notice, OrderPage, SlipView};
use shop_services::Context;
use shop_services::orders::Orders;
use shop_services::payments::{AwaitedMoney, PaymentHistories, PaymentSessions, Settlement};
use shop_services::platform::clock::within;
use shop_services::ports::{OrderRecord, Slip, StoreError};

use crate::app::forms::form_fields::Pairs;
use crate::app::visitor::session::Session;

/// Longest time a page waits for the provider; its webhook arrives anyway.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(3);

/// Refreshes an unpaid order from the provider, for a browser that returns from its page.
pub(in crate::site) async fn refresh_unpaid_order(
    context: &Context,
    orders: &Orders,
    settlement: &Settlement,
    order: OrderRecord,
) -> Result<OrderRecord, StoreError> {
    if !order.needs_payment() {
        return Ok(order);
    }
    let refresh = settlement.check_order_payments(order.id, None);
    if let Some(result) = within(context.clock(), PROVIDER_TIMEOUT, refresh).await {
        result?;
    }
    Ok(orders.order(order.id).await?.unwrap_or(order))
}

/// Whether the query is that of a return from the provider's page.
pub(in crate::site) fn is_provider_return(query: &Pairs) -> bool {
    returned_intent(query).is_some() || query.get("utm_nooverride") == Some("1")
}

/// The payment or setup intent that a browser returns with.
fn returned_intent(query: &Pairs) -> Option<&str> {
    query.get("payment_intent").or_else(|| query.get("setup_intent")).filter(|id| !id.is_empty())
}

/// Path of the payment page, if the browser returns to an unpaid order with an intent.
pub(in crate::site) fn retry_path(order: &OrderRecord, query: &Pairs) -> Option<String> {
    let intent = returned_intent(query).filter(|id| id.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_'))?;
    let unpaid = order.status.needs_payment(order.due_now_cents());
    unpaid.then(|| format!("{}&payment_intent={intent}", order.pay_path()))
}

/// Where a checkout with an empty cart redirects to: the order that the session is paying; `None` if there is none.
pub(in crate::site) async fn pending_payment_path(
    context: &Context,
    orders: &Orders,
    settlement: &Settlement,
    payment_sessions: &PaymentSessions,
    session: &Session,
) -> Result<Option<String>, StoreError> {
    let paying = payment_sessions.order_being_paid(&session.key, &session.buyer).await?;
    let Some(order) = paying else { return Ok(None) };
    let order = refresh_unpaid_order(context, orders, settlement, order).await?;
    if !order.needs_payment() {
        return Ok(Some(order.received_path()));
    }
    let last = payment_sessions.last_intent(order.id).await?;
    let intent = last.map(|id| format!("&payment_intent={id}")).unwrap_or_default();
    Ok(Some(order.pay_path() + &intent))
}

/// Notice of the payment page after a return: why the last attempt failed, or that it was not finished.
pub(super) async fn return_notice(
    payment_histories: &PaymentHistories,
    payment_sessions: &PaymentSessions,
    order: &OrderRecord,
    query: &Pairs,
    lang: Lang,
) -> Result<Option<Notice>, StoreError> {
    let Some(intent) = returned_intent(query) else { return Ok(None) };
    if !order.needs_payment() {
        return Ok(None);
    }
    if payment_sessions.payment_of(order.id, intent).await?.is_none() {
        return Ok(None);
    }
    let failure = payment_histories.payment_failure(order, intent).await?;
    let message = failure.map(|error| payment_error_message(&error, lang)).filter(|message| !message.is_empty());
    let (kind, text) = if let Some(message) = message {
        ("error", message)
    } else {
        let params = Params::from([("number".to_owned(), order.id.to_string())]);
        ("info", text(codes::PAYMENT_LEFT_HALFWAY, &params, lang))
    };
    Ok(Some(Notice { kind: kind.into(), text, ..Notice::default() }))
}

/// Adds a pending debit or payment voucher to the order's page.
pub(in crate::site) async fn add_pending_payment(
    payment_histories: &PaymentHistories,
    order: &OrderRecord,
    lang: Lang,
    page: &mut OrderPage,
) -> Result<(), StoreError> {
    match payment_histories.awaited_money(order).await? {
        None => {}
        Some(AwaitedMoney::Debit) => page.payment_waiting = text(codes::PAYMENT_MONEY_WAITED, &Params::new(), lang),
        Some(AwaitedMoney::Slip(slip)) => {
            page.payment_waiting = text(codes::PAYMENT_SLIP_WAITED, &Params::new(), lang);
            page.slip = Some(slip_view(&slip, lang)).filter(|view| !view.url.is_empty() || !view.details.is_empty());
        }
    }
    Ok(())
}

fn slip_view(slip: &Slip, lang: Lang) -> SlipView {
    let rows =
        [(site_texts::voucher_entity(lang), &slip.entity), (site_texts::voucher_reference(lang), &slip.reference)];
    // Only web addresses: a link must not open any other scheme.
    let is_page = slip.url.starts_with("https://") || slip.url.starts_with("http://");
    SlipView {
        url: if is_page { slip.url.clone() } else { String::new() },
        details: rows
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(label, value)| (label.to_owned(), value.clone()))
            .collect(),
        until: slip.until.map(|until| calendar::moment(until, lang)).unwrap_or_default(),
    }
}
