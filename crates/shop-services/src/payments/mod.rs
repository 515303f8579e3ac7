//! Payments by the provider.
//!
//! | Subject | Module |
//! | --- | --- |
//! | a shopper pays an order | `pay`, `attempt` |
//! | creating an intent, adapting it to another choice | `make_intent`, `choice` |
//! | repeated requests | `repeat` |
//! | recording what is known about an intent | `notes` |
//! | updating the order | `settle` |
//! | webhook events | `events` |
//! | unresolved payments | `check` |
//! | refunds of an amount or lines, and their requests to the provider | `refund_order`, `refunds` |
//! | capturing authorised amounts | `capture` |
//! | payment history for the back office | `history` |
//! | intents that a form needs before its order | `form_intents` |
//! | saving methods, from the account or after a payment | `methods`, `save_method` |
//! | off-session charges | `off_session` |
//! | another payment method after an attempt with the provider | `offline` |
//! | pending money on an order's page | `waiting` |
//! | setup of the provider and its keys | `setup`, `provider_keys` |
//!
//! An intent is created first and its id stored; only then is it confirmed. So every charge has an order that knows it, even if a
//! response is lost or the process is killed in between; and an order has one open intent, so it is never charged twice.

mod attempt;
mod capture;
mod check;
mod choice;
mod events;
mod form_intents;
mod history;
mod make_intent;
mod methods;
mod notes;
mod off_session;
mod offline;
mod pay;
pub mod provider;
mod provider_keys;
mod refund_order;
mod refunds;
mod repeat;
mod save_method;
pub mod saved_methods;
mod session;
mod settle;
mod setup;
mod waiting;

pub(crate) use capture::is_authorised;
pub use capture::{CaptureError, Captures, OpenAuthorisation};
pub use check::Checked;
pub use events::PaymentEvents;
pub use form_intents::{EarlyRefusal, FormIntentRequest, PaymentForms};
pub use history::{PaymentHistories, PaymentHistory, TryOutcome};
pub use methods::{MethodSetups, SaveMethodError, SetupFor, SubmittedMethod};
pub(crate) use notes::PaymentNotes;
pub(crate) use off_session::Charged;
pub use offline::OfflineRefusal;
pub use pay::{GatewayPayment, PayWith, PaymentRefusal, PaymentStep, Payments};
pub use provider_keys::{KeyInfo, KeysFrom, ProviderKeysError};
pub use refund_order::{RefundError, RefundRequest};
pub use refunds::Refunds;
pub use repeat::REPEATED_WITHIN_S;
pub use session::PaymentSessions;
pub use settle::Settlement;
pub use setup::{PaymentSetup, ProviderSetup, SetupError};
pub use waiting::AwaitedMoney;
