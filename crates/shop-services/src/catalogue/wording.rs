//! Product texts in a language: names, attributes, chosen values.

use std::collections::HashMap;

use shop_core::base::Lang;
use shop_core::catalogue::product::{AttributeValue, Product, ProductAttribute, Variation};

use super::terms::Terms;

/// Product texts in a language.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    terms: &'a Terms,
    lang: Lang,
}

impl Terms {
    pub fn wording(&self, lang: Lang) -> Wording<'_> {
        Wording { terms: self, lang }
    }
}

impl Wording<'_> {
    /// Names of a product's main category and its ancestors, outermost first.
    pub fn category_names(&self, product: &Product) -> Vec<String> {
        let main = product.category_ids.first().into_iter();
        let way = main.flat_map(|id| self.terms.category_path(*id));
        way.map(|category| category.name_in(self.lang).to_owned()).collect()
    }

    /// A product's attribute for display: its label, and its values in order with their wire form. Global attributes have English
    /// names; those of a product alone have them in its field `attributes_en`.
    pub fn attribute(&self, product: &Product, owned: &ProductAttribute) -> (String, Vec<(String, String)>) {
        let lang = self.lang;
        if owned.taxonomy.is_none() {
            return own_texts(product, owned, lang);
        }
        let shared = owned.taxonomy.as_deref().and_then(|taxonomy| self.terms.attribute(taxonomy));
        let words = |value: &AttributeValue| {
            let term = shared.and_then(|shared| shared.terms.iter().find(|term| term.slug == value.slug));
            // The product's own texts are Italian; English ones are stored with the value itself.
            let english = term.filter(|term| lang == Lang::En && !term.name_en.is_empty());
            (owned.wire_value(value).to_owned(), english.map_or(&value.name, |term| &term.name_en).clone())
        };
        let english = shared.filter(|shared| lang == Lang::En && !shared.name_en.is_empty());
        let label = english.map_or(&owned.name, |shared| &shared.name_en).clone();
        (label, owned.values.iter().map(words).collect())
    }

    /// Chosen values for display: attribute key, label, value.
    pub fn chosen(&self, product: &Product, chosen: &[(String, String)]) -> Vec<(String, String, String)> {
        let words = |(key, value): &(String, String)| {
            let attribute = product.attributes.iter().find(|a| a.key() == *key);
            let Some((label, values)) = attribute.map(|a| self.attribute(product, a)) else {
                return (key.clone(), key.clone(), value.clone());
            };
            let named = values.into_iter().find(|(wire, _)| wire == value).map(|(_, words)| words);
            (key.clone(), label, named.unwrap_or_else(|| value.clone()))
        };
        chosen.iter().map(words).collect()
    }

    /// The distinguishing name of a product or variation, including the values that the variation fixes.
    pub fn full_name(&self, product: &Product, variation: Option<&Variation>) -> String {
        let name = product.item.name_in(self.lang);
        let Some(variation) = variation else { return name.to_owned() };
        if name == product.item.name {
            let own = &variation.item.name;
            return if own.is_empty() { name.to_owned() } else { own.clone() };
        }
        let fixed: Vec<(String, String)> = product
            .attributes
            .iter()
            .filter_map(|one| {
                Some((one.key(), variation.attributes.get(&one.key()).filter(|v| !v.is_empty())?.clone()))
            })
            .collect();
        let words: Vec<String> = self.chosen(product, &fixed).into_iter().map(|(_, _, words)| words).collect();
        if words.is_empty() { name.to_owned() } else { format!("{name} - {}", words.join(", ")) }
    }
}

/// Texts of an attribute that belongs to one product.
fn own_texts(product: &Product, owned: &ProductAttribute, lang: Lang) -> (String, Vec<(String, String)>) {
    let known: HashMap<String, String> = Some(product.item.meta.get("attributes_en"))
        .filter(|_| lang == Lang::En)
        .flatten()
        .and_then(|json| serde_json::from_str(json).ok())
        .unwrap_or_default();
    let translate = |italian: &str| known.get(italian).map_or(italian, String::as_str).to_owned();
    let words = owned.values.iter().map(|value| (owned.wire_value(value).to_owned(), translate(&value.name)));
    (translate(&owned.name), words.collect())
}
