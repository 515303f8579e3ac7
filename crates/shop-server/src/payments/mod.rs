//! Payments by the provider: what forms send, how it goes on, what the provider says by itself.

mod answer;
mod keep;
mod provider;
mod sandbox;
mod status;
mod webhook;
mod wish;

pub(crate) use answer::pay;
pub(crate) use keep::create_and_confirm_setup_intent;
pub use provider::{ProviderError, ProviderKind, start};
pub(crate) use status::{update_failed_order, update_order_status};
pub(crate) use webhook::receive;
pub(crate) use wish::{Wished, wished};

/// Action of the nonce by which a page tells that it confirmed an intent of this order.
pub(crate) fn status_action(order: shop_core::ids::OrderId) -> String {
    format!("wc_stripe_update_order_status_nonce:{order}")
}
