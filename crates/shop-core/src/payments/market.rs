//! Markets of the payment methods: the merchant sees them beside each switch, and pages get the list of countries.

use super::method::{Market, PaymentMethod};
use crate::base::wire_enum;

wire_enum! {
    /// Reason why a shop can never offer a method.
    MethodObstacle {
        /// Its operator has discontinued it.
        Closed = "closed",
        /// It does not support the shop's currency.
        Currency = "currency",
        /// The shop sells to none of its countries.
        Countries = "countries",
    } default Closed
}

impl PaymentMethod {
    /// Returns the currencies that it supports; empty: any.
    ///
    /// ```
    /// use shop_core::payments::method::PaymentMethod;
    /// assert_eq!(PaymentMethod::Blik.currencies(), ["PLN"]);
    /// assert!(PaymentMethod::Card.currencies().is_empty());
    /// ```
    pub fn currencies(self) -> Vec<&'static str> {
        self.markets().iter().map(|market| market.currency).collect()
    }

    /// Returns whether it is in operation and supports a currency.
    pub fn takes(self, currency: &str) -> bool {
        !self.is_closed() && (self.markets().is_empty() || self.market_of(currency).is_some())
    }

    /// Returns the billing countries in which it supports a currency; empty: all.
    ///
    /// ```
    /// use shop_core::payments::method::PaymentMethod;
    /// assert_eq!(PaymentMethod::Ideal.countries("EUR"), ["NL"]);
    /// assert!(PaymentMethod::SepaDebit.countries("EUR").is_empty());
    /// ```
    pub fn countries(self, currency: &str) -> Vec<&'static str> {
        self.market_of(currency).map(|market| market.countries.to_vec()).unwrap_or_default()
    }

    /// Returns why a shop with this currency that sells to these countries can never offer it; `None`: it can.
    ///
    /// ```
    /// use shop_core::payments::{market::MethodObstacle, method::PaymentMethod};
    /// let italy = ["IT".to_owned()];
    /// assert_eq!(PaymentMethod::Card.obstacle("EUR", &italy), None);
    /// assert_eq!(PaymentMethod::Blik.obstacle("EUR", &italy), Some(MethodObstacle::Currency));
    /// assert_eq!(PaymentMethod::Ideal.obstacle("EUR", &italy), Some(MethodObstacle::Countries));
    /// ```
    pub fn obstacle(self, currency: &str, sold_to: &[String]) -> Option<MethodObstacle> {
        if self.is_closed() {
            return Some(MethodObstacle::Closed);
        }
        if !self.takes(currency) {
            return Some(MethodObstacle::Currency);
        }
        let countries = self.countries(currency);
        let sold = countries.iter().any(|country| sold_to.iter().any(|own| own == country));
        (!countries.is_empty() && !sold).then_some(MethodObstacle::Countries)
    }

    /// Returns whether the form can open without an intent. The code of a mobile bank and the pre-authorised debit are confirmed
    /// on an existing intent: the former has no fields from the provider, the latter agrees its mandate on the intent.
    pub const fn supports_deferred_intent(self) -> bool {
        !self.row().needs_intent
    }

    fn market_of(self, currency: &str) -> Option<&'static Market> {
        self.markets().iter().find(|market| market.currency.eq_ignore_ascii_case(currency))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_euro_these_methods_can_be_offered_and_no_others() {
        let everywhere: Vec<String> =
            ["IT", "AT", "BE", "DE", "NL", "PL", "PT"].iter().map(|code| (*code).to_owned()).collect();
        let usable: Vec<&str> = PaymentMethod::ALL
            .iter()
            .filter(|method| method.obstacle("EUR", &everywhere).is_none())
            .map(|method| method.as_str())
            .collect();
        assert_eq!(
            usable,
            [
                "card",
                "link",
                "sepa_debit",
                "bancontact",
                "eps",
                "ideal",
                "p24",
                "multibanco",
                "alipay",
                "wechat_pay",
                "amazon_pay",
                "klarna"
            ]
        );
    }

    #[test]
    fn what_is_closed_is_not_usable_whatever_the_currency() {
        for method in [PaymentMethod::Giropay, PaymentMethod::Sofort] {
            assert!(!method.takes("EUR"));
            assert_eq!(method.obstacle("EUR", &["DE".to_owned()]), Some(MethodObstacle::Closed));
        }
    }

    #[test]
    fn a_method_of_another_currency_has_no_country_here() {
        assert!(!PaymentMethod::UsBankAccount.takes("EUR"));
        assert!(PaymentMethod::UsBankAccount.countries("EUR").is_empty());
        assert_eq!(PaymentMethod::UsBankAccount.countries("usd"), ["US"]);
    }

    #[test]
    fn only_the_code_and_the_preauthorised_debit_need_an_intent_first() {
        let early: Vec<&str> = PaymentMethod::ALL
            .iter()
            .filter(|method| !method.supports_deferred_intent())
            .map(|method| method.as_str())
            .collect();
        assert_eq!(early, ["acss_debit", "blik"]);
    }
}
