//! Finds the variation of a request: the server's side of the choice, stricter than the form's. A fixed value must be given and
//! equal; an "any" value must be filled from the product's own values.

use std::collections::BTreeMap;

use super::product::{Product, ProductAttribute, PublishStatus, Variation};
use super::variation::Selection;
use crate::base::FieldError;
use crate::base::text::{lower_case, slugify};
use crate::platform::messages::codes;

/// A variation with a value for each of its attributes, as in a cart line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartVariation<'a> {
    pub variation: &'a Variation,
    /// Wire value by attribute key ([`ProductAttribute::key`]), including every variation attribute.
    pub values: Selection,
}

/// Normalises the attributes of a request to keys and wire values. A name may be the key with or without `attribute_`, the label,
/// or the label in lower case; the value of a shared attribute may be its label. Unknown names are dropped.
pub fn read_choices(attributes: &[ProductAttribute], given: &BTreeMap<String, String>) -> Selection {
    let read = |attribute: &ProductAttribute| {
        let key = attribute.key();
        let spellings = [attribute.name.clone(), format!("attribute_{key}"), key.clone(), lower_case(&attribute.name)];
        let value = spellings.iter().find_map(|name| given.get(name))?.trim();
        let value = if attribute.taxonomy.is_some() { slugify(value) } else { value.to_owned() };
        Some((key, value))
    };
    chosen_attributes(attributes).filter_map(read).collect()
}

/// Returns the first variation whose fixed values are all given and equal. "Any" requires nothing.
pub fn find_matching<'a>(product: &'a Product, choices: &Selection) -> Option<&'a Variation> {
    let fits = |variation: &&Variation| {
        variation.item.status == PublishStatus::Publish
            && chosen_attributes(&product.attributes).all(|attribute| {
                let key = attribute.key();
                let fixed = fixed_value(variation, &key);
                fixed.is_empty() || choices.get(&key).is_some_and(|value| value == fixed)
            })
    };
    product.variations.iter().find(fits)
}

/// Finds the variation for a cart request with the variable product, and all its values.
///
/// Errors: `woocommerce_rest_missing_attributes` if nothing matches and choices are missing,
/// `woocommerce_rest_variation_id_from_variation_data` if nothing matches all choices, otherwise those of [`complete_for_cart`].
pub fn match_for_cart<'a>(product: &'a Product, choices: &Selection) -> Result<CartVariation<'a>, FieldError> {
    if let Some(variation) = find_matching(product, choices) {
        return complete_for_cart(product, variation, choices);
    }
    let missing: Vec<&str> = chosen_attributes(&product.attributes)
        .filter(|attribute| !choices.contains_key(&attribute.key()))
        .map(|attribute| attribute.name.as_str())
        .collect();
    Err(if missing.is_empty() {
        refusal(codes::VARIATION_ID_FROM_VARIATION_DATA, product)
    } else {
        refusal(codes::MISSING_ATTRIBUTES, product).with("attribute", missing.join(", "))
    })
}

/// Completes the values of a variation that the request names by id: fixed values from the variation, "any" values from the
/// choices.
///
/// Errors: `woocommerce_rest_invalid_variation_data` if a choice contradicts the variation or is none of the product's values,
/// `woocommerce_rest_missing_variation_data` if an "any" value is not chosen. An empty choice for an "any" value is accepted, as
/// on the platform that clients were written for.
pub fn complete_for_cart<'a>(
    product: &Product,
    variation: &'a Variation,
    choices: &Selection,
) -> Result<CartVariation<'a>, FieldError> {
    let mut values = Selection::new();
    let mut missing = Vec::new();
    for attribute in chosen_attributes(&product.attributes) {
        let key = attribute.key();
        let fixed = fixed_value(variation, &key);
        match choices.get(&key) {
            Some(choice) if choice == fixed || (fixed.is_empty() && has_value(attribute, choice)) => {
                values.insert(key, choice.clone());
            }
            Some(_) => return Err(refusal(codes::INVALID_VARIATION_DATA, product).with("attribute", &attribute.name)),
            None if fixed.is_empty() => missing.push(attribute.name.as_str()),
            None => {
                values.insert(key, fixed.to_owned());
            }
        }
    }
    if missing.is_empty() {
        Ok(CartVariation { variation, values })
    } else {
        Err(refusal(codes::MISSING_VARIATION_DATA, product).with("attribute", missing.join(", ")))
    }
}

fn refusal(code: &'static str, product: &Product) -> FieldError {
    FieldError::new("variation", code).with("name", &product.item.name)
}

fn chosen_attributes(attributes: &[ProductAttribute]) -> impl Iterator<Item = &ProductAttribute> {
    attributes.iter().filter(|attribute| attribute.variation)
}

fn fixed_value<'a>(variation: &'a Variation, key: &str) -> &'a str {
    variation.attributes.get(key).map_or("", String::as_str)
}

