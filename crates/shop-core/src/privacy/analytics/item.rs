//! A product, cart row or order row in an event.

use serde::{Deserialize, Serialize};

use super::amount::Amount;
use super::kind::AnalyticsVariant;
use crate::base::json;

/// Keys of the reported category levels (storefront spec, section 9).
const CATEGORY_LEVELS: [&str; 5] =
    ["item_category", "item_category2", "item_category3", "item_category4", "item_category5"];

/// A product, cart row or order row. Amounts are minor units as strings, as in the store API.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AnalyticsItem {
    /// Id of the product or variation.
    pub id: i64,
    /// Id of the parent product of a variation.
    pub parent_id: Option<i64>,
    pub name: String,
    /// SKU; empty: none.
    pub sku: String,
    /// Brand name; empty: none.
    pub brand: String,
    /// Product type: simple, variable or grouped; empty: unknown.
    pub product_type: String,
    /// Pieces in stock; `None` if stock is not managed.
    pub stock_level: Option<i64>,
    /// Stock status such as "instock"; empty: unknown.
    pub stock_status: String,
    /// URL of the product page; empty: unknown.
    pub link: String,
    /// Category names, outermost first; five are reported.
    pub categories: Vec<String>,
    /// Values of the chosen attributes.
    pub variation: Vec<String>,
    /// Position in its list, from 1; `None`: its position among the items.
    pub position: Option<i64>,
    /// Number of pieces; `None`: one.
    pub quantity: Option<i64>,
    /// Price of one piece.
    pub price: String,
    /// Row total, which replaces the unit price of items that have none of their own (bundles).
    pub line_total: String,
    /// Unit price after coupons; empty: no coupon.
    pub price_after_coupon_discount: String,
    /// Decimals of the currency; `None`: 2.
    pub currency_minor_unit: Option<u8>,
}

/// Options for reporting an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemOptions<'a> {
    pub variant: AnalyticsVariant,
    /// Whether products are identified by SKU.
    pub by_sku: bool,
    /// Whether it is a row of a cart or order, or is about to become one.
    pub is_row: bool,
    /// List that contains it; empty: none.
    pub list: &'a str,
    /// Position in the list, from 1.
    pub index: Option<i64>,
}

impl AnalyticsItem {
    pub(super) fn pieces(&self) -> i64 {
        self.quantity.unwrap_or(1).max(0)
    }

    fn amount(&self, minor: &str) -> Option<Amount> {
        Amount::parse(minor, self.currency_minor_unit)
    }

    /// Returns the unit price before coupons, and the coupon discount per piece.
    fn price_and_discount(&self) -> (Option<Amount>, Option<Amount>) {
        let own = self.amount(&self.price);
        let price = own.filter(|price| price.is_positive()).or_else(|| self.amount(&self.line_total)).or(own);
        let after = self.amount(&self.price_after_coupon_discount);
        let off = price.zip(after).map(|(price, after)| price.minus(after)).filter(|off| off.is_positive());
        (price, off)
    }

    /// Returns the unit price after coupons.
    pub(super) fn paid(&self) -> Option<Amount> {
        let (price, off) = self.price_and_discount();
        price.map(|price| off.map_or(price, |off| price.minus(off)))
    }

    /// Returns the id to report: the product's id, or its SKU if requested and present.
    pub(super) fn item_id(&self, by_sku: bool) -> String {
        if by_sku && !self.sku.is_empty() { json::quoted(&self.sku) } else { self.id.to_string() }
    }

    pub(super) fn to_json(&self, options: ItemOptions) -> String {
        let manager = options.variant == AnalyticsVariant::TagManager;
        let mut out: Vec<(&str, String)> = Vec::new();
        if manager && !options.is_row {
            out.push(("internal_id", self.id.to_string()));
        }
        out.push(("item_id", self.item_id(options.by_sku)));
        out.push(("item_name", json::quoted(&self.name)));
        if manager {
            // Without a SKU, the product's id is used instead.
            let sku = if self.sku.is_empty() { self.id.to_string() } else { self.sku.clone() };
            out.push(("sku", json::quoted(&sku)));
        }
        out.extend(CATEGORY_LEVELS.into_iter().zip(self.categories.iter().map(|name| json::quoted(name))));
        if let Some(price) = self.paid() {
            out.push(("price", if manager { price.with_decimals(2) } else { price }.number()));
        }
        if let (_, Some(off)) = self.price_and_discount() {
            out.push(("discount", if manager { off.with_decimals(2) } else { off }.number()));
        }
        if options.is_row {
            out.push(("quantity", self.pieces().to_string()));
        }
        if !self.variation.is_empty() {
            out.push(("item_variant", json::quoted(&self.variation.join(","))));
        }
        if manager {
            out.push(("stocklevel", self.stock_level.map_or_else(|| "null".to_owned(), |level| level.to_string())));
            out.extend(self.parent_id.map(|id| ("item_group_id", id.to_string())));
            out.push(("google_business_vertical", json::quoted("retail")));
            for (key, text) in [
                ("stockstatus", &self.stock_status),
                ("item_brand", &self.brand),
                ("product_type", &self.product_type),
                ("productlink", &self.link),
            ] {
                if !text.is_empty() {
                    out.push((key, json::quoted(text)));
                }
            }
        }
        if !options.list.is_empty() {
            out.push(("item_list_name", json::quoted(options.list)));
        }
        out.extend(options.index.map(|index| ("index", index.to_string())));
        json::object(out)
    }
}
