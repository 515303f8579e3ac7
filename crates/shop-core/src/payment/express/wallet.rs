//! The wallets of the express buttons.

use crate::base::wire_enum;
use crate::payment::method::PaymentMethod;

wire_enum! {
    /// A wallet by the name that goes with an order: `express_payment_type` (wire contract, C2).
    ExpressWallet {
        /// A device wallet.
        ApplePay = "apple_pay",
        /// A device wallet.
        GooglePay = "google_pay",
        /// The wallet of a marketplace.
        AmazonPay = "amazon_pay",
        /// The provider's one-click method.
        Link = "link",
    } default ApplePay
}

impl ExpressWallet {
    /// Its own name, which no language translates.
    pub fn title(self) -> &'static str {
        match self {
            Self::ApplePay => "Apple Pay",
            Self::GooglePay => "Google Pay",
            Self::AmazonPay => "Amazon Pay",
            Self::Link => "Link",
        }
    }

    /// What the provider charges: device wallets give a card.
    pub fn method(self) -> PaymentMethod {
        match self {
            Self::ApplePay | Self::GooglePay => PaymentMethod::Card,
            Self::AmazonPay => PaymentMethod::AmazonPay,
            Self::Link => PaymentMethod::Link,
        }
    }
}
