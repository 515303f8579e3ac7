//! Payments through the provider: form data, next steps, refusals.

mod answer;
mod appearance;
mod budget;
mod change;
mod input;
pub mod provider;

use shop_core::base::Params;
use shop_core::payments::error::{PaymentError, own_sentences, payment_error_message};
use shop_core::platform::messages::{codes, text};
use shop_services::payments::SaveMethodError;
use shop_services::platform::settings::ShopSettings;

pub(crate) use answer::{agreement, not_payable_error, pay, sentence};
pub(crate) use appearance::{THEME, appearances};
pub(crate) use budget::{may_save_method, may_try};
pub(crate) use change::{ChangeStep, change_payment, changed, page_path, subscription_path};
pub(crate) use input::payment_input;

/// Returns the message for a declined payment: the merchant's own, if there is one for its code.
pub(crate) fn declined(error: &PaymentError, shop: &ShopSettings) -> String {
    let settings = own_sentences(shop.payments.messages_in(shop.lang()));
    payment_error_message(&PaymentError { settings, ..error.clone() }, shop.lang())
}

/// Returns the message for a method that was not saved.
pub(crate) fn not_saved_message(refusal: &SaveMethodError, shop: &ShopSettings) -> String {
    let code = match refusal {
        SaveMethodError::Declined(error) => return declined(error, shop),
        SaveMethodError::Unsupported => codes::PAYMENT_METHOD_ONCE,
        SaveMethodError::Unavailable => codes::PAYMENT_NETWORK,
    };
    text(code, &Params::new(), shop.lang())
}
