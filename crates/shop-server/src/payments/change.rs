//! Changing a subscription's payment method: its form, and the steps afterwards.

use shop_core::base::{CustomerId, Params, SubscriptionId};
use shop_core::payments::route::{PaymentRoute, build_hash};
use shop_core::platform::messages::{codes, text};
use shop_services::Context;
use shop_services::cart::Carts;
use shop_services::orders::renewals::{ChangeRefusal, Renewals};
use shop_services::orders::subscriptions::Subscriptions;
use shop_services::payments::saved_methods::method_name;
use shop_services::payments::{GatewayPayment, PayWith, SubmittedMethod};
use shop_services::ports::{NextAction, PaidWith, StoreError};
use shop_services::records::StoredNotice;

use super::answer::agreement;
use super::budget::may_save_method;
use super::{declined, not_saved_message};
use crate::app::state::AppState;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;

/// Next step of a change.
pub(crate) enum ChangeStep {
    /// It is done.
    Done,
    /// The browser continues at this address: a hash route of the page, or the bank's page.
    Go(String),
}

/// Path of the form.
pub(crate) fn page_path(id: SubscriptionId) -> String {
    format!("/my-account/change-payment-method/{id}/")
}

/// Path of a subscription's page.
pub(crate) fn subscription_path(id: SubscriptionId) -> String {
    format!("/my-account/view-subscription/{id}/")
}

/// Starts a change. The inner error is the message for the buyer; `None` when the buyer has no such subscription.
pub(crate) async fn change_payment(
    state: &AppState,
    session: &Session,
    (id, customer): (SubscriptionId, CustomerId),
    request: &GatewayPayment,
    all: bool,
    address: &str,
) -> Result<Result<ChangeStep, Option<String>>, StoreError> {
    let settings = state.shop.context.settings().await?;
    let lang = settings.lang();
    let message = |refusal: ChangeRefusal| match refusal {
        ChangeRefusal::Unknown => None,
        ChangeRefusal::NoMethod => Some(text(codes::PAYMENT_METHOD_UNKNOWN, &Params::new(), lang)),
        ChangeRefusal::Keep(refusal) => Some(not_saved_message(&refusal, &settings)),
    };
    let method = match &request.with {
        PayWith::Saved(number) => {
            let done = state.shop.renewals.pay_subscription_by(id, customer, *number, all).await?;
            return Ok(done.map(|_| ChangeStep::Done).map_err(message));
        }
        PayWith::New(PaidWith::Method(method)) => method,
        // A confirmation token is for a payment.
        PayWith::New(PaidWith::Token(_)) => {
            return Ok(Err(Some(text(codes::PAYMENT_DETAILS_MISSING, &Params::new(), lang))));
        }
    };
    if !may_save_method(&state.shop.context, &state.config, &state.limits, customer, address) {
        return Ok(Err(Some(text(codes::RATE_LIMIT_EXCEEDED, &Params::new(), lang))));
    }
    let back = state.shop.context.addresses().page(&page_path(id));
    let given = SubmittedMethod { kind: request.method, id: method.to_owned(), agreed: agreement(session, address) };
    let begun = state.shop.renewals.begin_payment_change(id, customer, given, &back, all).await?;
    Ok(match begun {
        Err(refusal) => Err(message(refusal)),
        Ok(intent) => match (&intent.next, intent.status.as_str()) {
            (_, "succeeded") => Ok(ChangeStep::Done),
            (Some(NextAction::Redirect(url)), _) => Ok(ChangeStep::Go(url.clone())),
            (next, "requires_action" | "requires_confirmation") => {
                let nonce = state.secrets.nonce(&nonces::payment_change(id), &session.key, state.shop.context.now());
                let client_secret = intent.client_secret.0.clone();
                Ok(ChangeStep::Go(build_hash(&match next {
                    Some(NextAction::Wallet) => PaymentRoute::Wallet {
                        setup: true,
                        order_id: Some(id.0),
                        method: request.method.as_str().to_owned(),
                        client_secret,
                        return_path: Some(subscription_path(id)),
                        nonce,
                    },
                    _ => PaymentRoute::Confirm { setup: true, order_id: id.0, client_secret, nonce },
                })))
            }
            // A direct debit whose mandate is being verified: a webhook reports the result.
            (_, "processing") => Ok(ChangeStep::Go(state.shop.context.addresses().page(&subscription_path(id)))),
            _ => {
                let error = intent.failure.clone().unwrap_or_default();
                Err(Some(declined(&error, &settings)))
            }
        },
    })
}

/// Completes a change: charges the waiting renewal; the next page shows the result.
pub(crate) async fn changed(
    context: &Context,
    carts: &Carts,
    subscriptions: &Subscriptions,
    renewals: &Renewals,
    session: &Session,
    (id, customer): (SubscriptionId, CustomerId),
) -> Result<(), StoreError> {
    let settings = context.settings().await?;
    let lang = settings.lang();
    let charged = renewals.charge_open_renewal(id).await?;
    let Some(record) = subscriptions.own_subscription(id, customer).await? else { return Ok(()) };
    let now = &record.state;
    let refused = charged && !now.refusal.is_empty() && !now.trying;
    let (kind, code) = match (charged, now.open_order) {
        (true, None) => ("success", codes::SUBSCRIPTION_RENEWAL_PAID),
        (true, Some(_)) if refused => ("error", codes::SUBSCRIPTION_RENEWAL_REFUSED),
        _ => ("success", codes::SUBSCRIPTION_PAYMENT_CHANGED),
    };
    let method = subscriptions.method_of(&record).await?;
    let method = method.map(|saved| method_name(&saved.method, lang)).unwrap_or_default();
    let params = Params::from([("number".to_owned(), id.to_string()), ("method".to_owned(), method)]);
    let notice = StoredNotice { kind: kind.to_owned(), code: code.to_owned(), params };
    carts.leave_notices(&session.key, Some(customer), &[notice]).await
}
