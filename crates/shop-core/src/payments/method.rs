//! Payment methods and their properties. Each method has one entry in `table`, which holds all its data.

mod table;

use serde::Serialize;

pub(super) use self::table::Market;
pub use self::table::PaymentMethod;
use self::table::Saved;
use crate::base::wire_enum;

/// The gateway: id of the card method, and prefix of the ids of the others (wire contract, part C).
pub const GATEWAY: &str = "stripe";

wire_enum! {
    /// Group of a payment method.
    MethodGroup {
        Card = "card",
        /// The provider's one-click method.
        OneClick = "one_click",
        /// Bank debit: the account is debited days later, by a mandate.
        BankDebit = "bank_debit",
        /// The shopper confirms on the bank's page.
        BankRedirect = "bank_redirect",
        /// The shopper enters a code that the bank's app shows.
        BankCode = "bank_code",
        /// A voucher that is paid elsewhere, in cash or at a machine.
        Voucher = "voucher",
        /// A code on the screen, scanned with an app.
        QrWallet = "qr_wallet",
        /// A wallet app on the telephone.
        MobileWallet = "mobile_wallet",
        /// The wallet of a marketplace.
        MarketplaceWallet = "marketplace_wallet",
        /// A lender pays at once and is repaid in instalments.
        BuyNowPayLater = "buy_now_pay_later",
    } default Card
}

/// Properties of a method that the page needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct MethodFacts {
    /// The provider's id.
    pub method: PaymentMethod,
    /// Value of `payment_method` in an order: "stripe" for cards, else "stripe_klarna".
    pub gateway_id: String,
    /// Group of the method.
    pub group: MethodGroup,
    /// Whether it can be saved and charged again.
    pub reusable: bool,
    /// The method that a saved one becomes: bank redirects are saved as a debit mandate.
    pub saved_as: Option<PaymentMethod>,
    /// Whether the payment is confirmed only days later: the order waits on hold.
    pub delayed: bool,
    /// Whether the shopper leaves the page to confirm.
    pub redirects: bool,
    /// Number of digits of the code to enter; 0: none.
    pub code_digits: u8,
    /// Whether its operator has discontinued it.
    pub closed: bool,
}

impl PaymentMethod {
    /// Parses the provider's id. Two further ids of one buy-now-pay-later brand, by region, name the same method.
    ///
    /// ```
    /// use shop_core::payments::method::PaymentMethod;
    /// assert_eq!(PaymentMethod::from_id("clearpay"), Some(PaymentMethod::AfterpayClearpay));
    /// assert_eq!(PaymentMethod::from_id("bitcoin"), None);
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        match id {
            "afterpay" | "clearpay" => Some(Self::AfterpayClearpay),
            other => Self::parse(other),
        }
    }

    /// Returns the gateway id of the method: card is the gateway itself, the others have it as prefix (payments, section 9).
    pub fn gateway_id(self) -> String {
        if self == Self::Card { GATEWAY.to_owned() } else { format!("{GATEWAY}_{}", self.as_str()) }
    }

    /// Parses a gateway id: "stripe", "stripe_klarna".
    pub fn from_gateway_id(id: &str) -> Option<Self> {
        let rest = id.strip_prefix(GATEWAY)?;
        if rest.is_empty() {
            return Some(Self::Card);
        }
        Self::from_id(rest.strip_prefix('_')?).filter(|method| *method != Self::Card)
    }

    /// Returns the group of the method (payments, section 9).
    pub const fn group(self) -> MethodGroup {
        self.row().group
    }

    /// Returns the method that it becomes once saved; `None`: it cannot be saved. Bancontact, iDEAL and Sofort leave a SEPA
    /// mandate, by which later payments are collected.
    pub const fn saved_as(self) -> Option<Self> {
        match self.row().saved {
            Saved::No => None,
            Saved::Itself => Some(self),
            Saved::As(method) => Some(method),
        }
    }

    /// Returns whether a payment by it, or saving it, needs a mandate, which the provider creates from the buyer's agreement:
    /// debits and Link always, others when they are saved. Cards need none.
    ///
    /// ```
    /// use shop_core::payments::method::PaymentMethod;
    /// assert!(PaymentMethod::SepaDebit.takes_mandate(false) && PaymentMethod::Ideal.takes_mandate(true));
    /// assert!(!PaymentMethod::Ideal.takes_mandate(false) && !PaymentMethod::Card.takes_mandate(true));
    /// ```
    pub const fn takes_mandate(self, saves: bool) -> bool {
        matches!(self.group(), MethodGroup::BankDebit)
            || matches!(self, Self::Link)
            || (saves && self.saved_as().is_some() && !matches!(self, Self::Card))
    }

    /// Returns whether the provider confirms the payment only days later: debits, vouchers, and Sofort among the redirects.
    pub const fn is_delayed(self) -> bool {
        self.row().delayed
    }

    /// Returns whether an amount can be authorised now and captured later (the provider's list of methods with separate capture,
    /// among the supported ones).
    pub const fn captures_later(self) -> bool {
        self.row().captures_later
    }

    /// Returns whether the shopper leaves the page to confirm. A card may require that too, but does not always.
    pub const fn redirects(self) -> bool {
        self.row().redirects
    }

    /// Returns whether its operator has discontinued it: giropay on 30 June 2024, Sofort at the end of November 2024. Earlier
    /// orders paid with them remain readable.
    pub const fn is_closed(self) -> bool {
        self.row().closed
    }

    /// Returns the properties that the page needs.
    pub fn facts(self) -> MethodFacts {
        let code_digits = if self.group() == MethodGroup::BankCode { super::mobile_code::DIGITS } else { 0 };
        MethodFacts {
            method: self,
            gateway_id: self.gateway_id(),
            group: self.group(),
            reusable: self.saved_as().is_some(),
            saved_as: self.saved_as(),
            delayed: self.is_delayed(),
            redirects: self.redirects(),
            code_digits,
            closed: self.is_closed(),
        }
    }
}

