//! The payment provider.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::checkout::address::Address;
use shop_core::payments::error::PaymentError;
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::event::PaymentEventForm;

use super::GatewaySetup;

/// A secret such as an intent's client secret. Its `Debug` output hides the value.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The next action that the shopper or the page must take before an intent proceeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextAction {
    /// Redirect to the provider's or the bank's page.
    Redirect(String),
    /// The page's script continues with the client secret: 3-D Secure.
    Script,
    /// A voucher is issued, to be paid elsewhere.
    Voucher(Slip),
    /// A wallet's payment sheet or QR code.
    Wallet,
}

/// A voucher that is paid elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slip {
    /// The provider's page that shows it.
    pub url: String,
    /// Number, digit line or reference; empty if only the page shows it.
    pub reference: String,
    /// Entity to pay at a cash machine; empty if there is none.
    pub entity: String,
    pub until: Option<UnixSeconds>,
}

/// Texts about a payment for the provider's pages, the bank statement and the receipt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaymentTexts {
    /// Name of the order on the provider's pages; empty for none.
    pub description: String,
    /// The merchant's statement descriptor; empty for the account's default.
    pub statement: String,
    /// Recipient of the provider's receipt; empty for none.
    pub receipt_email: String,
    /// Delivery address for the provider's fraud checks; `None` if nothing is shipped.
    pub shipping: Option<Box<Address>>,
    /// The order's public key, to find the payment at the provider.
    pub order_key: String,
}

/// A change of an intent that has no payment yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntentChange {
    /// Amount to pay; zero leaves it unchanged, as for a setup.
    pub amount: Cents,
    /// Payment methods allowed from now on; empty leaves them unchanged.
    pub kinds: Vec<PaymentMethod>,
    /// Whether the amount is only authorised; `None` leaves it unchanged.
    pub manual_capture: Option<bool>,
    /// `pm_…` to pay with instead; `None` leaves it unchanged.
    pub method: Option<String>,
    /// `None` leaves them unchanged.
    pub words: Option<PaymentTexts>,
    /// Save the method for off-session payments.
    pub save: bool,
    /// New order of the intent; `None` leaves it unchanged.
    pub order: Option<OrderId>,
    /// New customer (`cus_…`); `None` leaves it unchanged.
    pub customer: Option<String>,
}

/// A payment intent, or a setup intent that saves a method for later, as returned by the provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intent {
    /// `pi_…` or `seti_…`.
    pub id: String,
    /// The provider's status: `succeeded`, `requires_action`, ….
    pub status: String,
    /// Amount to pay; zero for a setup.
    pub amount: Cents,
    /// Amount received, or authorised and not yet captured.
    pub received: Cents,
    /// In lower case.
    pub currency: String,
    pub client_secret: Secret,
    /// `cus_…`.
    pub customer: Option<String>,
    /// `pm_…`.
    pub method: Option<String>,
    /// The next action; only while one is required.
    pub next: Option<NextAction>,
    /// Why the last attempt failed.
    pub failure: Option<PaymentError>,
    /// `ch_…` of the latest charge.
    pub charge: Option<String>,
    /// The order it was created for, from the intent's metadata.
    pub order: Option<OrderId>,
    /// The authorisation expired at the provider because nobody captured it in time.
    pub lapsed: bool,
}

impl Intent {
    /// Whether it saves a method instead of taking a payment.
    pub fn is_setup(&self) -> bool {
        self.id.starts_with("seti_")
    }

    /// Converts the intent into an event for the order's payment state. `now` is the time at which it was fetched.
    pub fn event(&self, now: UnixSeconds) -> PaymentEventForm {
        PaymentEventForm {
            kind: match (self.lapsed, self.is_setup()) {
                (true, _) => "charge.expired",
                (false, true) => "setup_intent",
                (false, false) => "payment_intent",
            }
            .to_owned(),
            created: now,
            intent_id: self.id.clone(),
            status: self.status.clone(),
            amount: self.received,
            failed: self.failure.is_some(),
            ..PaymentEventForm::default()
        }
    }
}

/// The source of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaidWith {
    /// A payment method of the provider, new or saved: `pm_…`.
    Method(String),
    /// A confirmation token from a wallet or the payment form: `ctoken_…`.
    Token(String),
}

/// An intent to create. Creating it moves no money; confirming does, after the shop has stored the intent's id. Losing the
/// provider's response therefore costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewIntent {
    /// The order to pay; `None` saves a method in the account.
    pub order: Option<OrderId>,
    /// Amount to pay; zero saves a method for later.
    pub amount: Cents,
    /// In lower case.
    pub currency: String,
    pub kinds: Vec<PaymentMethod>,
    /// `pm_…` to pay with; `None` if it is given at confirmation, as always for a setup.
    pub method: Option<String>,
    /// `cus_…`.
    pub customer: Option<String>,
    /// Save the method for off-session payments.
    pub save: bool,
    /// Only authorise the amount; the merchant captures it.
    pub manual_capture: bool,
    pub words: PaymentTexts,
}

/// How the buyer accepted a mandate. The provider stores it with the mandate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    pub address: String,
    /// The browser's `User-Agent`.
    pub user_agent: String,
}

/// Parameters for confirming an intent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmation {
    pub kind: PaymentMethod,
    /// Source of the payment; `None` for the method given at creation.
    pub with: Option<PaidWith>,
    /// Address to which the provider redirects the shopper; empty for none.
    pub return_url: String,
    /// The shopper is absent and cannot authenticate, as when a subscription renews.
    pub off_session: bool,
    /// Save the method for off-session payments.
    pub save: bool,
    /// Code from the bank's app (BLIK).
    pub code: Option<String>,
    /// The buyer's acceptance of a mandate; `None` if the method needs none or has one.
    pub agreed: Option<Agreement>,
}

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

/// Why the provider did not fulfil a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// A final refusal of this attempt, such as a decline or a wrong code. The shopper may retry with another method.
    #[error("declined: {}", error.code)]
    Declined {
        error: Box<PaymentError>,
        /// The intent afterwards, if the provider returned it.
        intent: Option<Box<Intent>>,
    },
    /// The provider rejected the request: a wrong parameter, an unknown id, or a state that does not fit. Nothing was done.
    #[error("refused: {} {}", error.code, error.param)]
    Refused { error: Box<PaymentError> },
    /// Nothing was done: the provider was unreachable or rate-limited the request.
    #[error("the provider is not available: {0}")]
    Unavailable(String),
    /// Unknown whether anything was done: no response, a broken one, or a server error. Retrying with the same key, or reading
    /// the object later, resolves it.
    #[error("the provider's answer is not known: {0}")]
    Unknown(String),
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

/// Why a webhook event was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// The signature is missing or none matches.
    #[error("the signature does not fit the webhook's signing secret")]
    Signature,
    /// The signature's timestamp is too old, or in the future.
    #[error("signed too long ago, or in the future")]
    Stale,
    /// The signature is valid, but the body is no event.
    #[error("the body is no event")]
    Unreadable,
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
