//! Ids of the provider's objects: a prefix for the type, and 24 random letters and digits.

use serde::{Deserialize, Serialize};
use shop_services::Random;
use shop_services::platform::random::ALPHANUMERIC;

/// Random letters and digits. 24 of them have 142 bits of entropy, enough for secrets.
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
    /// A payment intent, or a setup intent (`seti_…`).
    IntentId = "pi";
    CustomerId = "cus";
    MethodId = "pm";
    /// A confirmation token of a payment form or a wallet.
    TokenId = "ctoken";
    /// A charge: one attempt that reached the bank.
    ChargeId = "ch";
    RefundId = "re";
    DisputeId = "dp";
    /// A fraud review.
    ReviewId = "prv";
    EventId = "evt";
    /// A webhook endpoint that was created by the API.
    WebhookId = "we";
    /// A domain on which wallets are shown.
    DomainId = "pmd";
}

impl IntentId {
    /// Id of a setup intent.
    pub(crate) fn new_setup(random: &dyn Random) -> Self {
        Self(format!("seti_{}", random_word(random, 24)))
    }
}