fn has_value(attribute: &ProductAttribute, choice: &str) -> bool {
    attribute.values.iter().any(|value| attribute.wire_value(value) == choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ProductId;
    use crate::catalogue::product::AttributeValue;

    fn attribute(name: &str, taxonomy: Option<&str>, values: &[&str]) -> ProductAttribute {
        ProductAttribute {
            name: name.to_owned(),
            taxonomy: taxonomy.map(str::to_owned),
            values: values.iter().map(|v| AttributeValue { slug: slugify(v), name: (*v).to_owned() }).collect(),
            visible: true,
            variation: true,
            default: None,
        }
    }

    fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    fn product(attributes: Vec<ProductAttribute>, variations: &[(i64, &[(&str, &str)])]) -> Product {
        let variation = |(id, values): &(i64, &[(&str, &str)])| {
            let mut variation = Variation { attributes: map(values), ..Variation::default() };
            variation.item.id = ProductId(*id);
            variation
        };
        Product { attributes, variations: variations.iter().map(variation).collect(), ..Product::default() }
    }

    /// Builds a product with a fixed shared colour and a fixed logo of its own.
    fn hoodie() -> Product {
        product(
            vec![attribute("Color", Some("pa_color"), &["Blue", "Red"]), attribute("Logo", None, &["Yes", "No"])],
            &[
                (1, &[("pa_color", "red"), ("logo", "No")]),
                (2, &[("pa_color", "blue"), ("logo", "No")]),
                (3, &[("pa_color", "blue"), ("logo", "Yes")]),
            ],
        )
    }

    /// Builds a product with a fixed colour and any size.
    fn tee() -> Product {
        product(
            vec![
                attribute("Color", Some("pa_color"), &["Blue", "Green"]),
                attribute("Size", Some("pa_size"), &["Large", "Small"]),
            ],
            &[(4, &[("pa_color", "green"), ("pa_size", "")]), (5, &[("pa_color", "blue")])],
        )
    }

    fn answer(product: &Product, given: &[(&str, &str)]) -> Result<(i64, Selection), String> {
        let choices = read_choices(&product.attributes, &map(given));
        match match_for_cart(product, &choices) {
            Ok(found) => Ok((found.variation.item.id.0, found.values)),
            Err(error) => Err(error.code.into_owned()),
        }
    }

    #[test]
    fn names_and_labels_find_the_same_variation() {
        for given in [
            [("attribute_pa_color", "red"), ("attribute_logo", "No")],
            [("pa_color", "red"), ("logo", "No")],
            [("Color", "Red"), ("Logo", "No")],
            [("color", "Red"), ("logo", "No")],
        ] {
            assert_eq!(answer(&hoodie(), &given), Ok((1, map(&[("pa_color", "red"), ("logo", "No")]))), "{given:?}");
        }
    }

    #[test]
    fn a_request_that_means_no_variation_says_why() {
        for (product, given, code) in [
            (hoodie(), vec![("pa_color", "red")], codes::MISSING_ATTRIBUTES),
            (hoodie(), vec![("pa_color", "red"), ("Logo", "Yes")], codes::VARIATION_ID_FROM_VARIATION_DATA),
            (hoodie(), vec![("pa_color", "blue"), ("logo", "yes")], codes::VARIATION_ID_FROM_VARIATION_DATA),
            (tee(), vec![("pa_color", "green")], codes::MISSING_VARIATION_DATA),
            (tee(), vec![("pa_color", "purple"), ("pa_size", "large")], codes::VARIATION_ID_FROM_VARIATION_DATA),
            (tee(), vec![("pa_color", "green"), ("pa_size", "giant")], codes::INVALID_VARIATION_DATA),
        ] {
            assert_eq!(answer(&product, &given), Err(code.to_owned()), "{given:?}");
        }
    }

    #[test]
    fn any_is_filled_from_the_request_and_may_be_empty() {
        for (given, size) in [("large", "large"), ("Small", "small"), ("", "")] {
            let values = map(&[("pa_color", "green"), ("pa_size", size)]);
            assert_eq!(answer(&tee(), &[("pa_color", "green"), ("pa_size", given)]), Ok((4, values)));
        }
    }

    #[test]
    fn a_variation_named_by_id_fills_its_fixed_values_and_refuses_others() {
        let hoodie = hoodie();
        let complete = |at: usize, given: &[(&str, &str)]| {
            complete_for_cart(&hoodie, &hoodie.variations[at], &map(given)).map(|found| found.values)
        };
        assert_eq!(complete(0, &[]), Ok(map(&[("pa_color", "red"), ("logo", "No")])));
        assert_eq!(complete(2, &[("pa_color", "red")]).unwrap_err().code, codes::INVALID_VARIATION_DATA);
        let tee = tee();
        let none = complete_for_cart(&tee, &tee.variations[0], &Selection::new()).unwrap_err();
        assert_eq!(none.code, codes::MISSING_VARIATION_DATA);
        assert_eq!(none.params["attribute"], "Size");
    }

    #[test]
    fn drafts_and_attributes_that_are_not_chosen_do_not_count() {
        let mut hoodie = hoodie();
        hoodie.variations[0].item.status = PublishStatus::Draft;
        assert_eq!(
            answer(&hoodie, &[("pa_color", "red"), ("logo", "No")]),
            Err(codes::VARIATION_ID_FROM_VARIATION_DATA.to_owned())
        );
        hoodie.attributes[1].variation = false;
        assert_eq!(answer(&hoodie, &[("pa_color", "blue")]).unwrap().0, 2);
    }
}
