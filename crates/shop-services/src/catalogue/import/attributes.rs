//! The numbered attribute columns: a product's attributes and the values that a variation selects.

use shop_core::base::text::{fold, slugify};
use shop_core::catalogue::product::{AttributeValue, Product, ProductAttribute};

use super::problem::{Problem, ProblemCode};
use crate::ports::TermIds;

/// An attribute as in the file, before its values have slugs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AttributeDraft {
    pub(super) name: String,
    pub(super) global: bool,
    pub(super) visible: bool,
    pub(super) values: Vec<String>,
    pub(super) default: Option<String>,
    /// Used for variations: a variation names it, or it has a default value.
    pub(super) variation: bool,
    /// Values of variations that the product does not offer; they need terms all the same.
    pub(super) further_values: Vec<String>,
}

/// What a variation specifies for one attribute. An empty value means any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) attribute: String,
    pub(super) value: String,
    /// Column of the value, for reports.
    pub(super) column: String,
}

impl AttributeDraft {
    /// Converts a stored attribute.
    fn of(attribute: &ProductAttribute) -> Self {
        let wanted = attribute.default.as_deref();
        let default = attribute.values.iter().find(|value| Some(attribute.wire_value(value)) == wanted);
        Self {
            name: attribute.name.clone(),
            global: attribute.taxonomy.is_some(),
            visible: attribute.visible,
            values: attribute.values.iter().map(|value| value.name.clone()).collect(),
            default: default.map(|value| value.name.clone()),
            variation: attribute.variation,
            further_values: Vec::new(),
        }
    }

    /// Returns the product's spelling of a value: an exact match, or else one that ignores case and accents.
    pub(super) fn spelling(&self, value: &str) -> Option<&str> {
        let folded = fold(value);
        let known = || self.values.iter().chain(&self.further_values);
        known()
            .find(|known| *known == value)
            .or_else(|| known().find(|known| fold(known) == folded))
            .map(String::as_str)
    }

    /// Builds the stored attribute with the shop's taxonomy and slugs; `None` if they are missing.
    pub(super) fn finish(&self, terms: &TermIds) -> Option<ProductAttribute> {
        let mut attribute = ProductAttribute {
            name: self.name.clone(),
            visible: self.visible,
            variation: self.variation,
            ..ProductAttribute::default()
        };
        if self.global {
            attribute.taxonomy = Some(terms.taxonomies.get(&self.name)?.clone());
        }
        for name in &self.values {
            attribute.values.push(AttributeValue { slug: self.slug(name, terms)?, name: name.clone() });
        }
        if let Some(default) = &self.default {
            attribute.default = Some(self.wire_value(default, terms)?);
        }
        Some(attribute)
    }

    fn slug(&self, value: &str, terms: &TermIds) -> Option<String> {
        if !self.global {
            return Some(slugify(value));
        }
        terms.term_slugs.get(&(self.name.clone(), value.to_owned())).cloned()
    }

    /// Wire form of a value.
    pub(super) fn wire_value(&self, value: &str, terms: &TermIds) -> Option<String> {
        if self.global { self.slug(value, terms) } else { Some(value.to_owned()) }
    }
}

/// The attributes of a product before its row is parsed.
pub(super) fn drafts_of(product: &Product) -> Vec<AttributeDraft> {
    product.attributes.iter().map(AttributeDraft::of).collect()
}

/// Finds an attribute by name, with the tolerance of slugs: "Primo tè" equals "primo te".
pub(super) fn find<'a>(attributes: &'a mut [AttributeDraft], name: &str) -> Option<&'a mut AttributeDraft> {
    let slug = slugify(name);
    attributes.iter_mut().find(|attribute| slugify(&attribute.name) == slug)
}

/// Removes default values that the product does not offer; returns a warning for each.
pub(super) fn check_defaults(attributes: &mut [AttributeDraft], line: u64) -> Vec<Problem> {
    let mut warnings = Vec::new();
    for attribute in attributes {
        let Some(default) = attribute.default.take() else { continue };
        match attribute.spelling(&default) {
            Some(known) => attribute.default = Some(known.to_owned()),
            None => warnings.push(Problem::new(line, attribute.name.clone(), ProblemCode::DefaultUnknown, &default)),
        }
    }
    warnings
}

/// Validates a variation's choices against its parent's attributes and converts them to the parent's spelling. An attribute that
/// the parent lacks is an error, a value that it does not offer a warning: WooCommerce exports such variations after a value was
/// removed from the parent.
pub(super) fn check_choices(
    attributes: &mut [AttributeDraft],
    choices: &mut [Choice],
    line: u64,
) -> (Vec<Problem>, Vec<Problem>) {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    for choice in choices {
        let problem = |code, value: &str| Problem::new(line, &choice.column, code, value);
        match find(attributes, &choice.attribute) {
            None => errors.push(problem(ProblemCode::UnknownAttribute, &choice.attribute)),
            Some(_) if choice.value.is_empty() => {}
            Some(attribute) => {
                if let Some(known) = attribute.spelling(&choice.value) {
                    choice.value = known.to_owned();
                } else {
                    warnings.push(problem(ProblemCode::ValueNotOffered, &choice.value));
                }
            }
        }
    }
    (errors, warnings)
}

/// Marks the parent's attributes that a variation uses.
pub(super) fn take_choices(attributes: &mut [AttributeDraft], choices: &[Choice]) {
    for choice in choices {
        if let Some(attribute) = find(attributes, &choice.attribute) {
            attribute.variation = true;
            if !choice.value.is_empty() && attribute.spelling(&choice.value).is_none() {
                attribute.further_values.push(choice.value.clone());
            }
        }
    }
}
