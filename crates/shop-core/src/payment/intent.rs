//! What the payment form is opened for, and with which methods.

use serde::{Deserialize, Serialize};

/// What the payment form is opened for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum IntentMode {
    /// To save a method: nothing to pay.
    Setup,
    /// To pay.
    Payment {
        /// Currency in lower case, as the provider writes it.
        currency: String,
        /// Amount in the currency's minor units.
        amount: i64,
    },
}

/// Setup below one minor unit, payment from there (payments, section 4).
///
/// ```
/// use shop_core::payment::intent::{IntentMode, intent_mode};
/// assert_eq!(intent_mode(0, "EUR"), IntentMode::Setup);
/// assert_eq!(intent_mode(4720, "EUR"), IntentMode::Payment { currency: "eur".into(), amount: 4720 });
/// ```
pub fn intent_mode(cart_total: i64, currency: &str) -> IntentMode {
    if cart_total < 1 {
        return IntentMode::Setup;
    }
    IntentMode::Payment { currency: currency.to_ascii_lowercase(), amount: cart_total }
}

/// Whether updating the intent is skipped: a setup intent has no amount to update.
pub fn update_skipped(intent_id: &str) -> bool {
    intent_id.starts_with("seti_")
}

/// Whether a method can be offered in the billing country. No list or an empty one: everywhere.
pub fn method_available(billing_country: &str, countries: Option<&[String]>) -> bool {
    countries.is_none_or(|list| list.is_empty() || list.iter().any(|code| code == billing_country))
}

/// The address of a gateway action: `%%endpoint%%` becomes the gateway, `_` and the action; the checkout has no prefix.
///
/// ```
/// use shop_core::payment::intent::endpoint;
/// assert_eq!(endpoint("/?wc-ajax=%%endpoint%%", "wc_stripe", "checkout"), "/?wc-ajax=checkout");
/// ```
pub fn endpoint(template: &str, gateway: &str, action: &str) -> String {
    let name = if action == "checkout" { action.to_owned() } else { format!("{gateway}_{action}") };
    template.replace("%%endpoint%%", &name)
}

/// Whether the mobile bank's code holds 6 digits in a row.
pub fn is_mobile_code(code: &str) -> bool {
    code.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() >= 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_needs_six_digits_in_a_row() {
        for code in ["", "12345", "123-456", "123 456", "１２３４５６", "abcdef"] {
            assert!(!is_mobile_code(code), "{code}");
        }
        assert!(is_mobile_code("123456") && is_mobile_code("x1234567"));
    }

    #[test]
    fn a_method_with_a_list_is_refused_elsewhere() {
        assert!(!method_available("FR", Some(&["IT".to_owned()])));
        assert!(!method_available("", Some(&["IT".to_owned()])));
        assert!(method_available("FR", Some(&[])) && method_available("FR", None));
    }

    #[test]
    fn a_negative_total_is_never_charged() {
        assert_eq!(intent_mode(-1, "EUR"), IntentMode::Setup);
    }
}
