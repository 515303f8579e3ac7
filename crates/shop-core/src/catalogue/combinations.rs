//! Combinations of a product's attribute values, for creating its variations.

use std::collections::BTreeMap;

use super::product::{Product, ProductAttribute, Variation};

/// Maximum number of variations of a product that a page can still display.
pub const MAX_VARIATIONS: usize = 200;

/// Returns the combinations of attribute values that have no variation yet, in the order of the values. A variation with "any"
/// value of an attribute covers all of them. `None`: an attribute has no values, or there is no attribute.
///
/// `only` restricts the values of an attribute by its key; other attributes have all their values.
pub fn missing_combinations(
    product: &Product,
    only: &BTreeMap<String, Vec<String>>,
) -> Option<Vec<BTreeMap<String, String>>> {
    let choices: Vec<&ProductAttribute> = product.attributes.iter().filter(|one| one.variation).collect();
    if choices.is_empty() {
        return None;
    }
    let mut all: Vec<BTreeMap<String, String>> = vec![BTreeMap::new()];
    for choice in choices {
        let key = choice.key();
        let wanted = only.get(&key);
        let values: Vec<&str> = choice
            .values
            .iter()
            .map(|value| choice.wire_value(value))
            .filter(|value| wanted.is_none_or(|wanted| wanted.iter().any(|one| one == value)))
            .collect();
        if values.is_empty() {
            return None;
        }
        // Beyond the limit the combinations are irrelevant: the caller rejects them by their number.
        let room = MAX_VARIATIONS * MAX_VARIATIONS;
        all = all
            .iter()
            .flat_map(|begun| {
                values.iter().map(|value| {
                    let mut next = begun.clone();
                    next.insert(key.clone(), (*value).to_owned());
                    next
                })
            })
            .take(room)
            .collect();
    }
    all.retain(|wanted| !product.variations.iter().any(|known| covers(known, wanted)));
    Some(all)
}

fn covers(variation: &Variation, wanted: &BTreeMap<String, String>) -> bool {
    wanted
        .iter()
        .all(|(key, value)| variation.attributes.get(key).is_none_or(|known| known.is_empty() || known == value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::product::AttributeValue;

    fn choice(name: &str, values: &[&str]) -> ProductAttribute {
        let value = |one: &&str| AttributeValue { slug: (*one).into(), name: one.to_uppercase() };
        ProductAttribute {
            name: name.into(),
            taxonomy: Some(format!("pa_{name}")),
            values: values.iter().map(value).collect(),
            variation: true,
            ..ProductAttribute::default()
        }
    }

    fn variation(size: &str, kind: &str) -> Variation {
        let attributes = [("pa_formato", size), ("pa_tipo", kind)];
        let attributes = attributes.map(|(key, value)| (key.to_owned(), value.to_owned())).into_iter().collect();
        Variation { attributes, ..Variation::default() }
    }

    fn words(product: &Product, only: &[(&str, &[&str])]) -> Option<Vec<String>> {
        let only = only
            .iter()
            .map(|(key, values)| ((*key).to_owned(), values.iter().map(|one| (*one).to_owned()).collect()))
            .collect();
        let found = missing_combinations(product, &only)?;
        Some(found.iter().map(|one| one.values().cloned().collect::<Vec<_>>().join("/")).collect())
    }

    #[test]
    fn every_combination_that_is_missing_comes_once() {
        let mut product = Product {
            attributes: vec![choice("formato", &["50", "100"]), choice("tipo", &["dolce", "forte"])],
            ..Product::default()
        };
        assert_eq!(words(&product, &[]).unwrap(), ["50/dolce", "50/forte", "100/dolce", "100/forte"]);
        product.variations = vec![variation("50", "forte")];
        assert_eq!(words(&product, &[]).unwrap(), ["50/dolce", "100/dolce", "100/forte"]);
        assert_eq!(words(&product, &[("pa_formato", &["100"])]).unwrap(), ["100/dolce", "100/forte"]);
        product.variations.push(variation("100", ""));
        assert_eq!(words(&product, &[]).unwrap(), ["50/dolce"], "any value has them all");
    }

    #[test]
    fn without_choices_or_values_there_is_nothing_to_combine() {
        assert_eq!(words(&Product::default(), &[]), None);
        let shown = ProductAttribute { variation: false, ..choice("formato", &["50"]) };
        assert_eq!(words(&Product { attributes: vec![shown], ..Product::default() }, &[]), None);
        let product = Product { attributes: vec![choice("formato", &["50"])], ..Product::default() };
        assert_eq!(words(&product, &[("pa_formato", &["70"])]), None);
    }
}
