//! Ids of the provider's objects: a prefix that says what it is, and 24 random letters and digits.

use serde::{Deserialize, Serialize};
use shop_services::Random;
use shop_services::platform::random::ALPHANUMERIC;

/// Random letters and digits. 24 of them are 142 bits: enough for what may not be guessed.
pub(crate) fn random_word(random: &dyn Random, length: usize) -> String {
    random.word(ALPHANUMERIC, length)
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $name(pub(crate) String);

        impl $name {
            pub(crate) fn new(random: &dyn Random) -> Self {
                Self(format!("{}_{}", $prefix, random_word(random, 24)))
            }

            pub(crate) fn as_str(&self) -> &str {
                &self.0
            }
        }
    )*};
}

ids! {
    /// An intent to pay, or to save a method (`seti_…`).
    IntentId = "pi";
    CustomerId = "cus";
    /// A payment method.
    MethodId = "pm";
    /// What a payment form or a wallet gave for one confirmation.
    TokenId = "ctoken";
    /// A charge: one try that reached the bank.
    ChargeId = "ch";
    RefundId = "re";
    DisputeId = "dp";
    /// A review for fraud.
    ReviewId = "prv";
    EventId = "evt";
    /// A webhook that was made by the API.
    WebhookId = "we";
    /// A domain on which wallets are shown.
    DomainId = "pmd";
}

impl IntentId {
    /// Of one to save a method.
    pub(crate) fn of_setup(random: &dyn Random) -> Self {
        Self(format!("seti_{}", random_word(random, 24)))
    }
}
