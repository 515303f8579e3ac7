//! What the pipeline needs of the process that serves a request.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::{CustomerId, OrderId};
use shop_core::checkout::address::Address;

use super::refusal::AccountDenied;
use crate::accounts::buyer::Buyer;
use crate::payments::GatewayPayment;
use crate::platform::settings::ShopSettings;
use crate::ports::StoreError;

/// The visitor who orders, and what only the serving process knows or does.
#[async_trait]
pub trait CheckoutHost: Send + Sync {
    /// Key of the visitor's session.
    fn session_key(&self) -> &str;

    /// Who orders, and for whom.
    fn buyer(&self) -> &Buyer;

    /// Who is logged in.
    fn customer_id(&self) -> Option<CustomerId> {
        self.buyer().customer_id
    }

    /// Whether one more VAT number may be checked from there; counts it.
    fn admits_vat_check(&self) -> bool;

    /// Address of the browser.
    fn ip(&self) -> &str;

    /// Whether the visitor allows that it is noted where he came from.
    fn admits_attribution(&self, settings: &ShopSettings) -> bool;

    /// Whether one more order may come from there; counts it.
    fn admits_order(&self) -> bool;

    /// The hash of a new account's password; with nothing typed of one that nobody knows. `judged`: a short or weak one is
    /// refused, as in all of the shop's own forms; the platform's API takes any.
    async fn password_hash(
        &self,
        billing: &Address,
        typed: &str,
        judged: bool,
    ) -> Result<Result<String, AccountDenied>, StoreError>;

    /// Logs the buyer in to the account that was made with the order. The order stands whatever happens here.
    async fn welcome(&mut self, id: CustomerId);

    /// Pays the order. Gives the address where the browser goes on.
    ///
    /// # Errors
    /// The inner error is the sentence for the shopper: nothing was paid, the order and its cart may be tried again.
    async fn pay(&self, id: OrderId, payment: &GatewayPayment) -> Result<Result<String, String>, StoreError>;
}

/// What of a request's word about where the buyer came from is kept with the order: all of it, or nothing without consent.
pub(super) fn admitted(
    host: &dyn CheckoutHost,
    settings: &ShopSettings,
    sent: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    if !sent.is_empty() && host.admits_attribution(settings) { sent.clone() } else { BTreeMap::new() }
}
