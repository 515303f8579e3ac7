//! Payment intents: how they are created, changed and confirmed, and what the provider returns.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::checkout::address::Address;
use shop_core::payments::error::PaymentError;
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::event::PaymentEventForm;

use super::Secret;

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
