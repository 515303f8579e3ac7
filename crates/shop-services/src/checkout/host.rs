//! What the checkout pipeline needs from the process that serves a request.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::{CustomerId, OrderId};
use shop_core::checkout::address::Address;

use super::refusal::AccountError;
use crate::accounts::buyer::Buyer;
use crate::payments::GatewayPayment;
use crate::platform::settings::ShopSettings;
use crate::ports::StoreError;

/// The visitor who orders, and what only the serving process knows or does.
#[async_trait]
pub trait CheckoutHost: Send + Sync {
    fn session_key(&self) -> &str;

    fn buyer(&self) -> &Buyer;

    /// The logged-in customer.
    fn customer_id(&self) -> Option<CustomerId> {
        self.buyer().customer_id
    }

    /// Rate limit: whether this client may have another VAT number checked; counts it.
    fn admits_vat_check(&self) -> bool;

    fn ip(&self) -> &str;

    /// Whether the visitor has consented to order attribution.
    fn admits_attribution(&self, settings: &ShopSettings) -> bool;

    /// Rate limit: whether this client may place another order; counts it.
    fn admits_order(&self) -> bool;

    /// Returns the hash of a new account's password, or of a random one if none is typed. With `must_be_strong` short or weak
    /// ones are rejected, as in all of the shop's own forms; WooCommerce's API accepts any.
    async fn password_hash(
        &self,
        billing: &Address,
        typed: &str,
        must_be_strong: bool,
    ) -> Result<Result<String, AccountError>, StoreError>;

    /// Logs the buyer in to the account created with the order. A failure does not affect the order.
    async fn welcome(&mut self, id: CustomerId);

    /// Pays the order. Returns the address where the browser continues.
    ///
    /// # Errors
    ///
    /// The inner error is the message for the shopper: nothing was paid, and the payment may be retried.
    async fn pay(&self, id: OrderId, payment: &GatewayPayment) -> Result<Result<String, String>, StoreError>;
}

/// The attribution data of a request that is stored with the order: all of it, or nothing without consent.
pub(super) fn admitted(
    host: &dyn CheckoutHost,
    settings: &ShopSettings,
    sent: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    if !sent.is_empty() && host.admits_attribution(settings) { sent.clone() } else { BTreeMap::new() }
}
