//! Responses to the calls of the express buttons (wire contract, C5): amounts are whole minor units.

use serde::Serialize;

use super::sheet::{DisplayItem, Sheet, WalletRate};
use crate::base::Cents;

/// Id of the placeholder delivery in the sheet until the address is known (wire contract, C5).
pub const PENDING_RATE: &str = "pending";
/// Key of a discount's line, whose amount has no sign on the wire.
const DISCOUNT: &str = "total_discount";

/// Amount to pay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ExpressTotal {
    /// Payee: the name of the shop.
    pub label: String,
    /// Minor units, never negative.
    pub amount: Cents,
    /// Whether it may still change because the delivery is unknown.
    pub pending: bool,
}

/// A line of the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressItem {
    pub label: String,
    /// Minor units. A discount has no sign here: the page shows it negated.
    pub amount: Cents,
    /// Key of a line that is no product: "total_shipping", "total_tax", "total_discount".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Whether the amount may still change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<bool>,
}

impl From<DisplayItem> for ExpressItem {
    fn from(item: DisplayItem) -> Self {
        let discount = item.key.as_deref() == Some(DISCOUNT);
        let amount = if discount { -item.amount } else { item.amount };
        Self { label: item.name, amount, key: item.key, pending: None }
    }
}

/// Converts the lines of a sheet to their wire format.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::payments::express::sheet::{DisplayItem, Sheet};
/// use shop_core::payments::express::wire::wire_items;
/// let less = DisplayItem { name: "Sconto".into(), amount: Cents(-200), key: Some("total_discount".into()) };
/// assert_eq!(wire_items(Sheet { total: Cents(800), items: vec![less] })[0].amount, Cents(200));
/// ```
pub fn wire_items(sheet: Sheet) -> Vec<ExpressItem> {
    sheet.items.into_iter().map(ExpressItem::from).collect()
}

/// Response of `get_cart_details`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressCartDetails {
    /// Whether anything is delivered.
    pub shipping_required: bool,
    /// Data of the wallet's session.
    pub order_data: ExpressOrderData,
    /// Delivery methods, as far as they are known.
    pub shipping_options: Vec<WalletRate>,
    /// Minimum age of the buyer, in years; `None`: no restriction.
    pub min_age_years: Option<i64>,
}

/// Data of a wallet's session ("order data", payments, section 3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressOrderData {
    /// Currency in lower case: "eur".
    pub currency: String,
    /// Country of the shop: "IT".
    pub country_code: String,
    #[serde(rename = "displayItems")]
    pub display_items: Vec<ExpressItem>,
    pub total: ExpressTotal,
}

/// Outcome of a call about delivery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ExpressResult {
    #[default]
    Success,
    /// Nothing is delivered there, or the delivery does not fit into a sheet.
    InvalidShippingAddress,
    /// Failure: the wallet must reject the change.
    Fail,
}

/// Response of `get_shipping_options`, `update_shipping_method` and `add_to_cart`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressSheetAnswer {
    /// Outcome of the call.
    pub result: ExpressResult,
    /// Delivery methods, the selected one first; only for `get_shipping_options`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_options: Option<Vec<WalletRate>>,
    /// Lines; empty if they would not add up to the total.
    #[serde(rename = "displayItems")]
    pub display_items: Vec<ExpressItem>,
    pub total: ExpressTotal,
}

/// Response of `get_selected_product_data`, and the product page's initial data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressProduct {
    /// Product id; for a variable product its own, not the variation's.
    pub product_id: i64,
    /// Currency in lower case: "eur".
    pub currency: String,
    /// Country of the shop: "IT".
    pub country_code: String,
    /// Whether it is delivered.
    #[serde(rename = "requestShipping")]
    pub request_shipping: bool,
    #[serde(rename = "displayItems")]
    pub display_items: Vec<ExpressItem>,
    pub total: ExpressTotal,
    /// The placeholder delivery until the address is known; `None`: nothing is delivered.
    #[serde(rename = "shippingOptions")]
    pub shipping_options: Option<WalletRate>,
    /// Whether the current choice can be bought; else the buttons stay hidden.
    #[serde(rename = "validVariationSelected")]
    pub valid_variation_selected: bool,
    /// Whether a deposit can be paid.
    pub has_deposit: bool,
    /// Minimum age of the buyer, in years; `None`: no restriction.
    pub min_age_years: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_wire() {
        let answer = ExpressSheetAnswer {
            result: ExpressResult::InvalidShippingAddress,
            shipping_options: None,
            display_items: vec![ExpressItem { label: "Riso".into(), amount: Cents(500), ..ExpressItem::default() }],
            total: ExpressTotal { label: "Bottega".into(), amount: Cents(500), pending: false },
        };
        assert_eq!(
            serde_json::to_value(answer).unwrap(),
            serde_json::json!({
                "result": "invalid_shipping_address",
                "displayItems": [{ "label": "Riso", "amount": 500 }],
                "total": { "label": "Bottega", "amount": 500, "pending": false },
            })
        );
    }
}
