//! Suggestions of the search field while a shopper types.

use serde::Serialize;

use super::Link;

/// Suggestions for the text typed so far, with all texts ready.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SearchSuggestions {
    /// Requested search text, trimmed.
    pub search: String,
    /// Term that was searched instead, because the original was misspelled.
    pub corrected: Option<String>,
    /// Categories with a matching name.
    pub categories: Vec<Link>,
    /// Best matching products.
    pub products: Vec<SuggestedProduct>,
    /// Total number of products.
    pub total: i64,
    /// URL of all results.
    pub all_path: String,
}

/// A suggested product.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SuggestedProduct {
    pub name: String,
    pub path: String,
    /// Formatted price ("da 33,00 €"); empty if it has none.
    pub price: String,
    /// Formatted price per kg or litre ("66,00 €/kg"); empty if it has none.
    pub unit_price: String,
    /// URL of a small picture.
    pub thumbnail: Option<String>,
    /// Whether it can be bought now.
    pub in_stock: bool,
}
