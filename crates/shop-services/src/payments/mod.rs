//! Payments by the provider.
//!
//! | Subject | Module |
//! | --- | --- |
//! | a shopper pays an order | `pay`, `attempt` |
//! | an intent follows another choice | `choice` |
//! | requests that were sent before | `repeat` |
//! | what is learnt of an intent, written down | `learn` |
//! | the order after it | `settle` |
//! | the provider's messages | `events` |
//! | payments that are left in doubt | `check` |
//! | giving money back: an amount or lines, and asking the provider for it | `give_back`, `refunds` |
//! | capturing what was set aside | `capture` |
//! | what the back office sees of a payment | `history` |
//! | intents that a form needs before its order | `early` |
//! | methods that buyers add, and those that paid | `methods`, `keep` |
//! | charges without the buyer | `kept` |
//! | another way of payment, after a try with the provider | `offline` |
//! | what an order's page tells of money on its way | `waiting` |
//! | setting the provider up, its keys | `setup`, `provider_keys` |
//!
//! An intent is made first and its id written down; only then is it confirmed. So a charge always has an order that knows it,
//! whatever answer is lost and whoever is killed in between; and one order has one open intent, so it is never charged twice.

mod attempt;
mod capture;
mod check;
mod choice;
mod early;
mod events;
mod give_back;
mod history;
mod keep;
mod kept;
mod learn;
mod methods;
mod offline;
mod pay;
pub mod provider;
mod provider_keys;
mod refunds;
mod repeat;
pub mod saved_methods;
mod session;
mod settle;
mod setup;
mod waiting;

pub(crate) use capture::is_authorised;
pub use capture::{CaptureRefusal, Captures, OpenAuthorisation};
pub use check::Checked;
pub use early::{EarlyRefusal, FormWish, PaymentForms};
pub use events::PaymentEvents;
pub use give_back::{RefundRefusal, RefundRequest};
pub use history::{PaymentHistories, PaymentHistory, TryOutcome};
pub(crate) use kept::Charged;
pub(crate) use learn::PaymentNotes;
pub use methods::{GivenMethod, KeepRefusal, MethodSetups, SetupFor};
pub use offline::OfflineRefusal;
pub use pay::{GatewayPayment, PayWith, PaymentRefusal, PaymentStep, Payments};
pub use provider_keys::{KeysFrom, KeysRefusal, ShownKeys};
pub use refunds::Refunds;
pub use repeat::REPEATED_WITHIN_S;
pub use session::PaymentSessions;
pub use settle::Settlement;
pub use setup::{PaymentSetup, ProviderSetup, SetupRefusal};
pub use waiting::AwaitedMoney;
