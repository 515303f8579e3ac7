//! The wallets of the express buttons.

use crate::base::wire_enum;
use crate::payments::method::PaymentMethod;

wire_enum! {
    /// A wallet, by the name sent with an order: `express_payment_type` (wire contract, C2).
    ExpressWallet {
        /// Apple's device wallet.
        ApplePay = "apple_pay",
        /// Google's device wallet.
        GooglePay = "google_pay",
        /// Wallet of a marketplace.
        AmazonPay = "amazon_pay",
        /// The provider's one-click method.
        Link = "link",
    } default ApplePay
}

impl ExpressWallet {
    /// Returns its brand name, which is not translated.
    pub fn title(self) -> &'static str {
        match self {
            Self::ApplePay => "Apple Pay",
            Self::GooglePay => "Google Pay",
            Self::AmazonPay => "Amazon Pay",
            Self::Link => "Link",
        }
    }

    /// Returns the method by which an order of the wallet is paid, and which names it.
    pub fn method(self) -> PaymentMethod {
        match self {
            Self::ApplePay | Self::GooglePay => PaymentMethod::Card,
            Self::AmazonPay => PaymentMethod::AmazonPay,
            Self::Link => PaymentMethod::Link,
        }
    }

    /// Returns the types of payment method that the wallet may return. Its button is opened for these, and the intent must accept
    /// all of them: the provider decides whether the one-click wallet returns its account or the card in it.
    ///
    /// ```
    /// use shop_core::payments::express::wallet::ExpressWallet;
    /// use shop_core::payments::method::PaymentMethod::{Card, Link};
    /// assert_eq!(ExpressWallet::Link.payment_types(), [Card, Link]);
    /// assert_eq!(ExpressWallet::ApplePay.payment_types(), [Card]);
    /// ```
    pub const fn payment_types(self) -> &'static [PaymentMethod] {
        match self {
            Self::ApplePay | Self::GooglePay => &[PaymentMethod::Card],
            Self::AmazonPay => &[PaymentMethod::AmazonPay],
            Self::Link => &[PaymentMethod::Card, PaymentMethod::Link],
        }
    }
}
