//! Payments by the provider.
//!
//! | Subject | Module |
//! | --- | --- |
//! | a shopper pays an order | `pay` |
//! | what is learnt of an intent, and the order after it | `settle` |
//! | the provider's messages | `events` |
//! | payments that are left in doubt | `check` |
//! | methods that buyers keep | `methods` |
//!
//! An intent is made first and its id written down; only then is it confirmed. So a charge always has an order that knows it,
//! whatever answer is lost and whoever is killed in between; and one order has one open intent, so it is never charged twice.

mod check;
mod events;
mod methods;
mod pay;
mod settle;

pub use check::Checked;
pub use methods::KeepRefusal;
pub use pay::{GatewayPayment, PayWith, PaymentRefusal, PaymentStep};
