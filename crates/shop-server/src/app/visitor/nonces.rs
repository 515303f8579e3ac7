//! Actions of the nonces that pages carry and that another door checks.

use shop_core::base::{OrderId, SubscriptionId};

/// The store API's, which belongs to no session: cached pages of guests carry it.
pub(crate) const STORE_API: &str = "wc_store_api";
/// The same for who places an order by an express button: in the header `X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE` (wire contract, C5).
pub(crate) const EXPRESS_CHECKOUT: &str = "wc_store_api_express_checkout";
/// Of the cart's form.
pub(crate) const CART: &str = "woocommerce-cart";
/// Of the checkout's form.
pub(crate) const CHECKOUT: &str = "woocommerce-process_checkout";
/// Of the calls that tell the chosen payment and delivery.
pub(crate) const CHOICES: &str = "wbte-sc-checkout";
/// Of the call that makes an intent to save a method with nothing to pay.
pub(crate) const SETUP_INTENT: &str = "createSetupIntent";
/// Of the call by which a customer keeps a new method.
pub(crate) const KEEP_METHOD: &str = "createAndConfirmSetupIntent";
/// Of the call that tells that a confirmation failed.
pub(crate) const FAILED_ORDER: &str = "updateFailedOrder";
/// Of the call that keeps the look of the payment form.
pub(crate) const APPEARANCE: &str = "saveAppearance";

/// Of the call that makes an intent of an order: who has it was shown the order's page, which its key or its owner opens. Without an
/// order it is the session's cart that is paid.
pub(crate) fn create_intent(order: Option<OrderId>) -> String {
    of_order("createPaymentIntent", order)
}

/// The same of changes.
pub(crate) fn update_intent(order: Option<OrderId>) -> String {
    of_order("updatePaymentIntent", order)
}

fn of_order(action: &str, order: Option<OrderId>) -> String {
    order.map_or_else(|| action.to_owned(), |order| format!("{action}:{order}"))
}

/// Of the call by which a page tells that it confirmed an intent of this order.
pub(crate) fn order_status(order: OrderId) -> String {
    format!("wc_stripe_update_order_status_nonce:{order}")
}

/// Of the call by which a page tells that it confirmed the setup of this subscription. Orders have numbers of their own.
pub(crate) fn payment_change(id: SubscriptionId) -> String {
    format!("wc_stripe_confirm_change_payment:{id}")
}
