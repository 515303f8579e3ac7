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

/// A word that opens something, such as an intent's client secret. Its debug text never shows it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What the shopper or the page must do before an intent goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextAction {
    /// Leave for the provider's page, or the bank's.
    Redirect(String),
    /// The page's script goes on with the client secret: 3-D Secure.
    Script,
    /// A slip is given out, to be paid elsewhere.
    Voucher(Slip),
    /// A wallet's sheet or QR code.
    Wallet,
}

/// A slip that is paid elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slip {
    /// The provider's page with it.
    pub url: String,
    /// Number, line of digits or reference; empty: only its page tells.
    pub reference: String,
    /// Whom it is paid to at a cash machine; empty: it has none.
    pub entity: String,
    /// Until when it can be paid.
    pub until: Option<UnixSeconds>,
}

/// What people see of a payment at the provider, at the bank and in the mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaymentWords {
    /// What the order is called on the provider's pages; empty: nothing.
    pub description: String,
    /// The merchant's text for bank statements; empty: the account's own.
    pub statement: String,
    /// Who gets the provider's receipt by mail; empty: nobody.
    pub receipt_email: String,
    /// Where the goods go, for the provider's checks; `None`: nothing is sent.
    pub shipping: Option<Box<Address>>,
    /// The order's key, by which people find it.
    pub order_key: String,
}

/// What is changed on an intent that nothing was paid on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntentChange {
    /// To pay; zero: as it is, as for a setup.
    pub amount: Cents,
    /// Kinds of methods that may be used from now on; none: as it is.
    pub kinds: Vec<PaymentMethod>,
    /// Whether the amount is only set aside; `None`: as it is.
    pub manual_capture: Option<bool>,
    /// `pm_…` to pay with, in place of one that it has; `None`: as it is.
    pub method: Option<String>,
    /// What people see of it; `None`: as it is.
    pub words: Option<PaymentWords>,
    /// The method is kept for payments without the shopper.
    pub save: bool,
    /// The order that it is for from now on; `None`: as it is.
    pub order: Option<OrderId>,
    /// `cus_…` whose it is from now on; `None`: as it is.
    pub customer: Option<String>,
}

/// An intent to pay, or to save a method for later ("setup"), as the provider has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intent {
    /// `pi_…` or `seti_…`.
    pub id: String,
    /// The provider's word: `succeeded`, `requires_action`, ….
    pub status: String,
    /// To pay; zero for a setup.
    pub amount: Cents,
    /// What came, or is set aside until it is captured.
    pub received: Cents,
    /// In lower case.
    pub currency: String,
    /// Lets the page confirm it.
    pub client_secret: Secret,
    /// `cus_…`.
    pub customer: Option<String>,
    /// `pm_…`.
    pub method: Option<String>,
    /// What follows; only while an action is required.
    pub next: Option<NextAction>,
    /// Why the last try failed.
    pub failure: Option<PaymentError>,
    /// `ch_…` of the latest charge.
    pub charge: Option<String>,
    /// The order that it was made for, by its own word.
    pub order: Option<OrderId>,
    /// It was set aside, and given up by the provider because nobody captured it in time.
    pub lapsed: bool,
}

impl Intent {
    /// Whether it saves a method instead of paying.
    pub fn is_setup(&self) -> bool {
        self.id.starts_with("seti_")
    }

    /// What the state of the order's payment learns from it. `now`: when it was read.
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

/// What an intent is paid with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaidWith {
    /// A method of the provider's: `pm_…`, new or saved.
    Method(String),
    /// What a wallet's sheet or the payment form gave: `ctoken_…`.
    Token(String),
}

