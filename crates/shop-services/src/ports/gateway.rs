//! The payment provider.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::event::PaymentEventForm;

use super::{Confirmation, GatewayError, GatewaySetup, Intent, IntentChange, NewIntent, WebhookError};

/// A payment method as returned by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayMethod {
    /// `pm_…`.
    pub id: String,
    pub kind: PaymentMethod,
    /// Owner of the method: `cus_…`.
    pub customer: Option<String>,
    /// Card brand, such as `visa`; empty if it is no card.
    pub brand: String,
    /// Last digits of the card or account; empty if none.
    pub last4: String,
    /// Expiry month (1 to 12) and year of a card.
    pub expires: Option<(u8, u16)>,
    /// Address of a one-click account; empty if none.
    pub email: String,
}

/// A refund as returned by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayRefund {
    /// `re_…`.
    pub id: String,
    /// The provider's status: `succeeded`, `pending`, `failed`.
    pub status: String,
    pub amount: Cents,
    /// Idempotency key of the shop's request; empty if the refund was made outside the shop.
    pub key: String,
}

/// Details of a webhook event for people to read, beside the payment state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventDetail {
    /// The provider's code for why an attempt or refund failed, or why the charge is disputed or under review.
    pub reason: String,
    /// The bank's decline code.
    pub decline_code: String,
    /// Deadline for answering a dispute.
    pub due_by: Option<UnixSeconds>,
    /// Result of 3-D Secure: `authenticated`, ….
    pub three_d_secure: String,
}

/// A webhook event whose signature is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayEvent {
    /// `evt_…`: the same for every delivery of an event.
    pub id: String,
    /// Event for the payment state; also the type of events that the shop does not handle.
    pub form: PaymentEventForm,
    pub detail: EventDetail,
    pub body: String,
}

/// Provider data that pages may see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatewayPublic {
    /// Provider, mode and account that own these customers and saved methods. Those of another scope are never sent to it.
    pub scope: String,
    /// Publishable key for browsers.
    pub publishable_key: String,
    pub api_version: String,
    /// Origin of the sandbox's fields and pages; `None` for the provider's own script.
    pub sandbox_origin: Option<String>,
    /// Accept every method in any currency: for a sandbox in which methods of other countries are tried.
    pub any_currency: bool,
}

/// A payment provider. Every write takes an idempotency key: repeated calls with the same key and the same request have effect
/// once.
#[async_trait]
pub trait Gateway: GatewaySetup + Send + Sync + 'static {
    fn public(&self) -> &GatewayPublic;

    /// Creates an intent. Nothing is paid yet.
    async fn create_intent(&self, new: &NewIntent, key: &str) -> Result<Intent, GatewayError>;

    async fn intent(&self, id: &str) -> Result<Intent, GatewayError>;

    /// Returns the debit mandate that a bank redirect created when it was saved, if any. It is another method than the one used
    /// to pay.
    async fn debit_of(&self, intent: &str) -> Result<Option<String>, GatewayError>;

    /// Changes an intent that has no payment yet.
    async fn update_intent(&self, id: &str, change: &IntentChange, key: &str) -> Result<Intent, GatewayError>;

    /// Confirms an intent that waits for confirmation: from here on money may move.
    async fn confirm_intent(&self, id: &str, how: &Confirmation, key: &str) -> Result<Intent, GatewayError>;

    /// Cancels an intent; it can no longer be paid.
    async fn cancel_intent(&self, id: &str, key: &str) -> Result<Intent, GatewayError>;

    /// Captures an authorised amount; the provider releases the rest.
    async fn capture_intent(&self, id: &str, amount: Cents, key: &str) -> Result<Intent, GatewayError>;

    /// Refunds part of a payment. The refund stores the key, by which [`Self::refunds`] finds it.
    async fn refund(&self, intent: &str, amount: Cents, key: &str) -> Result<GatewayRefund, GatewayError>;

    async fn refunds(&self, intent: &str) -> Result<Vec<GatewayRefund>, GatewayError>;

    /// Creates a customer; returns its `cus_…`.
    async fn create_customer(&self, email: &str, name: &str, key: &str) -> Result<String, GatewayError>;

    /// Deletes a customer with the saved methods; an unknown customer counts as deleted.
    async fn delete_customer(&self, id: &str) -> Result<(), GatewayError>;

    async fn method(&self, id: &str) -> Result<GatewayMethod, GatewayError>;

    /// Saves a method for a customer.
    async fn attach_method(&self, id: &str, customer: &str, key: &str) -> Result<GatewayMethod, GatewayError>;

    /// Removes a saved method.
    async fn detach_method(&self, id: &str, key: &str) -> Result<(), GatewayError>;

    /// Lists the provider's events of these types since a moment, including those whose delivery failed.
    async fn events_since(&self, since: UnixSeconds, kinds: &[&str]) -> Result<Vec<GatewayEvent>, GatewayError>;

    /// Verifies and parses a webhook request. `now` is needed to reject replayed requests.
    fn read_event(&self, signature: &str, body: &str, now: UnixSeconds) -> Result<GatewayEvent, WebhookError>;
}
