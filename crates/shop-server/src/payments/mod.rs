//! Payments by the provider: what forms send, how it goes on, what the provider says by itself.

mod answer;
mod appearance;
mod budget;
mod change;
mod connector;
mod input;
mod intents;
mod keep;
mod provider;
mod sandbox;
mod status;
mod verify;
mod webhook;

use shop_core::payment::error::{PaymentError, own_sentences, payment_error_message};
use shop_services::settings::ShopSettings;

pub(crate) use answer::pay;
pub(crate) use appearance::{THEME, looks, save_appearance};
pub(crate) use change::{ChangeStep, change_payment, changed, confirm_change_payment, page_path, subscription_path};
pub(crate) use input::payment_input;
pub(crate) use intents::{
    SETUP_ACTION, create_action, create_payment_intent, init_setup_intent, update_action, update_payment_intent,
};
pub(crate) use keep::create_and_confirm_setup_intent;
pub(crate) use provider::without_sandbox;
pub use provider::{Provider, ProviderError, ProviderKind, Webhooks, start};
pub(crate) use status::{FAILED_ACTION, update_failed_order, update_order_status};
pub(crate) use verify::verify_intent;
pub(crate) use webhook::receive;

/// Why the provider said no: in the merchant's own words where there are any for its code.
fn declined(error: &PaymentError, shop: &ShopSettings) -> String {
    let settings = own_sentences(shop.payment_messages_in(shop.lang()));
    payment_error_message(&PaymentError { settings, ..error.clone() }, shop.lang())
}

/// Action of the nonce by which a page tells that it confirmed an intent of this order.
pub(crate) fn status_action(order: shop_core::base::OrderId) -> String {
    format!("wc_stripe_update_order_status_nonce:{order}")
}
