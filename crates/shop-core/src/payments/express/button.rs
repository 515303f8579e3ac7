//! Express buttons: their appearance, their visibility, and the effect of changes on the product page.

use serde::{Deserialize, Serialize};

use crate::base::Cents;
use crate::catalogue::purchase::is_choice;
use crate::platform::messages::codes;

/// Button settings; missing ones take the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ButtonSettings {
    /// Label type: "buy", "default", "book".
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Colour scheme: "dark", "light", "light-outline".
    pub theme: Option<String>,
    /// Height in pixels.
    pub height: Option<i64>,
    /// Corner radius in pixels.
    pub radius: Option<i64>,
    /// Name of the wallet: "apple_pay", "google_pay".
    pub wallet: Option<String>,
}

/// Button appearance in the wallet's own terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ButtonAppearance {
    /// Label type of the button.
    #[serde(rename = "type")]
    pub kind: String,
    pub theme: String,
    /// Height of 40 to 55 pixels.
    pub height: i64,
    /// Corner radius in pixels, not negative.
    pub radius: i64,
    /// Spacing between the parts of a button, in pixels.
    pub spacing: i64,
}

/// Maps the settings to the wallet's terms: type "buy" by default, "default" is "plain"; dark is black, light white,
/// light-outline white-outline (Google Pay has none: white); height 40 to 55, by default 48; radius 4 by default; spacing 6
/// (payments, section 9).
///
/// ```
/// use shop_core::payments::express::button::{ButtonSettings, button_appearance};
/// let settings = ButtonSettings { kind: Some("default".into()), height: Some(90), ..ButtonSettings::default() };
/// let look = button_appearance(&settings);
/// assert_eq!((look.kind.as_str(), look.theme.as_str()), ("plain", "black"));
/// assert_eq!((look.height, look.radius, look.spacing), (55, 4, 6));
/// ```
pub fn button_appearance(settings: &ButtonSettings) -> ButtonAppearance {
    let kind = match settings.kind.as_deref() {
        None | Some("") => "buy",
        Some("default") => "plain",
        Some(other) => other,
    };
    let google = settings.wallet.as_deref().is_some_and(|wallet| matches!(wallet, "google_pay" | "googlePay"));
    let theme = match settings.theme.as_deref() {
        Some("light-outline") if !google => "white-outline",
        Some("light" | "light-outline") => "white",
        _ => "black",
    };
    ButtonAppearance {
        kind: kind.to_owned(),
        theme: theme.to_owned(),
        height: settings.height.unwrap_or(48).clamp(40, 55),
        radius: settings.radius.unwrap_or(4).max(0),
        spacing: 6,
    }
}

/// Input for the visibility of the buttons. A missing value hides nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ButtonsContext {
    /// Total of the cart.
    pub cart_total: Option<Cents>,
    /// Whether the page pays for an existing order; it must then know the order's key and e-mail address.
    pub pay_for_order: bool,
    /// Key of the order.
    pub order_key: Option<String>,
    /// E-mail address of the order.
    pub billing_email: Option<String>,
    /// On a variable product: whether a valid variation is chosen.
    pub variation_valid: Option<bool>,
    /// Whether any wallet is ready.
    pub method_available: Option<bool>,
}

/// Returns whether the express buttons are shown.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::payments::express::button::{ButtonsContext, buttons_shown};
/// let of = |cents| ButtonsContext { cart_total: Some(Cents(cents)), ..ButtonsContext::default() };
/// assert!(buttons_shown(&of(4720)) && !buttons_shown(&of(0)));
/// assert!(!buttons_shown(&ButtonsContext { pay_for_order: true, ..of(4720) }));
/// ```
pub fn buttons_shown(context: &ButtonsContext) -> bool {
    let known = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
    context.cart_total != Some(Cents::ZERO)
        && context.variation_valid != Some(false)
        && context.method_available != Some(false)
        && (!context.pay_for_order || (known(&context.order_key) && known(&context.billing_email)))
}

/// Effect of a changed quantity or variation on the wallet's element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ElementChange {
    /// The element gets the new amount.
    Amount,
    /// The element is created again.
    Anew,
}

/// Returns the effect of a change: only the amount changes if the need for delivery stays the same and there is no deposit
/// (payments, section 4).
///
/// ```
/// use shop_core::payments::express::button::{ElementChange, element_change};
/// assert_eq!(element_change(true, true, false), ElementChange::Amount);
/// assert_eq!(element_change(false, true, false), ElementChange::Anew);
/// assert_eq!(element_change(true, true, true), ElementChange::Anew);
/// ```
pub fn element_change(shipped_before: bool, ships_now: bool, has_deposit: bool) -> ElementChange {
    if shipped_before == ships_now && !has_deposit { ElementChange::Amount } else { ElementChange::Anew }
}

