//! The wallet's sheet: its lines, its delivery rates, and when no list is sent.

use serde::{Deserialize, Serialize};

use crate::base::text::decode_entities;
use crate::base::{Cents, Lang, Params};
use crate::checkout::address::one_line;
use crate::payments::amount::minor_amount;
use crate::platform::messages::{codes, text};

/// A line as the server or the page provides it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct DisplayItemForm {
    /// Label; takes precedence.
    pub label: Option<String>,
    pub name: Option<String>,
    /// Amount; takes precedence.
    pub amount: Option<Cents>,
    pub value: Option<Cents>,
    /// Key of the line: "total_discount".
    pub key: Option<String>,
}

/// A line of the wallet's sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DisplayItem {
    pub name: String,
    /// Amount in minor units; a discount is negative.
    pub amount: Cents,
    /// Key of a line that is no product: "total_shipping", "total_tax", "total_discount".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Converts a line: a discount becomes negative.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::payments::express::sheet::{DisplayItemForm, display_item};
/// let tax = DisplayItemForm { value: Some(Cents(200)), ..DisplayItemForm::default() };
/// let discount = DisplayItemForm { key: Some("total_discount".into()), ..tax.clone() };
/// assert_eq!(display_item(tax).amount, Cents(200));
/// assert_eq!(display_item(discount).amount, Cents(-200));
/// ```
pub fn display_item(item: DisplayItemForm) -> DisplayItem {
    let amount = item.amount.or(item.value).unwrap_or_default();
    let discount = item.key.as_deref() == Some("total_discount");
    let name = item.label.or(item.name).unwrap_or_default();
    DisplayItem { name, amount: if discount { -amount } else { amount }, key: item.key }
}

/// Converts the lines; empty if the total minus refunds is less than their sum, because the wallet rejects such a list.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::payments::express::sheet::{DisplayItemForm, display_items};
/// let items = || vec![DisplayItemForm { amount: Some(Cents(4720)), ..DisplayItemForm::default() }];
/// assert_eq!(display_items(items(), Cents(4720), Cents(0)).len(), 1);
/// assert_eq!(display_items(items(), Cents(4720), Cents(1)), []);
/// ```
pub fn display_items(items: Vec<DisplayItemForm>, total: Cents, refund: Cents) -> Vec<DisplayItem> {
    let lines: Vec<DisplayItem> = items.into_iter().map(display_item).collect();
    let sum: Cents = lines.iter().map(|line| line.amount).sum();
    if total - refund < sum { Vec::new() } else { lines }
}

/// A line of the store's cart, with the data needed for the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SheetCartItem {
    /// Name, HTML-encoded as in the store API.
    pub name: String,
    pub quantity: i64,
    pub variation: Vec<SheetVariation>,
    /// Value of `totals.line_subtotal`: before discounts, without tax.
    pub line_subtotal: Cents,
}

/// A chosen option.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SheetVariation {
    pub attribute: String,
    /// Chosen value, such as "35 g".
    pub value: String,
}

/// The store's cart, with the data needed for the sheet. Amounts are in units of 10^-`currency_minor_unit`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SheetCart {
    pub items: Vec<SheetCartItem>,
    /// Amount to pay.
    pub total_price: Cents,
    /// Tax included in the total.
    pub total_tax: Cents,
    /// Delivery without tax; `None` until it is known.
    pub total_shipping: Option<Cents>,
    /// Fees without tax; may be negative.
    pub total_fees: Cents,
    /// Discount without tax.
    pub total_discount: Cents,
    /// Amount already refunded.
    pub total_refund: Cents,
    /// Part of the goods' price that is due in later payments: [`Self::total_price`] is what is paid now.
    pub due_later: Cents,
    /// Decimals that the wallet uses; 2 by default.
    pub currency_decimals: Option<i64>,
    /// Decimals of the amounts in this cart.
    pub currency_minor_unit: i64,
}

/// Content of a wallet's sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Sheet {
    /// Amount to pay, never negative.
    pub total: Cents,
    /// Lines that add up to the total; empty if they would exceed it.
    pub items: Vec<DisplayItem>,
}

