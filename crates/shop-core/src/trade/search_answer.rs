//! What the live product search answers, as it stands on the wire.

use std::collections::BTreeMap;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::base::ProductId;
use crate::base::text::{in_order, parse_fixed};

/// End of the names of price entries (storefront specification, section 3).
const PRICE_SUFFIX: &str = "B2BKINGPRICE";

/// Decimal places of a unit price that are read; net trade prices can have more than two.
const PRICE_PLACES: u32 = 6;

/// The search's answer: label by product id, and the unit price by id and the suffix `B2BKINGPRICE`. The number 1234 and
/// the text "empty" stand for "nothing found" and are read as no entries (section 7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct SearchAnswer(
    #[cfg_attr(feature = "ts", tsify(type = "number | string | Record<string, string | number>"))]
    BTreeMap<String, String>,
);

/// A product that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FoundProduct {
    /// The product or variation.
    pub product_id: ProductId,
    /// How it is shown.
    pub label: String,
    /// Price of a piece in millionths of the currency's unit (72.50 € is 72 500 000).
    pub price_millionths: i64,
}

impl SearchAnswer {
    /// The products in ascending order of their ids, as scripts order such a map. One without a readable price cannot be
    /// added up and is left out.
    pub fn found(&self) -> Vec<FoundProduct> {
        let product = |(name, label): (&String, &String)| {
            let product_id = ProductId(name.parse().ok().filter(|id| *id > 0)?);
            let price = self.0.get(&format!("{name}{PRICE_SUFFIX}"))?;
            let price_millionths = parse_fixed(price, PRICE_PLACES).filter(|price| *price >= 0)?;
            Some(FoundProduct { product_id, label: label.clone(), price_millionths })
        };
        in_order(self.0.iter().filter_map(product), |found| found.product_id)
    }
}

impl<'de> Deserialize<'de> for SearchAnswer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnswerVisitor)
    }
}

struct AnswerVisitor;

impl<'de> Visitor<'de> for AnswerVisitor {
    type Value = SearchAnswer;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a map of products, or a number or text for none")
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<SearchAnswer, E> {
        Ok(SearchAnswer::default())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<SearchAnswer, E> {
        Ok(SearchAnswer::default())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<SearchAnswer, E> {
        Ok(SearchAnswer::default())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<SearchAnswer, E> {
        Ok(SearchAnswer::default())
    }

    fn visit_unit<E: Error>(self) -> Result<SearchAnswer, E> {
        Ok(SearchAnswer::default())
    }

    // PHP writes an empty map as an empty list.
    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut entries: A) -> Result<SearchAnswer, A::Error> {
        while entries.next_element::<IgnoredAny>()?.is_some() {}
        Ok(SearchAnswer::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<SearchAnswer, A::Error> {
        let mut out = BTreeMap::new();
        while let Some((name, value)) = entries.next_entry::<String, Plain>()? {
            out.insert(name, value.0);
        }
        Ok(SearchAnswer(out))
    }
}

/// A text or a number, as text: prices come as either.
struct Plain(String);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

struct PlainVisitor;

impl Visitor<'_> for PlainVisitor {
    type Value = Plain;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Plain, E> {
        Ok(Plain(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Plain, E> {
        Ok(Plain(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Plain, E> {
        Ok(Plain(value.to_string()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Plain, E> {
        Ok(Plain(value.to_owned()))
    }

    fn visit_unit<E: Error>(self) -> Result<Plain, E> {
        Ok(Plain(String::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(json: &str) -> Vec<(i64, String, i64)> {
        let answer: SearchAnswer = serde_json::from_str(json).unwrap();
        answer.found().into_iter().map(|p| (p.product_id.0, p.label, p.price_millionths)).collect()
    }

    #[test]
    fn products_come_in_the_order_of_their_ids_with_their_prices() {
        let json = r#"{"12":"Caviale 35 g","12B2BKINGPRICE":"72.00","9":"Olio","9B2BKINGPRICE":8.125,"100":"Sale","100B2BKINGPRICE":3}"#;
        assert_eq!(
            found(json),
            [
                (9, "Olio".to_owned(), 8_125_000),
                (12, "Caviale 35 g".to_owned(), 72_000_000),
                (100, "Sale".to_owned(), 3_000_000)
            ]
        );
    }

    #[test]
    fn answers_for_nothing_found_hold_no_products() {
        for json in ["1234", "1234.0", "\"empty\"", "\"\"", "null", "[]", "{}"] {
            assert_eq!(found(json), [], "{json}");
        }
    }

    #[test]
    fn entries_that_name_no_product_or_price_are_left_out() {
        for json in [
            r#"{"12":"Caviale"}"#,
            r#"{"12B2BKINGPRICE":"72"}"#,
            r#"{"12":"Caviale","12B2BKINGPRICE":""}"#,
            r#"{"12":"Caviale","12B2BKINGPRICE":null}"#,
            r#"{"12":"Caviale","12B2BKINGPRICE":"-1"}"#,
            r#"{"0":"Caviale","0B2BKINGPRICE":"1"}"#,
            r#"{"x":"Caviale","xB2BKINGPRICE":"1"}"#,
        ] {
            assert_eq!(found(json), [], "{json}");
        }
        assert!(serde_json::from_str::<SearchAnswer>("true").is_err());
    }
}
