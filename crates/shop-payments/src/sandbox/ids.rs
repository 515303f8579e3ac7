//! Ids of the provider's objects: a prefix that says what it is, and 24 random letters and digits.

use rand::Rng;
use rand::distr::Alphanumeric;
use serde::{Deserialize, Serialize};

/// Random letters and digits. 24 of them are 142 bits: enough for what may not be guessed.
pub(crate) fn random_word(length: usize) -> String {
    rand::rng().sample_iter(&Alphanumeric).take(length).map(char::from).collect()
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $name(pub(crate) String);

        impl $name {
            pub(crate) fn new() -> Self {
                Self(format!("{}_{}", $prefix, random_word(24)))
            }

            pub(crate) fn as_str(&self) -> &str {
                &self.0
            }
        }
    )*};
}

ids! {
    /// A customer.
    CustomerId = "cus";
    /// A payment method.
    MethodId = "pm";
    /// What a payment form or a wallet gave for one confirmation.
    TokenId = "ctoken";
    /// A charge: one try that reached the bank.
    ChargeId = "ch";
    /// A refund.
    RefundId = "re";
    /// A dispute.
    DisputeId = "dp";
    /// A review for fraud.
    ReviewId = "prv";
    /// An event.
    EventId = "evt";
}

/// An intent to pay (`pi_…`) or to save a method (`seti_…`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct IntentId(pub(crate) String);

impl IntentId {
    pub(crate) fn new(setup: bool) -> Self {
        Self(format!("{}_{}", if setup { "seti" } else { "pi" }, random_word(24)))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
