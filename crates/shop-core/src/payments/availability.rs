//! Availability of a payment method for a cart: by setting, billing country, currency and amount.

use serde::{Deserialize, Serialize};

use super::method::{GATEWAY, Market, PaymentMethod};
use crate::base::{Cents, FieldError, Lang};
use crate::orders::payment::BY_INVOICE;
use crate::platform::messages::codes;
use crate::trade::credit_line::CreditLine;

/// Minimum charges of the provider, in its units, by currency, as commonly published; the provider's own response decides.
static LEAST_CHARGE: &[(&str, i64)] = &[
    ("AED", 200),
    ("AUD", 50),
    ("BRL", 50),
    ("CAD", 50),
    ("CHF", 50),
    ("CZK", 1500),
    ("DKK", 250),
    ("EUR", 50),
    ("GBP", 30),
    ("HKD", 400),
    ("HUF", 17_500),
    ("JPY", 50),
    ("MXN", 1000),
    ("MYR", 200),
    ("NOK", 300),
    ("NZD", 50),
    ("PLN", 200),
    ("RON", 200),
    ("SEK", 300),
    ("SGD", 50),
    ("USD", 50),
];

/// Input for deciding whether a method is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct MethodOffer {
    /// The provider's id of the method: "klarna".
    pub method: String,
    /// Ids of the enabled methods.
    pub enabled: Vec<String>,
    /// The setting's list of billing countries. `None` or empty: no restriction by the shop.
    pub countries: Option<Vec<String>>,
    /// Billing country; empty until one is chosen, which hides methods that are limited to some countries.
    pub billing_country: String,
    /// Currency of the cart.
    pub currency: String,
    /// Whether the provider is a sandbox that accepts every method in any currency, for trying them out: the market limits of a
    /// method in another currency do not apply then.
    pub any_currency: bool,
    /// Amount in the provider's units; below 1: nothing is paid now and a method is saved.
    pub amount: i64,
    /// Whether the cart contains a subscription, so that the method must be saved.
    pub subscription: bool,
}

/// Returns whether a billing country is in a setting's list. No list or an empty one: everywhere (payments, section 5).
///
/// ```
/// use shop_core::payments::availability::country_allowed;
/// let italy = ["IT".to_owned()];
/// assert!(country_allowed("IT", Some(&italy)) && !country_allowed("FR", Some(&italy)));
/// assert!(country_allowed("FR", Some(&[])) && country_allowed("FR", None));
/// ```
pub fn country_allowed(billing_country: &str, countries: Option<&[String]>) -> bool {
    countries.is_none_or(|list| list.is_empty() || list.iter().any(|code| code == billing_country))
}

/// Returns why a method is not offered, as errors of the field `payment_method`; empty: it is. For an unknown, disabled or
/// discontinued method no further reason is given.
///
/// ```
/// use shop_core::payments::availability::{MethodOffer, refusals};
/// let [method, billing_country, currency] = ["ideal", "NL", "EUR"].map(str::to_owned);
/// let enabled = vec![method.clone()];
/// let offer = MethodOffer { method, enabled, billing_country, currency, amount: 4720, ..MethodOffer::default() };
/// assert_eq!(refusals(&offer), []);
/// let abroad = MethodOffer { billing_country: "IT".into(), ..offer };
/// assert_eq!(refusals(&abroad)[0].code, "payment_method_country");
/// ```
pub fn refusals(offer: &MethodOffer) -> Vec<FieldError> {
    let error = |code| FieldError::new("payment_method", code);
    let on = offer.enabled.contains(&offer.method);
    let Some(method) = PaymentMethod::from_id(&offer.method).filter(|method| on && !method.is_closed()) else {
        return vec![error(codes::PAYMENT_METHOD_UNAVAILABLE)];
    };
    let mut out = Vec::new();
    let here = market(method, &offer.currency);
    if here.is_none() && !method.markets().is_empty() && !offer.any_currency {
        out.push(error(codes::PAYMENT_UNSUPPORTED_CURRENCY));
    }
    let operator = here
        .is_none_or(|market| market.countries.is_empty() || market.countries.contains(&offer.billing_country.as_str()));
    if !operator || !country_allowed(&offer.billing_country, offer.countries.as_deref()) {
        out.push(error(codes::PAYMENT_METHOD_COUNTRY));
    }
    let saves = offer.amount < 1 || offer.subscription;
    if saves && method.saved_as().is_none() {
        out.push(error(codes::PAYMENT_METHOD_ONCE));
    }
    if offer.amount >= 1 {
        out.extend(amount_code(here, &offer.currency, offer.amount).map(error));
    }
    out
}