/// An intent to be made. Making it moves no money: that is what confirming does, when the shop has written down the intent's
/// id. An answer that was lost costs nothing then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewIntent {
    /// The order that it is for; `None`: a method is saved in the account.
    pub order: Option<OrderId>,
    /// To pay; zero: a method is saved for later.
    pub amount: Cents,
    /// In lower case.
    pub currency: String,
    /// Kinds of methods that may be used.
    pub kinds: Vec<PaymentMethod>,
    /// `pm_…` to pay with; `None`: it is given when the intent is confirmed, as it always is for a setup.
    pub method: Option<String>,
    /// `cus_…`.
    pub customer: Option<String>,
    /// The method is kept for payments without the shopper.
    pub save: bool,
    /// The amount is only set aside, and captured by the merchant.
    pub manual_capture: bool,
    /// What people see of it.
    pub words: PaymentWords,
}

/// How a buyer's agreement reached the shop. The provider keeps it with a mandate to collect money.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    pub address: String,
    /// What the browser calls itself.
    pub user_agent: String,
}

/// How an intent is confirmed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmation {
    /// Kind of what it is paid with.
    pub kind: PaymentMethod,
    /// What it is paid with; `None`: the method it was made with.
    pub with: Option<PaidWith>,
    /// Where the shopper comes back to; empty: nowhere.
    pub return_url: String,
    /// Nobody is there who could answer a question of the bank, as when a subscription renews.
    pub off_session: bool,
    /// The method is kept for payments without the shopper.
    pub save: bool,
    /// Code from the bank's app.
    pub code: Option<String>,
    /// The buyer's agreement to a mandate; `None`: the method needs none, or has one.
    pub agreed: Option<Agreement>,
}

/// A method as the provider has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayMethod {
    /// `pm_…`.
    pub id: String,
    pub kind: PaymentMethod,
    /// `cus_…` whose it is.
    pub customer: Option<String>,
    /// Brand of a card: `visa`; empty: no card.
    pub brand: String,
    /// Last digits of a card or an account; empty: none.
    pub last4: String,
    /// Month from 1 and year in which a card ends.
    pub expires: Option<(u8, u16)>,
    /// Address of a one-click account; empty: none.
    pub email: String,
}

/// A refund as the provider has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayRefund {
    /// `re_…`.
    pub id: String,
    /// The provider's word: `succeeded`, `pending`, `failed`.
    pub status: String,
    pub amount: Cents,
    /// The key with which the shop asked for it; empty: it was made past the shop.
    pub key: String,
}

/// What a message says beside the state of the payment, for people to read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventDetail {
    /// Why a try or a refund failed, or why the charge is disputed or reviewed: the provider's code.
    pub reason: String,
    /// The bank's reason for declining.
    pub decline_code: String,
    /// Until when a dispute is to be answered.
    pub due_by: Option<UnixSeconds>,
    /// How 3-D Secure ended: `authenticated`, ….
    pub three_d_secure: String,
}

/// Why the provider did not do as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// A final no to this try: declined, wrong code. The shopper may try again with another method.
    #[error("declined: {}", error.code)]
    Declined {
        /// The provider's words.
        error: Box<PaymentError>,
        /// The intent afterwards, where the provider sent it.
        intent: Option<Box<Intent>>,
    },
    /// The request was not accepted: a wrong parameter, an unknown id, a state that does not fit. Nothing was done.
    #[error("refused: {} {}", error.code, error.param)]
    Refused {
        /// The provider's words.
        error: Box<PaymentError>,
    },
    /// Nothing was done: the provider could not be reached or asked to come later.
    #[error("the provider is not available: {0}")]
    Unavailable(String),
    /// It is not known whether something was done: no answer, a broken one, a failure on their side. Asked again with the same
    /// key, or read later, it becomes known.
    #[error("the provider's answer is not known: {0}")]
    Unknown(String),
}

/// A message of the provider, its signature verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayEvent {
    /// `evt_…`: the same message always has the same id.
    pub id: String,
    /// What the payment's state learns from it. The kind of foreign events too.
    pub form: PaymentEventForm,
    /// What else it says.
    pub detail: EventDetail,
    /// Its body as it came.
    pub body: String,
}

