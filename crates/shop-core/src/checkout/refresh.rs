//! When the order review is refreshed, and the page's actions after the checkout's responses (storefront specification, sections
//! 4, 7 and 9).

use serde::{Deserialize, Serialize};

use super::form::{CheckoutForm, CheckoutRules};
use super::timings::TIMINGS;
use crate::checkout::address::locale::{self, Presence};
use crate::checkout::address::{Address, AddressField, AddressKind, one_line};
use crate::trade;

/// The address fields that decide on delivery and taxes; a change of these refreshes the review.
pub const REFRESHING_FIELDS: [AddressField; 6] = [
    AddressField::Country,
    AddressField::Address1,
    AddressField::Address2,
    AddressField::City,
    AddressField::State,
    AddressField::Postcode,
];

/// Cause of a refresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum RefreshCause {
    /// The shopper types in an address field.
    AddressTyped,
    /// An address field has changed: an option is chosen, or the field loses focus.
    AddressChanged,
    /// Another payment method is chosen.
    PaymentMethod,
    /// Another delivery method is chosen.
    ShippingMethod,
    /// A trade buyer chooses another billing country.
    TradeBillingCountry,
    /// The server has responded about a trade buyer's delivery country.
    TradeDeliveryAnswer,
    /// The response to a placed order contains `refresh`.
    Answer,
}

/// Returns the delay in milliseconds until the review is refreshed; a new cause restarts the delay. `None`: no refresh now, as
/// the address is incomplete; causes other than address changes do not need a complete one.
///
/// ```
/// use shop_core::checkout::form::{CheckoutForm, CheckoutRules};
/// use shop_core::checkout::refresh::{RefreshCause, wait_ms};
/// let (form, rules) = (CheckoutForm::default(), CheckoutRules::default());
/// assert_eq!(wait_ms(RefreshCause::AddressTyped, &form, &rules), None);
/// assert_eq!(wait_ms(RefreshCause::PaymentMethod, &form, &rules), Some(0));
/// ```
pub fn wait_ms(cause: RefreshCause, form: &CheckoutForm, rules: &CheckoutRules) -> Option<u32> {
    let wait = match cause {
        RefreshCause::AddressTyped => TIMINGS.refresh_after_typing_ms,
        RefreshCause::AddressChanged => TIMINGS.refresh_after_change_ms,
        RefreshCause::PaymentMethod | RefreshCause::ShippingMethod | RefreshCause::Answer => return Some(0),
        RefreshCause::TradeBillingCountry => return Some(trade::timings::TIMINGS.after_billing_country_ms),
        RefreshCause::TradeDeliveryAnswer => return Some(trade::timings::TIMINGS.after_delivery_answer_ms),
    };
    has_full_address(form, rules).then_some(wait)
}

/// Returns whether every visible required address field is filled in (`has_full_address` of the call), including those of a
/// separate shipping address. The values are not validated.
///
/// ```
/// use shop_core::checkout::form::{CheckoutForm, CheckoutRules};
/// use shop_core::checkout::refresh::has_full_address;
/// let (mut form, rules) = (CheckoutForm::default(), CheckoutRules::default());
/// (form.billing.country, form.billing.state) = ("IT".into(), "RM".into());
/// (form.billing.address_1, form.billing.city) = ("Via Cavour 1".into(), "Roma".into());
/// assert!(!has_full_address(&form, &rules));
/// form.billing.postcode = "00184".into();
/// assert!(has_full_address(&form, &rules));
/// ```
pub fn has_full_address(form: &CheckoutForm, rules: &CheckoutRules) -> bool {
    let full = |kind: AddressKind, address: &Address| {
        let country = one_line(&address.country);
        REFRESHING_FIELDS.into_iter().all(|field| {
            locale::presence(&country, kind, field, rules.field_options()) != Presence::Required
                || !one_line(address.get(field)).is_empty()
        })
    };
    full(AddressKind::Billing, &form.billing)
        && (!rules.ships_elsewhere(form) || full(AddressKind::Shipping, &form.shipping))
}

/// The response to a placed order, with the fields that matter here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PlaceOrderAnswer {
    /// Result: "success" or "failure".
    pub result: String,
    /// URL to go to after a placed order.
    pub redirect: String,
    /// Whether to reload the page.
    pub reload: bool,
    /// Whether to refresh the order review.
    pub refresh: bool,
    /// Messages as HTML; empty: none.
    pub messages: String,
}

/// The page's action after the response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AfterPlaceOrder {
    /// Go to the URL; the form stays blocked.
    Go {
        /// The URL, to be validated by [`crate::payments::redirect::same_origin_path`] unless it is a payment provider's.
        url: String,
    },
    /// Reload the page.
    Reload,
    /// Unlock the form and scroll to the messages.
    Show {
        /// HTML of the messages; empty: the message `checkout_failed` is shown.
        messages: String,
        /// Whether to refresh the order review.
        refresh: bool,
    },
}