/// How a product is added to the cart before the wallet sheet opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CartWay {
    /// By the legacy call, which takes the fields of the product's form.
    AddToCart,
    /// Empty the cart, then add the product by the store API.
    StoreApi,
}

/// Selects the call. Only the legacy one takes choices besides the variation: add-ons, deposits, bookings, which are form fields
/// whose names begin with `addon-` or `wc_` (payments, sections 3 and 4).
///
/// ```
/// use shop_core::payments::express::button::{CartWay, cart_way};
/// assert_eq!(cart_way(&["quantity".into(), "attribute_formato".into()]), CartWay::StoreApi);
/// assert_eq!(cart_way(&["quantity".into(), "addon-7-dedica".into()]), CartWay::AddToCart);
/// ```
pub fn cart_way(field_names: &[String]) -> CartWay {
    if field_names.iter().any(|name| is_choice(name)) { CartWay::AddToCart } else { CartWay::StoreApi }
}

/// Returns the code of the message that pressing an express button on a product page shows; `None`: the sheet opens.
/// `form_alert`: the code that the add-to-cart button would give (payments, section 5).
///
/// ```
/// use shop_core::payments::express::button::product_alert;
/// assert_eq!(product_alert(None), None);
/// assert_eq!(product_alert(Some("variation_make_a_selection")), Some("express_select_options"));
/// assert_eq!(product_alert(Some("variation_unavailable")), Some("variation_unavailable"));
/// assert_eq!(product_alert(Some("")), Some("express_unavailable"));
/// ```
pub fn product_alert(form_alert: Option<&str>) -> Option<&str> {
    form_alert.map(|code| match code {
        codes::VARIATION_MAKE_A_SELECTION => codes::EXPRESS_SELECT_OPTIONS,
        "" => codes::EXPRESS_UNAVAILABLE,
        own => own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_button_needs_one_reason_only() {
        assert!(buttons_shown(&ButtonsContext::default()));
        for context in [
            ButtonsContext { cart_total: Some(Cents(0)), ..Default::default() },
            ButtonsContext { variation_valid: Some(false), ..Default::default() },
            ButtonsContext { method_available: Some(false), ..Default::default() },
            ButtonsContext { pay_for_order: true, order_key: Some("k".into()), ..Default::default() },
            ButtonsContext {
                pay_for_order: true,
                order_key: Some(String::new()),
                billing_email: Some("a@b.it".into()),
                ..Default::default()
            },
        ] {
            assert!(!buttons_shown(&context), "{context:?}");
        }
    }

    #[test]
    fn settings_are_told_in_the_wallets_words() {
        let look = |theme: &str, kind: &str| {
            let [theme, kind] = [theme, kind].map(|text| Some(text.to_owned()));
            let look = button_appearance(&ButtonSettings { kind, theme, ..Default::default() });
            (look.theme, look.kind)
        };
        for (theme, in_words) in [("dark", "black"), ("light", "white"), ("light-outline", "white-outline")] {
            assert_eq!(look(theme, "book"), (in_words.to_owned(), "book".to_owned()));
        }
        assert_eq!(look("dark", "default").1, "plain");
    }

    #[test]
    fn a_disabled_button_asks_for_options_and_an_unavailable_variation_says_its_own_words_first() {
        assert_eq!(product_alert(Some(codes::VARIATION_MAKE_A_SELECTION)), Some(codes::EXPRESS_SELECT_OPTIONS));
        assert_eq!(product_alert(Some(codes::VARIATION_UNAVAILABLE)), Some(codes::VARIATION_UNAVAILABLE));
        assert_eq!(product_alert(Some("")), Some(codes::EXPRESS_UNAVAILABLE));
        assert_eq!(product_alert(None), None);
    }

    #[test]
    fn google_pay_has_no_outline_and_a_radius_is_never_negative() {
        let settings = ButtonSettings {
            theme: Some("light-outline".into()),
            wallet: Some("google_pay".into()),
            radius: Some(-4),
            ..Default::default()
        };
        let look = button_appearance(&settings);
        assert_eq!((look.theme.as_str(), look.radius, look.kind.as_str()), ("white", 0, "buy"));
    }

    #[test]
    fn delivery_and_deposits_need_a_new_element() {
        assert_eq!(element_change(true, true, false), ElementChange::Amount);
        for (before, now, deposit) in [(true, false, false), (false, true, false), (true, true, true)] {
            assert_eq!(element_change(before, now, deposit), ElementChange::Anew);
        }
    }
}
