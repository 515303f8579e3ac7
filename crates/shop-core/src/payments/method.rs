//! The payment methods: what each is and can. All that is known of one is its entry in `table`.

mod table;

use serde::Serialize;

pub(super) use self::table::Market;
pub use self::table::PaymentMethod;
use self::table::Saved;
use crate::base::wire_enum;

/// The gateway: id of the card method, and what stands before the ids of the others (wire contract, part C).
pub const GATEWAY: &str = "stripe";

wire_enum! {
    /// What kind of paying a method is.
    MethodGroup {
        Card = "card",
        /// The provider's one-click method.
        OneClick = "one_click",
        /// The bank account is debited days later, by a mandate.
        BankDebit = "bank_debit",
        /// The shopper confirms at the bank's page.
        BankRedirect = "bank_redirect",
        /// The shopper types a code that the bank's app shows.
        BankCode = "bank_code",
        /// A slip that is paid elsewhere, in cash or at a machine.
        Voucher = "voucher",
        /// A code on the screen that an app reads.
        QrWallet = "qr_wallet",
        /// An app on the telephone.
        MobileWallet = "mobile_wallet",
        /// The wallet of a marketplace.
        MarketplaceWallet = "marketplace_wallet",
        /// Someone else pays at once and is paid back in parts.
        BuyNowPayLater = "buy_now_pay_later",
    } default Card
}

/// What the page needs to know of a method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct MethodFacts {
    /// The provider's id.
    pub method: PaymentMethod,
    /// Value of `payment_method` in an order: "stripe" for cards, else "stripe_klarna".
    pub gateway_id: String,
    /// Kind of paying.
    pub group: MethodGroup,
    /// Whether it can be saved and charged again.
    pub reusable: bool,
    /// What a saved one is: bank redirects are saved as a debit mandate.
    pub saved_as: Option<PaymentMethod>,
    /// Whether the money's arrival is told only days later: the order waits on hold.
    pub delayed: bool,
    /// Whether the shopper leaves the page to confirm.
    pub redirects: bool,
    /// Digits of the code to be typed; 0: none.
    pub code_digits: u8,
    /// Whether its operator has closed it down.
    pub closed: bool,
}

impl PaymentMethod {
    /// Reads the provider's id. Two further ids of one buy-now-pay-later brand, by region, name the same method.
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

    /// The gateway's id of the method: card is the gateway itself, the others follow it (payments, section 9).
    pub fn gateway_id(self) -> String {
        if self == Self::Card { GATEWAY.to_owned() } else { format!("{GATEWAY}_{}", self.as_str()) }
    }

    /// Reads a gateway id: "stripe", "stripe_klarna".
    pub fn from_gateway_id(id: &str) -> Option<Self> {
        let rest = id.strip_prefix(GATEWAY)?;
        if rest.is_empty() {
            return Some(Self::Card);
        }
        Self::from_id(rest.strip_prefix('_')?).filter(|method| *method != Self::Card)
    }

    /// Kind of paying (payments, section 9).
    pub const fn group(self) -> MethodGroup {
        self.row().group
    }

    /// What the method is once saved; `None`: it cannot be saved. Bancontact, iDEAL and Sofort leave a SEPA mandate
    /// behind, by which later payments are collected.
    pub const fn saved_as(self) -> Option<Self> {
        match self.row().saved {
            Saved::No => None,
            Saved::Itself => Some(self),
            Saved::As(method) => Some(method),
        }
    }

    /// Whether a payment by it, or saving it, rests on a mandate, which the provider makes from the buyer's agreement: debits and
    /// Link always, others when they are saved. Cards need none.
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

    /// Whether the provider tells only days later that the money has come: debits, vouchers, and Sofort among the
    /// redirects.
    pub const fn is_delayed(self) -> bool {
        self.row().delayed
    }

    /// Whether an amount can be set aside now and captured later (the provider's list of methods with separate capture, among
    /// those that the shop knows).
    pub const fn captures_later(self) -> bool {
        self.row().captures_later
    }

    /// Whether the shopper leaves the page to confirm. A card may ask for that too, but does not always.
    pub const fn redirects(self) -> bool {
        self.row().redirects
    }

    /// Whether its operator has closed it: giropay on 30 June 2024, Sofort with the end of November 2024. Orders paid so
    /// before are still read.
    pub const fn is_closed(self) -> bool {
        self.row().closed
    }

    /// All that the page needs to know.
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

/// The methods of these ids, as asked; unknown ids are left out. No ids stand for all methods in the order of the table.
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
