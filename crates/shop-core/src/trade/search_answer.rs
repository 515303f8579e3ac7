//! Results of the live product search of the bulk order form, and their wire format.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::format::price;
use crate::base::text::format_fixed;
use crate::base::{Cents, Half, Lang, ProductId, round_div, wire_enum};
use crate::catalogue::quantity::QuantityBounds;

/// Suffix of the keys of price entries (storefront specification, section 3).
const PRICE_SUFFIX: &str = "B2BKINGPRICE";

/// Number that means "no results" on the wire (section 7).
const NO_RESULTS: u32 = 1234;

/// Decimal places of [`FoundProduct::price_millionths`].
const PRICE_PLACES: u32 = 6;

/// Number of millionths of a currency unit in a cent.
const MILLIONTHS_A_CENT: i64 = 10_000;

wire_enum! {
    /// Field that the search of the bulk order form matches.
    SearchBy {
        /// Names of products and of their variations.
        ProductName = "productname",
        Sku = "sku",
        /// Names of categories; finds their products.
        Category = "category",
    } default ProductName
}

/// A product that can be ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FoundProduct {
    /// The product or variation.
    pub product_id: ProductId,
    /// Label as shown.
    pub label: String,
    /// Unit price in millionths of the currency's unit (72.50 € is 72 500 000); without VAT it is not rounded to the cent.
    pub price_millionths: i64,
    /// Quantities that a line may have: whole packs.
    #[serde(default)]
    pub pack: QuantityBounds,
    /// Lower prices for larger quantities, smallest quantity first.
    #[serde(default)]
    pub tiers: Vec<FoundTier>,
}

/// Unit price from a quantity on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FoundTier {
    /// Lowest quantity of the tier.
    pub from_quantity: i64,
    /// Unit price in millionths of the currency's unit.
    pub price_millionths: i64,
}

/// The search response in the wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum SearchAnswer {
    /// A search without results: the number 1234.
    NoResults(u32),
    /// A list of which no product is for sale any more: the text "empty".
    Empty(&'static str),
    /// Label by product id, and the unit price by id with the suffix `B2BKINGPRICE`.
    Found(BTreeMap<String, String>),
}

impl SearchAnswer {
    /// Builds the response to a search.
    pub fn from_search(found: &[FoundProduct]) -> Self {
        if found.is_empty() { Self::NoResults(NO_RESULTS) } else { Self::entries(found) }
    }

    /// Builds the response for the products of a list.
    pub fn from_list(found: &[FoundProduct]) -> Self {
        if found.is_empty() { Self::Empty("empty") } else { Self::entries(found) }
    }

    fn entries(found: &[FoundProduct]) -> Self {
        let entries = found.iter().flat_map(|product| {
            let id = product.product_id.to_string();
            [(format!("{id}{PRICE_SUFFIX}"), price_text(product.price_millionths)), (id, product.label.clone())]
        });
        Self::Found(entries.collect())
    }
}

impl FoundProduct {
    /// Returns the unit price in a line of this quantity, in millionths of the currency's unit: that of the best tier reached.
    pub fn millionths_of(&self, quantity: u32) -> i64 {
        let reached = self.tiers.iter().filter(|tier| tier.from_quantity <= i64::from(quantity));
        reached.map(|tier| tier.price_millionths).fold(self.price_millionths, i64::min)
    }

    /// Returns the price of a line. The unit price is exact, so that the total equals that of the cart, which rounds whole lines.
    pub fn line_cents(&self, quantity: u32) -> Cents {
        whole_cents(i128::from(self.millionths_of(quantity)) * i128::from(quantity))
    }

    /// Returns the unit price in a line of this quantity.
    pub fn piece_cents(&self, quantity: u32) -> Cents {
        whole_cents(self.millionths_of(quantity).into())
    }

    /// Formats its price for display.
    pub fn price(&self, lang: Lang) -> String {
        price(whole_cents(self.price_millionths.into()), lang)
    }
}

fn whole_cents(millionths: i128) -> Cents {
    Cents(round_div(millionths, MILLIONTHS_A_CENT.into(), Half::Up))
}

/// Formats an amount for the trade API: "72.00".
///
/// ```
/// use shop_core::base::Cents;
/// assert_eq!(shop_core::trade::search_answer::sum_text(Cents(7250)), "72.50");
/// ```
pub fn sum_text(sum: Cents) -> String {
    price_text(sum.0.saturating_mul(MILLIONTHS_A_CENT))
}

/// Formats a price with two decimals, or as many more as it has: "72.00", "1.666".
fn price_text(millionths: i64) -> String {
    if millionths % MILLIONTHS_A_CENT != 0 {
        return format_fixed(millionths, PRICE_PLACES);
    }
    let cents = millionths / MILLIONTHS_A_CENT;
    format!("{}.{:02}", cents / 100, cents % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(id: i64, price_millionths: i64) -> FoundProduct {
        let label = format!("Prodotto {id}");
        FoundProduct {
            product_id: ProductId(id),
            label,
            price_millionths,
            pack: QuantityBounds::default(),
            tiers: Vec::new(),
        }
    }

    fn json(answer: &SearchAnswer) -> String {
        serde_json::to_string(answer).unwrap()
    }

    #[test]
    fn nothing_found_is_a_number_and_an_empty_list_a_text() {
        assert_eq!(json(&SearchAnswer::from_search(&[])), "1234");
        assert_eq!(json(&SearchAnswer::from_list(&[])), "\"empty\"");
    }

    #[test]
    fn each_product_has_a_label_and_a_price_under_its_id() {
        let answer = [found(12, 72_000_000)];
        let expected = r#"{"12":"Prodotto 12","12B2BKINGPRICE":"72.00"}"#;
        assert_eq!(json(&SearchAnswer::from_search(&answer)), expected);
        assert_eq!(json(&SearchAnswer::from_list(&answer)), expected);
    }

    #[test]
    fn a_line_is_rounded_whole_as_the_cart_rounds_it() {
        let net = FoundProduct {
            tiers: vec![FoundTier { from_quantity: 6, price_millionths: 10_245_902 }],
            ..found(12, 11_475_410)
        };
        assert_eq!((net.piece_cents(1), net.line_cents(1)), (Cents(1148), Cents(1148)));
        assert_eq!((net.piece_cents(4), net.line_cents(4)), (Cents(1148), Cents(4590)));
        assert_eq!((net.piece_cents(7), net.line_cents(7)), (Cents(1025), Cents(7172)));
        assert_eq!(net.line_cents(0), Cents::ZERO);
    }

    #[test]
    fn prices_have_two_decimals_or_as_many_more_as_they_need() {
        for (millionths, text) in
            [(0, "0.00"), (50_000, "0.05"), (1_666_000, "1.666"), (1_666_667, "1.666667"), (72_500_000, "72.50")]
        {
            assert_eq!(price_text(millionths), text);
        }
    }
}
