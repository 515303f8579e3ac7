//! What the search field suggests while a shopper types.

use serde::Serialize;

use super::Link;

/// Suggestions for the words typed so far, texts ready to show.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SearchSuggestions {
    /// The words that were asked for, trimmed.
    pub search: String,
    /// What was searched instead, when the words were mistyped.
    pub corrected: Option<String>,
    /// Categories whose name fits.
    pub categories: Vec<Link>,
    /// The best products.
    pub products: Vec<SuggestedProduct>,
    /// Products in all.
    pub total: i64,
    /// Address of all results.
    pub all_path: String,
}

/// A suggested product.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SuggestedProduct {
    pub name: String,
    pub path: String,
    /// Price in words ("da 33,00 €"); empty when it has none.
    pub price: String,
    /// Price per kg or litre in words ("66,00 €/kg"); empty when it has none.
    pub unit_price: String,
    /// Address of a small picture.
    pub thumbnail: Option<String>,
    /// Whether it can be bought now.
    pub in_stock: bool,
}