/// Builds the sheet of a cart: products first, then fees, tax, delivery and discount if there are any, each with its key. An
/// amount already refunded is a line too, so that the lines still add up to the total.
///
/// ```
/// use shop_core::payments::express::sheet::{SheetCart, SheetCartItem, sheet};
/// use shop_core::base::{Cents, Lang};
/// let (name, line_subtotal) = ("Riso".to_owned(), Cents(4000));
/// let items = vec![SheetCartItem { name, quantity: 2, line_subtotal, ..SheetCartItem::default() }];
/// let cart = SheetCart { items, total_shipping: Some(Cents(500)), currency_minor_unit: 2, ..SheetCart::default() };
/// let full = sheet(&SheetCart { total_price: Cents(4500), ..cart.clone() }, Lang::It);
/// assert_eq!((full.items[0].name.as_str(), full.items[1].name.as_str()), ("Riso (x2)", "Spedizione"));
/// assert_eq!(sheet(&SheetCart { total_price: Cents(4499), ..cart }, Lang::It).items, []);
/// ```
pub fn sheet(cart: &SheetCart, lang: Lang) -> Sheet {
    let scaled = |amount: Cents| Cents(minor_amount(amount.0, cart.currency_decimals, cart.currency_minor_unit));
    let mut lines: Vec<DisplayItemForm> = cart.items.iter().map(|item| product_line(item, &scaled)).collect();
    for (code, key, amount) in [
        (codes::EXPRESS_ITEM_FEES, "total_fees", cart.total_fees),
        (codes::EXPRESS_ITEM_TAX, "total_tax", cart.total_tax),
        (codes::EXPRESS_ITEM_SHIPPING, "total_shipping", cart.total_shipping.unwrap_or_default()),
        (codes::EXPRESS_ITEM_DISCOUNT, "total_discount", cart.total_discount),
        (codes::EXPRESS_ITEM_REFUND, "total_refund", -cart.total_refund),
        (codes::EXPRESS_ITEM_LATER, "due_later", -cart.due_later),
    ] {
        // Free delivery gets a line, unlike a tax or a discount of 0.
        if amount != Cents::ZERO || (key == "total_shipping" && cart.total_shipping.is_some()) {
            lines.push(DisplayItemForm {
                label: Some(text(code, &Params::new(), lang)),
                amount: Some(scaled(amount)),
                key: Some(key.to_owned()),
                ..DisplayItemForm::default()
            });
        }
    }
    let due = cart.total_price - cart.total_refund;
    Sheet { total: scaled(due).max(Cents::ZERO), items: display_items(lines, scaled(due), Cents::ZERO) }
}

fn product_line(item: &SheetCartItem, scaled: &dyn Fn(Cents) -> Cents) -> DisplayItemForm {
    let plain = |text: &str| one_line(&decode_entities(text));
    let mut name = plain(&item.name);
    let options: Vec<String> =
        item.variation.iter().map(|one| format!("{}: {}", plain(&one.attribute), plain(&one.value))).collect();
    if !options.is_empty() {
        name = format!("{name} ({})", options.join(", "));
    }
    if item.quantity > 1 {
        name = format!("{name} (x{})", item.quantity);
    }
    DisplayItemForm { label: Some(name), amount: Some(scaled(item.line_subtotal)), ..DisplayItemForm::default() }
}

/// A delivery rate of a package, as in the store API.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SheetRate {
    /// Id of the rate, such as "flat_rate:1".
    pub rate_id: String,
    /// Name, encoded for HTML.
    pub name: String,
    /// Cost without tax.
    pub price: Cents,
    pub taxes: Cents,
    /// Whether it is selected.
    pub selected: bool,
}

/// A rate as the wallet shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WalletRate {
    /// Id of the rate, such as "flat_rate:1".
    pub id: String,
    /// Cost in the wallet's units, tax included.
    pub amount: Cents,
    pub display_name: String,
}

/// Delivery rates for a wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum WalletRates {
    /// The selected rate comes first, as wallets select the first.
    Success { shipping_options: Vec<WalletRate> },
    /// There is no rate, a duplicate rate, or several parcels: a sheet has one choice for all.
    InvalidShippingAddress,
}

/// Returns the rates of a cart's packages for a wallet (wire contract, C5, `get_shipping_options`).
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::payments::express::sheet::{SheetRate, WalletRates, wallet_rates};
/// let rate = |id: &str, cents| SheetRate { rate_id: id.into(), price: Cents(cents), ..SheetRate::default() };
/// let parcel = vec![rate("flat_rate:1", 500), SheetRate { selected: true, ..rate("free:2", 0) }];
/// let rates = wallet_rates(&[parcel.clone()], Some(2), 2);
/// assert!(matches!(rates, WalletRates::Success { shipping_options } if shipping_options[0].id == "free:2"));
/// assert_eq!(wallet_rates(&[parcel.clone(), parcel], Some(2), 2), WalletRates::InvalidShippingAddress);
/// ```
pub fn wallet_rates(
    packages: &[Vec<SheetRate>],
    currency_decimals: Option<i64>,
    currency_minor_unit: i64,
) -> WalletRates {
    let [rates] = packages else { return WalletRates::InvalidShippingAddress };
    let twice = |at: usize, id: &str| rates.iter().skip(at + 1).any(|other| other.rate_id == id);
    let bad = rates.iter().enumerate().any(|(at, rate)| rate.rate_id.is_empty() || twice(at, &rate.rate_id));
    if rates.is_empty() || bad {
        return WalletRates::InvalidShippingAddress;
    }
    let (chosen, others): (Vec<&SheetRate>, Vec<&SheetRate>) = rates.iter().partition(|rate| rate.selected);
    let shown = |rate: &SheetRate| WalletRate {
        id: rate.rate_id.clone(),
        amount: Cents(minor_amount((rate.price + rate.taxes).0, currency_decimals, currency_minor_unit)),
        display_name: one_line(&decode_entities(&rate.name)),
    };
    WalletRates::Success { shipping_options: chosen.into_iter().chain(others).map(shown).collect() }
}

/// Returns whether a wallet's session can open: not if it needs delivery and has no rate (payments, section 4).
///
/// ```
/// use shop_core::payments::express::sheet::session_opens;
/// assert!(session_opens(true, 1) && session_opens(false, 0));
/// assert!(!session_opens(true, 0));
/// ```
pub fn session_opens(needs_shipping: bool, rate_count: i64) -> bool {
    !needs_shipping || rate_count > 0
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
