//! Purpose of the payment form, and the intent that must be created first.

use serde::{Deserialize, Serialize};

/// Purpose of the payment form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum IntentMode {
    /// To save a method: nothing to pay.
    Setup,
    Payment {
        /// Currency in lower case, as the provider writes it.
        currency: String,
        /// Amount in the currency's minor units.
        amount: i64,
    },
}

/// Returns setup below one minor unit, payment from there on (payments, section 4).
///
/// ```
/// use shop_core::payments::intent::{IntentMode, intent_mode};
/// assert_eq!(intent_mode(0, "EUR"), IntentMode::Setup);
/// assert_eq!(intent_mode(4720, "EUR"), IntentMode::Payment { currency: "eur".into(), amount: 4720 });
/// ```
pub fn intent_mode(cart_total: i64, currency: &str) -> IntentMode {
    if cart_total < 1 {
        return IntentMode::Setup;
    }
    IntentMode::Payment { currency: currency.to_ascii_lowercase(), amount: cart_total }
}

/// The page that contains the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct FormPage {
    /// Whether the method's settings support a form without an intent.
    pub supports_deferred: bool,
    /// Whether it is the account's page for adding a method.
    pub adds_method: bool,
    /// Whether a subscription's payment method is being changed.
    pub changes_method: bool,
    /// Whether anything has to be paid; true by default.
    pub payment_needed: bool,
    /// Total in minor units.
    pub cart_total: i64,
    pub currency: String,
}

impl Default for FormPage {
    fn default() -> Self {
        Self {
            supports_deferred: false,
            adds_method: false,
            changes_method: false,
            payment_needed: true,
            cart_total: 0,
            currency: String::new(),
        }
    }
}

/// Step before the form is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FormStart {
    /// The form opens at once; the intent is created when it is submitted.
    Deferred {
        /// Purpose that the form opens for.
        intent: IntentMode,
    },
    /// A setup intent is created first.
    SetupIntent,
    /// A payment intent is created first.
    PaymentIntent,
}

/// Returns how the form starts. Without support for a deferred intent, a setup intent comes first if a method is added or changed
/// or nothing is paid, else a payment intent (payments, section 4).
///
/// ```
/// use shop_core::payments::intent::{FormPage, FormStart, form_start};
/// let page = FormPage { cart_total: 4720, currency: "EUR".into(), ..FormPage::default() };
/// assert_eq!(form_start(&page), FormStart::PaymentIntent);
/// assert_eq!(form_start(&FormPage { adds_method: true, ..page.clone() }), FormStart::SetupIntent);
/// assert!(matches!(form_start(&FormPage { supports_deferred: true, ..page }), FormStart::Deferred { .. }));
/// ```
pub fn form_start(page: &FormPage) -> FormStart {
    if page.supports_deferred {
        return FormStart::Deferred { intent: intent_mode(page.cart_total, &page.currency) };
    }
    if page.adds_method || page.changes_method || !page.payment_needed {
        FormStart::SetupIntent
    } else {
        FormStart::PaymentIntent
    }
}

/// Returns whether updating the intent is skipped: a setup intent has no amount to update.
///
/// ```
/// use shop_core::payments::intent::update_skipped;
/// assert!(update_skipped("seti_1"));
/// assert!(!update_skipped("pi_1"));
/// ```
pub fn update_skipped(intent_id: &str) -> bool {
    intent_id.starts_with("seti_")
}

/// Builds the URL of a gateway action: `%%endpoint%%` becomes the gateway, `_` and the action; the checkout has no prefix.
///
/// ```
/// use shop_core::payments::intent::endpoint;
/// assert_eq!(endpoint("/?wc-ajax=%%endpoint%%", "wc_stripe", "checkout"), "/?wc-ajax=checkout");
/// ```
pub fn endpoint(template: &str, gateway: &str, action: &str) -> String {
    let name = if action == "checkout" { action.to_owned() } else { format!("{gateway}_{action}") };
    template.replace("%%endpoint%%", &name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_total_is_never_charged() {
        assert_eq!(intent_mode(-1, "EUR"), IntentMode::Setup);
    }

    #[test]
    fn no_payment_intent_is_made_where_nothing_is_paid() {
        for page in [
            FormPage { adds_method: true, cart_total: 4720, ..FormPage::default() },
            FormPage { changes_method: true, cart_total: 4720, ..FormPage::default() },
            FormPage { payment_needed: false, ..FormPage::default() },
        ] {
            assert_eq!(form_start(&page), FormStart::SetupIntent, "{page:?}");
        }
        assert_eq!(form_start(&FormPage { cart_total: 4720, ..FormPage::default() }), FormStart::PaymentIntent);
    }

    #[test]
    fn a_deferred_form_needs_no_intent() {
        let page = FormPage { supports_deferred: true, adds_method: true, ..FormPage::default() };
        assert_eq!(form_start(&page), FormStart::Deferred { intent: IntentMode::Setup });
    }

    #[test]
    fn only_setup_intents_are_left_as_they_are() {
        assert!(update_skipped("seti_1"));
        for id in ["pi_seti_1", "", "SETI_1"] {
            assert!(!update_skipped(id), "{id}");
        }
    }
}