/// Returns why a payment method cannot be chosen for an order of this total by a company with this credit; `None`: it can. Only
/// payment by invoice uses the credit.
///
/// ```
/// use shop_core::base::{Cents, Lang};
/// use shop_core::payments::availability::credit_refusal;
/// use shop_core::trade::credit_line::CreditLine;
/// let used_up = CreditLine { limit_cents: Some(Cents(100)), open_cents: Cents(100) };
/// assert!(credit_refusal("invoice", used_up, Cents(1), Lang::It).is_some());
/// assert_eq!(credit_refusal("bacs", used_up, Cents(1), Lang::It), None);
/// ```
pub fn credit_refusal(method: &str, credit: CreditLine, total: Cents, lang: Lang) -> Option<FieldError> {
    if method == BY_INVOICE { credit.refusal(total, lang) } else { None }
}

fn market(method: PaymentMethod, currency: &str) -> Option<&'static Market> {
    method.markets().iter().find(|market| market.currency.eq_ignore_ascii_case(currency))
}

fn amount_code(market: Option<&Market>, currency: &str, amount: i64) -> Option<&'static str> {
    let least =
        LEAST_CHARGE.iter().find(|(code, _)| code.eq_ignore_ascii_case(currency)).map_or(1, |(_, least)| *least);
    let (min, max) = market.and_then(|market| market.limits).unwrap_or((least, i64::MAX));
    if amount < min.max(least) {
        Some(codes::PAYMENT_AMOUNT_TOO_SMALL)
    } else {
        (amount > max).then_some(codes::PAYMENT_AMOUNT_TOO_LARGE)
    }
}

/// Amount in the currency's hundredths from which the mobile cash-app wallet may reject a payment, so that its form shows a
/// notice: 2,000.00 (payments, section 9, has the number 200000 without its meaning).
pub const WALLET_NOTICE_AMOUNT: i64 = 200_000;

/// Returns the code of the notice under a method's form: that the wallet may reject a large amount. The message takes `{wallet}`.
///
/// ```
/// use shop_core::payments::availability::amount_notice;
/// assert_eq!(amount_notice("cashapp", 200_001), Some("payment_wallet_amount"));
/// assert_eq!(amount_notice("cashapp", 200_000), None);
/// assert_eq!(amount_notice("card", 200_001), None);
/// ```
pub fn amount_notice(method: &str, amount: i64) -> Option<&'static str> {
    let wallet = PaymentMethod::from_id(method) == Some(PaymentMethod::CashApp);
    (wallet && amount > WALLET_NOTICE_AMOUNT).then_some(codes::PAYMENT_WALLET_AMOUNT)
}

