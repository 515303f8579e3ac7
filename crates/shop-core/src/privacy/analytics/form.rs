//! What an event is made from.

use serde::{Deserialize, Serialize};

use super::item::AnalyticsItem;
use super::kind::{AnalyticsEventName, AnalyticsVariant};

/// What an event is made from. Amounts are minor units as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AnalyticsForm {
    pub event: AnalyticsEventName,
    /// Who reads it.
    pub variant: AnalyticsVariant,
    /// Whether products go by article number instead of number.
    pub by_sku: bool,
    /// The products, cart rows or order rows it is about.
    pub items: Vec<AnalyticsItem>,
    /// Name of the list with the items; empty: "Product List".
    pub list_name: String,
    /// Currency; empty: EUR.
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
    /// Chosen delivery by name; empty: not known.
    pub shipping_tier: String,
    /// Chosen means of payment by name; empty: not known.
    pub payment_type: String,
    /// The order's number; empty: none.
    pub order_id: String,
    /// The shop that took the order; empty: not sent.
    pub affiliation: String,
    /// Orders whose purchase was already reported.
    pub reported_orders: Vec<String>,
    /// What was searched for.
    pub search_term: String,
    /// How many products were found.
    pub found: i64,
    /// Address at which there was nothing, without secrets.
    pub page_path: String,
    /// The page that led there; empty: not known.
    pub page_referrer: String,
}
