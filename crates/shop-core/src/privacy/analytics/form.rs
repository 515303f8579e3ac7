//! Input of an analytics event.

use serde::{Deserialize, Serialize};

use super::item::AnalyticsItem;
use super::kind::{AnalyticsEventName, AnalyticsVariant};

/// Data that an event is built from. Amounts are minor units as strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AnalyticsForm {
    pub event: AnalyticsEventName,
    /// Recipient of the event.
    pub variant: AnalyticsVariant,
    /// Whether products are identified by SKU instead of id.
    pub by_sku: bool,
    /// Products, cart rows or order rows of the event.
    pub items: Vec<AnalyticsItem>,
    /// Name of the list that contains the items; empty: "Product List".
    pub list_name: String,
    /// Currency code; empty: EUR.
    pub currency_code: String,
    /// Decimals of the currency; nothing: 2.
    pub currency_minor_unit: Option<u8>,
    /// Total of the cart or order, for events about a whole one; empty: the sum of the items.
    pub total_price: String,
    /// Tax of the order; empty: not sent.
    pub tax_total: String,
    /// Shipping of the order; empty: not sent.
    pub shipping_total: String,
    /// Codes of the applied coupons.
    pub coupons: Vec<String>,
    /// Name of the chosen delivery; empty: unknown.
    pub shipping_tier: String,
    /// Name of the chosen payment method; empty: unknown.
    pub payment_type: String,
    /// The order's number; empty: none.
    pub order_id: String,
    /// Name of the shop that took the order; empty: not sent.
    pub affiliation: String,
    /// Orders whose purchase was already reported.
    pub reported_orders: Vec<String>,
    /// Term of a search.
    pub search_term: String,
    /// Number of products found.
    pub found: i64,
    /// Address that was not found, without secrets.
    pub page_path: String,
    /// Page that linked to it; empty: unknown.
    pub page_referrer: String,
}