/// Why a message was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventRefusal {
    /// No signature, or none of them is ours.
    #[error("the signature does not fit the webhook's signing secret")]
    Signature,
    /// Signed too long ago, or in the future.
    #[error("signed too long ago, or in the future")]
    Stale,
    /// Signed, but not a message.
    #[error("the body is no event")]
    Unreadable,
}

/// What pages may know of the provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatewayPublic {
    /// Whose customers and kept methods these are: provider, mode and account. Those of another scope are never sent to it.
    pub scope: String,
    /// Key for browsers.
    pub publishable_key: String,
    /// Version of its API.
    pub api_version: String,
    /// Origin of the sandbox's fields and pages; `None`: the provider's own script is used.
    pub sandbox_origin: Option<String>,
    /// It takes every method in any currency: a sandbox that is set up so, for methods of other countries to be tried.
    pub any_currency: bool,
}

/// A payment provider. Every write has a key: the same key never does a thing twice, however often it is asked; with the same
/// key the request must be the same.
#[async_trait]
pub trait Gateway: GatewaySetup + Send + Sync + 'static {
    /// What pages may know.
    fn public(&self) -> &GatewayPublic;

    /// Makes an intent. Nothing is paid yet.
    async fn create_intent(&self, new: &NewIntent, key: &str) -> Result<Intent, GatewayError>;

    /// Reads an intent.
    async fn intent(&self, id: &str) -> Result<Intent, GatewayError>;

    /// The debit that a bank redirect left behind when it was saved; `None`: none. Another method than the one that was paid with.
    async fn debit_of(&self, intent: &str) -> Result<Option<String>, GatewayError>;

    /// Changes an intent that nothing was paid on.
    async fn update_intent(&self, id: &str, change: &IntentChange, key: &str) -> Result<Intent, GatewayError>;

    /// Confirms an intent that waits for it: now money may move.
    async fn confirm_intent(&self, id: &str, how: &Confirmation, key: &str) -> Result<Intent, GatewayError>;

    /// Gives an intent up; nothing can be paid on it afterwards.
    async fn cancel_intent(&self, id: &str, key: &str) -> Result<Intent, GatewayError>;

    /// Captures what was set aside; less than all of it lets the rest go.
    async fn capture_intent(&self, id: &str, amount: Cents, key: &str) -> Result<Intent, GatewayError>;

    /// Gives back an amount of what was paid. The refund keeps the key, by which it is found in [`Self::refunds`].
    async fn refund(&self, intent: &str, amount: Cents, key: &str) -> Result<GatewayRefund, GatewayError>;

    /// All refunds of an intent.
    async fn refunds(&self, intent: &str) -> Result<Vec<GatewayRefund>, GatewayError>;

    /// Makes a customer; gives its `cus_…`.
    async fn create_customer(&self, email: &str, name: &str, key: &str) -> Result<String, GatewayError>;

    /// Deletes a customer, with the methods that are kept for him; one whom the provider does not know is gone already.
    async fn delete_customer(&self, id: &str) -> Result<(), GatewayError>;

    /// Reads a method.
    async fn method(&self, id: &str) -> Result<GatewayMethod, GatewayError>;

    /// Keeps a method for a customer.
    async fn attach_method(&self, id: &str, customer: &str, key: &str) -> Result<GatewayMethod, GatewayError>;

    /// Lets a kept method go.
    async fn detach_method(&self, id: &str, key: &str) -> Result<(), GatewayError>;

    /// Lists the provider's messages of these kinds since a moment: those whose delivery failed are among them.
    async fn events_since(&self, since: UnixSeconds, kinds: &[&str]) -> Result<Vec<GatewayEvent>, GatewayError>;

    /// Reads a message that was posted to the shop. `now`: against messages that were recorded and sent again.
    fn read_event(&self, signature: &str, body: &str, now: UnixSeconds) -> Result<GatewayEvent, EventRefusal>;
}