/// Returns whether a gateway id belongs to a method of the gateway: "stripe", "stripe_klarna".
pub fn is_gateway_method(id: &str) -> bool {
    id == GATEWAY || PaymentMethod::from_gateway_id(id).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(method: &str, country: &str, currency: &str, amount: i64) -> MethodOffer {
        MethodOffer {
            method: method.into(),
            enabled: PaymentMethod::ALL.iter().map(|method| method.as_str().to_owned()).collect(),
            billing_country: country.into(),
            currency: currency.into(),
            amount,
            ..Default::default()
        }
    }

    fn codes_of(offer: &MethodOffer) -> Vec<String> {
        refusals(offer).iter().map(|error| error.code.to_string()).collect()
    }

    #[test]
    fn a_method_is_refused_outside_its_market() {
        for (method, country, currency, amount, code) in [
            ("bitcoin", "IT", "EUR", 4720, codes::PAYMENT_METHOD_UNAVAILABLE),
            ("giropay", "DE", "EUR", 4720, codes::PAYMENT_METHOD_UNAVAILABLE),
            ("ideal", "IT", "EUR", 4720, codes::PAYMENT_METHOD_COUNTRY),
            ("ideal", "", "EUR", 4720, codes::PAYMENT_METHOD_COUNTRY),
            ("blik", "PL", "EUR", 4720, codes::PAYMENT_UNSUPPORTED_CURRENCY),
            ("klarna", "IT", "SEK", 4720, codes::PAYMENT_METHOD_COUNTRY),
            ("klarna", "IT", "XXX", 4720, codes::PAYMENT_UNSUPPORTED_CURRENCY),
            ("affirm", "US", "USD", 4999, codes::PAYMENT_AMOUNT_TOO_SMALL),
            ("affirm", "US", "USD", 3_000_001, codes::PAYMENT_AMOUNT_TOO_LARGE),
            ("oxxo", "MX", "MXN", 1_000_001, codes::PAYMENT_AMOUNT_TOO_LARGE),
            ("card", "IT", "EUR", 49, codes::PAYMENT_AMOUNT_TOO_SMALL),
            ("klarna", "IT", "EUR", 0, codes::PAYMENT_METHOD_ONCE),
        ] {
            assert_eq!(codes_of(&offer(method, country, currency, amount)), [code], "{method} {country} {currency}");
        }
    }

    #[test]
    fn to_be_tried_a_method_is_taken_in_any_currency_but_not_a_closed_one_nor_outside_its_own_market() {
        let tried = |method, country| MethodOffer { any_currency: true, ..offer(method, country, "EUR", 4720) };
        assert_eq!(codes_of(&tried("blik", "IT")), [""; 0]);
        assert_eq!(codes_of(&tried("cashapp", "")), [""; 0]);
        assert_eq!(codes_of(&tried("giropay", "DE")), [codes::PAYMENT_METHOD_UNAVAILABLE]);
        assert_eq!(
            codes_of(&tried("ideal", "IT")),
            [codes::PAYMENT_METHOD_COUNTRY],
            "it does take euro, in the Netherlands"
        );
        assert_eq!(codes_of(&MethodOffer { amount: 49, ..tried("blik", "IT") }), [codes::PAYMENT_AMOUNT_TOO_SMALL]);
        assert_eq!(
            codes_of(&MethodOffer { enabled: Vec::new(), ..tried("blik", "IT") }),
            [codes::PAYMENT_METHOD_UNAVAILABLE]
        );
    }

    #[test]
    fn a_setting_refuses_too() {
        let mut card = offer("card", "FR", "EUR", 4720);
        card.countries = Some(vec!["IT".to_owned()]);
        assert_eq!(codes_of(&card), [codes::PAYMENT_METHOD_COUNTRY]);
        card.enabled.clear();
        assert_eq!(codes_of(&card), [codes::PAYMENT_METHOD_UNAVAILABLE]);
    }

    #[test]
    fn a_subscription_needs_a_method_that_can_be_saved() {
        let subscribed = |method| MethodOffer { subscription: true, ..offer(method, "IT", "EUR", 4720) };
        assert_eq!(codes_of(&subscribed("klarna")), [codes::PAYMENT_METHOD_ONCE]);
        assert_eq!(codes_of(&subscribed("sepa_debit")), [""; 0]);
    }

    #[test]
    fn methods_are_offered_in_their_market() {
        for (method, country, currency, amount) in [
            ("card", "IT", "EUR", 50),
            ("card", "JP", "jpy", 50),
            ("link", "", "EUR", 4720),
            ("klarna", "IT", "eur", 4720),
            ("ideal", "NL", "EUR", 4720),
            ("affirm", "US", "USD", 5000),
            ("card", "IT", "EUR", 0),
        ] {
            assert_eq!(codes_of(&offer(method, country, currency, amount)), [""; 0], "{method}");
        }
    }

    #[test]
    fn a_country_with_a_list_is_refused_elsewhere() {
        assert!(!country_allowed("FR", Some(&["IT".to_owned()])));
        assert!(!country_allowed("", Some(&["IT".to_owned()])));
        assert!(country_allowed("FR", Some(&[])) && country_allowed("FR", None));
    }

    #[test]
    fn only_the_cash_wallet_warns_and_only_beyond_the_amount() {
        for (method, amount) in [("card", 900_000), ("cashapp", 200_000), ("", 900_000)] {
            assert_eq!(amount_notice(method, amount), None, "{method}");
        }
        assert_eq!(amount_notice("cashapp", 200_001), Some(codes::PAYMENT_WALLET_AMOUNT));
        assert!(is_gateway_method("stripe_klarna") && !is_gateway_method("bacs"));
    }
}