/// Returns the methods with these ids, in the given order; unknown ids are ignored. An empty list means all methods in the order
/// of the table.
///
/// ```
/// use shop_core::payments::method::{PaymentMethod, listed};
/// let rows = listed(&["blik".to_owned(), "bitcoin".to_owned()]);
/// assert_eq!((rows.len(), rows[0].method, rows[0].code_digits), (1, PaymentMethod::Blik, 6));
/// assert_eq!(listed(&[]).len(), PaymentMethod::ALL.len());
/// ```
pub fn listed(ids: &[String]) -> Vec<MethodFacts> {
    if ids.is_empty() {
        return PaymentMethod::ALL.iter().map(|method| method.facts()).collect();
    }
    ids.iter().filter_map(|id| PaymentMethod::from_id(id)).map(PaymentMethod::facts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_ids_are_no_methods() {
        for id in ["", "CARD", "card ", "bitcoin", "stripe", "paypal"] {
            assert_eq!(PaymentMethod::from_id(id), None, "{id}");
        }
        for id in ["", "card", "stripe_", "stripe_card", "stripecard", "bacs", "stripe_bitcoin", "xstripe"] {
            assert_eq!(PaymentMethod::from_gateway_id(id), None, "{id}");
        }
    }

    #[test]
    fn gateway_ids_read_back() {
        for method in PaymentMethod::ALL {
            assert_eq!(PaymentMethod::from_gateway_id(&method.gateway_id()), Some(*method));
        }
        assert_eq!(PaymentMethod::Card.gateway_id(), "stripe");
        assert_eq!(PaymentMethod::from_gateway_id("stripe_clearpay"), Some(PaymentMethod::AfterpayClearpay));
    }

    #[test]
    fn the_groups_have_as_many_methods_as_the_specification_says() {
        let count = |group| PaymentMethod::ALL.iter().filter(|method| method.group() == group).count();
        assert_eq!(PaymentMethod::ALL.len(), 24);
        assert_eq!((count(MethodGroup::Voucher), count(MethodGroup::QrWallet)), (3, 2));
        assert_eq!((count(MethodGroup::BuyNowPayLater), count(MethodGroup::BankDebit)), (3, 5));
    }

    #[test]
    fn what_is_paid_once_cannot_be_saved() {
        for method in PaymentMethod::ALL {
            let once = matches!(
                method.group(),
                MethodGroup::Voucher | MethodGroup::BuyNowPayLater | MethodGroup::QrWallet | MethodGroup::BankCode
            );
            assert!(!(once && method.saved_as().is_some()), "{method:?}");
            assert!(method.saved_as().is_none_or(|saved| saved.saved_as() == Some(saved)), "{method:?}");
        }
    }

    #[test]
    fn limits_are_ranges_and_currencies_appear_once() {
        for method in PaymentMethod::ALL {
            let markets = method.markets();
            for (at, market) in markets.iter().enumerate() {
                assert!(market.limits.is_none_or(|(min, max)| 0 < min && min < max), "{method:?}");
                assert!(markets.iter().skip(at + 1).all(|other| other.currency != market.currency), "{method:?}");
            }
        }
    }
}