/// Returns the page's action: a success redirects, `reload` takes precedence over messages. A success without a URL is no
/// success.
///
/// ```
/// use shop_core::checkout::refresh::{AfterPlaceOrder, PlaceOrderAnswer, after_place_order};
/// let mut answer = PlaceOrderAnswer { result: "success".into(), ..PlaceOrderAnswer::default() };
/// assert_eq!(after_place_order(&answer), AfterPlaceOrder::Show { messages: String::new(), refresh: false });
/// answer.redirect = "/grazie/".into();
/// assert_eq!(after_place_order(&answer), AfterPlaceOrder::Go { url: "/grazie/".into() });
/// ```
pub fn after_place_order(answer: &PlaceOrderAnswer) -> AfterPlaceOrder {
    if answer.result == "success" && !answer.redirect.is_empty() {
        AfterPlaceOrder::Go { url: answer.redirect.clone() }
    } else if answer.reload {
        AfterPlaceOrder::Reload
    } else {
        AfterPlaceOrder::Show { messages: answer.messages.clone(), refresh: answer.refresh }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(country: &str, state: &str) -> Address {
        Address {
            country: country.into(),
            state: state.into(),
            address_1: "Via Roma 1".into(),
            city: "Milano".into(),
            postcode: "20121".into(),
            ..Address::default()
        }
    }

    fn form(billing: Address, shipping: Option<Address>) -> CheckoutForm {
        CheckoutForm {
            billing,
            ship_to_different_address: shipping.is_some(),
            shipping: shipping.unwrap_or_default(),
            ..CheckoutForm::default()
        }
    }

    #[test]
    fn the_review_waits_for_every_required_field_that_is_shown() {
        let rules = CheckoutRules::default();
        for (billing, shipping, full) in [
            (address("IT", "MI"), None, true),
            (address("IT", ""), None, false),
            (address("AT", ""), None, true),
            (address("", "MI"), None, false),
            (Address { city: "  ".into(), ..address("IT", "MI") }, None, false),
            (Address { postcode: String::new(), ..address("IT", "MI") }, None, false),
            (address("IT", "MI"), Some(Address::default()), false),
            (address("IT", "MI"), Some(address("DE", "")), true),
        ] {
            assert_eq!(
                has_full_address(&form(billing.clone(), shipping.clone()), &rules),
                full,
                "{billing:?} {shipping:?}"
            );
        }
        let digital = CheckoutRules { needs_shipping: false, ..CheckoutRules::default() };
        assert!(has_full_address(&form(address("IT", "MI"), Some(Address::default())), &digital));
        let strict = CheckoutRules { address_2: Presence::Required, ..CheckoutRules::default() };
        assert!(!has_full_address(&form(address("IT", "MI"), None), &strict));
    }

    #[test]
    fn typing_waits_a_second_and_a_change_hardly() {
        let rules = CheckoutRules::default();
        let (full, empty) = (form(address("IT", "MI"), None), CheckoutForm::default());
        for (cause, wait, unfilled) in [
            (RefreshCause::AddressTyped, Some(1000), None),
            (RefreshCause::AddressChanged, Some(5), None),
            (RefreshCause::PaymentMethod, Some(0), Some(0)),
            (RefreshCause::ShippingMethod, Some(0), Some(0)),
            (RefreshCause::TradeBillingCountry, Some(750), Some(750)),
            (RefreshCause::TradeDeliveryAnswer, Some(250), Some(250)),
            (RefreshCause::Answer, Some(0), Some(0)),
        ] {
            assert_eq!((wait_ms(cause, &full, &rules), wait_ms(cause, &empty, &rules)), (wait, unfilled), "{cause:?}");
        }
    }

    #[test]
    fn only_a_success_with_an_address_leads_on() {
        let answer = |result: &str, redirect: &str, reload| PlaceOrderAnswer {
            result: result.into(),
            redirect: redirect.into(),
            reload,
            refresh: true,
            messages: "<p>".into(),
        };
        let shown = AfterPlaceOrder::Show { messages: "<p>".into(), refresh: true };
        assert_eq!(after_place_order(&answer("success", "/x/", true)), AfterPlaceOrder::Go { url: "/x/".into() });
        for (result, redirect) in [("failure", "/x/"), ("success", ""), ("", "/x/"), ("Success", "/x/")] {
            assert_eq!(after_place_order(&answer(result, redirect, false)), shown, "{result} {redirect}");
            assert_eq!(after_place_order(&answer(result, redirect, true)), AfterPlaceOrder::Reload);
        }
    }
}
