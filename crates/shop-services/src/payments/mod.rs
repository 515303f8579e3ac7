//! Payments by the provider.
//!
//! | Subject | Module |
//! | --- | --- |
//! | a shopper pays an order | `pay`, `attempt` |
//! | an intent follows another choice | `choice` |
//! | what is learnt of an intent, and the order after it | `settle` |
//! | the provider's messages | `events` |
//! | payments that are left in doubt | `check` |
//! | giving money back | `refunds` |
//! | capturing what was set aside | `capture` |
//! | what the back office sees of a payment | `history` |
//! | intents that a form needs before its order | `early` |
//! | methods that buyers keep | `methods`, `label` |
//! | charges without the buyer | `kept` |
//! | what an order's page tells of money on its way | `waiting` |
//! | setting the provider up, its keys | `setup`, `provider_keys` |
//! | faults that the merchant sees | `watch` |
//!
//! An intent is made first and its id written down; only then is it confirmed. So a charge always has an order that knows it,
//! whatever answer is lost and whoever is killed in between; and one order has one open intent, so it is never charged twice.

mod attempt;
mod capture;
mod check;
mod choice;
mod early;
mod events;
mod history;
mod kept;
mod label;
mod methods;
mod pay;
mod provider_keys;
mod refunds;
mod settle;
mod setup;
mod waiting;
mod watch;

pub(crate) use capture::is_authorised;
pub use capture::{CaptureRefusal, OpenAuthorisation};
pub use check::Checked;
pub use early::{EarlyRefusal, FormWish};
pub use history::{PaymentHistory, TryOutcome};
pub(crate) use kept::Charged;
pub use label::{method_end, method_label, method_name};
pub use methods::{GivenMethod, KeepRefusal, SetupFor};
pub use pay::{GatewayPayment, PayWith, PaymentRefusal, PaymentStep};
pub(crate) use provider_keys::Connected;
pub use provider_keys::{KeysFrom, KeysRefusal, ProviderSource, ShownKeys};
pub(crate) use refunds::{ASKING_S, left_by_gateway, taken_from};
pub use setup::{PaymentSetup, SetupRefusal};
pub use waiting::AwaitedMoney;
pub use watch::NotedFaults;
