//! Actions of the nonces that pages embed and another door verifies.

use shop_core::base::{OrderId, SubscriptionId};

/// Store API nonce. It belongs to no session, because cached guest pages embed it.
pub(crate) const STORE_API: &str = "wc_store_api";
/// Store API nonce for orders from an express button, in the header `X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE` (wire contract, C5).
pub(crate) const EXPRESS_CHECKOUT: &str = "wc_store_api_express_checkout";
pub(crate) const CART: &str = "woocommerce-cart";
pub(crate) const CHECKOUT: &str = "woocommerce-process_checkout";
/// Calls that report the chosen payment method and delivery.
pub(crate) const CHOICES: &str = "wbte-sc-checkout";
/// Call that creates a setup intent, to save a method when there is nothing to pay.
pub(crate) const SETUP_INTENT: &str = "createSetupIntent";
/// Call by which a customer saves a new payment method.
pub(crate) const KEEP_METHOD: &str = "createAndConfirmSetupIntent";
/// Call that reports a failed confirmation.
pub(crate) const FAILED_ORDER: &str = "updateFailedOrder";
/// Call that stores the appearance of the payment form.
pub(crate) const APPEARANCE: &str = "saveAppearance";

/// Call that creates a payment intent for an order. Its holder was shown the order's page, which requires the order key or its
/// owner's login. Without an order, the session's cart is paid.
pub(crate) fn create_intent(order: Option<OrderId>) -> String {
    of_order("createPaymentIntent", order)
}

/// Call that changes a payment intent.
pub(crate) fn update_intent(order: Option<OrderId>) -> String {
    of_order("updatePaymentIntent", order)
}

fn of_order(action: &str, order: Option<OrderId>) -> String {
    order.map_or_else(|| action.to_owned(), |order| format!("{action}:{order}"))
}

/// Call by which a page reports that it confirmed an intent of this order.
pub(crate) fn order_status(order: OrderId) -> String {
    format!("wc_stripe_update_order_status_nonce:{order}")
}

/// Call by which a page reports that it confirmed a subscription's new method. Orders have ids of their own.
pub(crate) fn payment_change(id: SubscriptionId) -> String {
    format!("wc_stripe_confirm_change_payment:{id}")
}
