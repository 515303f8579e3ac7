//! Express wallets: the payer's data, the lines of the sheet, the look of the buttons and when they are shown.

use serde::{Deserialize, Serialize};

use crate::Cents;
use crate::address::one_line;

/// Milliseconds by which a change of quantity or variation is waited out.
pub const CHANGE_DEBOUNCE_MS: u32 = 250;
/// Milliseconds that adding to the cart may take before the sheet opens without it.
pub const ADD_TO_CART_RACE_MS: u32 = 700;
/// Milliseconds to wait before an address or a confirmation is handled while the product is not yet in the cart.
pub const ADD_TO_CART_WAIT_MS: u32 = 1000;

/// A name split for an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PayerName {
    /// The first word.
    pub first_name: String,
    /// The rest.
    pub last_name: String,
}

/// The first word and the rest. A billing address without a last name gets "-", since orders need one.
///
/// ```
/// use shop_core::payment::express::split_name;
/// assert_eq!(split_name("Mario De Luca", true).last_name, "De Luca");
/// assert_eq!(split_name("Giulia", true).last_name, "-");
/// assert_eq!(split_name("Giulia", false).last_name, "");
/// ```
pub fn split_name(name: &str, billing: bool) -> PayerName {
    let name = one_line(name);
    let mut words = name.split_whitespace();
    let first_name = words.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = words.collect();
    let last_name = if rest.is_empty() && billing { "-".to_owned() } else { rest.join(" ") };
    PayerName { first_name, last_name }
}

/// A wallet's phone number without parentheses, spaces and hyphens.
pub fn payer_phone(phone: &str) -> String {
    phone.chars().filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')' | '-')).collect()
}

/// The country as the payment request has it: Puerto Rico is sent as US, Réunion as FR.
pub fn request_country(country: &str) -> String {
    match country {
        "PR" => "US",
        "RE" => "FR",
        other => other,
    }
    .to_owned()
}

/// A line as the server or the page gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct DisplayItemForm {
    /// Name; comes first.
    pub label: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Amount; comes first.
    pub amount: Option<Cents>,
    /// Amount.
    pub value: Option<Cents>,
    /// What the line is: "total_discount".
    pub key: Option<String>,
}

/// A line of the wallet's sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct DisplayItem {
    /// Name.
    pub name: String,
    /// Amount in minor units; a discount is negative.
    pub amount: Cents,
}

/// One line: a discount is shown negated.
pub fn display_item(item: DisplayItemForm) -> DisplayItem {
    let amount = item.amount.or(item.value).unwrap_or_default();
    let discount = item.key.as_deref() == Some("total_discount");
    DisplayItem { name: item.label.or(item.name).unwrap_or_default(), amount: if discount { -amount } else { amount } }
}

/// The lines, or none when the total minus refunds is less than their sum: the wallet refuses such a list.
pub fn display_items(items: Vec<DisplayItemForm>, total: Cents, refund: Cents) -> Vec<DisplayItem> {
    let lines: Vec<DisplayItem> = items.into_iter().map(display_item).collect();
    let sum: Cents = lines.iter().map(|line| line.amount).sum();
    if total - refund < sum { Vec::new() } else { lines }
}

/// The look of a button as the settings have it; missing parts take the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ButtonSettings {
    /// "buy", "default", "book".
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// "dark", "light", "light-outline".
    pub theme: Option<String>,
    /// Pixels.
    pub height: Option<i64>,
    /// Pixels.
    pub radius: Option<i64>,
    /// The wallet: "apple_pay", "google_pay".
    pub wallet: Option<String>,
}

/// The look of a button in the wallet's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ButtonAppearance {
    /// Wording of the button.
    #[serde(rename = "type")]
    pub kind: String,
    /// Colours.
    pub theme: String,
    /// 40 to 55 pixels.
    pub height: i64,
    /// Pixels, not negative.
    pub radius: i64,
}

/// Type "buy" by default, "default" is "plain"; dark is black, light white, light-outline white-outline (Google Pay has
/// none: white); height 40 to 55, by default 48; radius 4 by default (payments, section 9).
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
    }
}

/// What decides whether the buttons are shown. What is missing hides nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ButtonsContext {
    /// Total of the cart.
    pub cart_total: Option<Cents>,
    /// The page pays for an order; it must then know the order's key and e-mail address.
    pub pay_for_order: bool,
    /// The order's key.
    pub order_key: Option<String>,
    /// The order's e-mail address.
    pub billing_email: Option<String>,
    /// On a variable product: whether a valid variation is chosen.
    pub variation_valid: Option<bool>,
    /// Whether any wallet is ready.
    pub method_available: Option<bool>,
}

/// Whether the express buttons are shown.
pub fn buttons_shown(context: &ButtonsContext) -> bool {
    let known = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
    context.cart_total != Some(Cents::ZERO)
        && context.variation_valid != Some(false)
        && context.method_available != Some(false)
        && (!context.pay_for_order || (known(&context.order_key) && known(&context.billing_email)))
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
    fn names_are_one_line() {
        assert_eq!(
            split_name(" Anna\r\nBcc: x ", true),
            PayerName { first_name: "Anna".into(), last_name: "Bcc: x".into() }
        );
        assert_eq!(split_name("", true), PayerName { first_name: String::new(), last_name: "-".into() });
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
}
