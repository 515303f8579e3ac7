//! Variations of a product and the index that finds them by the shopper's choices.
//!
//! A variation has a value for each attribute; an empty value means "any". The index stores, for each option of each attribute,
//! the set of variations that allow it as bits, so that a query takes a few machine words whatever the number of variations.

use std::collections::BTreeMap;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::ProductId;

/// Chosen options by attribute name. An attribute without a choice is absent or has an empty value.
pub type Selection = BTreeMap<String, String>;

/// The parts of a variation that the rules need, under the names of the shop's variation data. Further fields of that data
/// (price, picture, weight) are ignored: the page looks them up by [`variation_id`](Self::variation_id).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct VariationOption {
    pub variation_id: ProductId,
    /// Value by attribute name; empty or absent: any.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub attributes: BTreeMap<String, String>,
    /// Whether it is published and has a price.
    pub variation_is_visible: bool,
    /// Whether it is enabled. Options that only inactive variations allow are shown but cannot be chosen.
    pub variation_is_active: bool,
    /// Whether it can be bought.
    pub is_purchasable: bool,
    pub is_in_stock: bool,
    /// Whether an order can contain only one piece; "yes" or "no" on the wire.
    #[serde(serialize_with = "yes_no", deserialize_with = "from_yes_no")]
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub is_sold_individually: bool,
    pub min_qty: i64,
    /// Maximum quantity; `None`, or an empty string on the wire: no limit.
    #[serde(deserialize_with = "number_or_empty")]
    #[cfg_attr(feature = "ts", tsify(type = "number | \"\" | null"))]
    pub max_qty: Option<i64>,
    /// Multiple in which it is sold.
    pub step: i64,
    /// SKU; empty: the product's own is shown.
    pub sku: String,
}

impl Default for VariationOption {
    /// Returns the defaults of omitted fields.
    fn default() -> Self {
        Self {
            variation_id: ProductId(0),
            attributes: BTreeMap::new(),
            variation_is_visible: true,
            variation_is_active: true,
            is_purchasable: true,
            is_in_stock: true,
            is_sold_individually: false,
            min_qty: 1,
            max_qty: None,
            step: 1,
            sku: String::new(),
        }
    }
}

/// An attribute of the form: a select.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct FormAttribute {
    /// Name in the form and on the wire: `attribute_pa_formato`.
    pub name: String,
    /// Values in page order.
    pub options: Vec<String>,
    /// Option preselected on the page; empty: none.
    pub selected: String,
}

/// Initial data of a product page's variation form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct VariationForm {
    /// The product's own SKU, shown while no variation is chosen.
    pub sku: String,
    /// Attributes in page order.
    pub attributes: Vec<FormAttribute>,
    /// Variations in order: among several matches, the first wins.
    pub variations: Vec<VariationOption>,
    /// Whether the page does not contain all variations: those above are the ones fetched so far. Every option is then available,
    /// and a complete choice without a match is no error.
    pub on_demand: bool,
}

/// Status of one option of a select, given the current selection of the other attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum OptionStatus {
    /// It can be chosen.
    Kept,
    /// It is shown but cannot be chosen: only inactive variations allow it.
    Disabled,
    /// It is removed: no variation allows it.
    Removed,
}

/// A set of variations, one bit each, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bits(Vec<u64>);

impl Bits {
    fn collect(members: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (i, member) in members.enumerate() {
            if i % 64 == 0 {
                words.push(0);
            }
            if let Some(last) = words.last_mut() {
                *last |= u64::from(member) << (i % 64);
            }
        }
        Self(words)
    }

    fn intersect(&mut self, other: &Self) {
        for (word, mask) in self.0.iter_mut().zip(&other.0) {
            *word &= mask;
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn first(&self) -> Option<usize> {
        let (at, word) = self.0.iter().enumerate().find(|(_, word)| **word != 0)?;
        Some(at * 64 + usize::try_from(word.trailing_zeros()).ok()?)
    }
}

/// Index of a product's variations, built once for each product.
#[derive(Clone, Debug)]
pub struct VariationIndex {
    pub(super) form: VariationForm,
    /// The variations that allow each option of each attribute.
    allowing: Vec<Vec<Bits>>,
    active: Bits,
    all: Bits,
}

impl VariationIndex {
    /// Builds the index.
    pub fn new(form: VariationForm) -> Self {
        let allows = |variation: &VariationOption, attribute: &str, option: &str| {
            variation.attributes.get(attribute).is_none_or(|value| value.is_empty() || value == option)
        };
        let allowing = form
            .attributes
            .iter()
            .map(|attribute| {
                let mask = |option| Bits::collect(form.variations.iter().map(|v| allows(v, &attribute.name, option)));
                attribute.options.iter().map(|option| mask(option)).collect()
            })
            .collect();
        let active = Bits::collect(form.variations.iter().map(|v| v.variation_is_active));
        let all = Bits::collect(form.variations.iter().map(|_| true));
        Self { form, allowing, active, all }
    }

    /// Returns the form that the index was built from.
    pub fn form(&self) -> &VariationForm {
        &self.form
    }

    /// Returns the status of every option of every attribute, in page order, given the choices of the other attributes.
    pub fn options(&self, selection: &Selection) -> Vec<Vec<OptionStatus>> {
        self.statuses(&self.chosen(selection))
    }

    /// Returns the first variation that matches the choices. Attributes without a choice match everything.
    pub(super) fn match_chosen(&self, chosen: &[Option<usize>]) -> Option<&VariationOption> {
        self.fitting(chosen, None).first().and_then(|at| self.form.variations.get(at))
    }

    /// Converts the choices to option indexes, one for each attribute. Unknown names and values are ignored, as a select cannot
    /// contain them.
    pub(super) fn chosen(&self, selection: &Selection) -> Vec<Option<usize>> {
        let option = |attribute: &FormAttribute| {
            let value = selection.get(&attribute.name).filter(|value| !value.is_empty())?;
            attribute.options.iter().position(|option| option == value)
        };
        self.form.attributes.iter().map(option).collect()
    }

    /// Converts option indexes to choices by name; the reverse of [`chosen`](Self::chosen).
    pub(super) fn selection(&self, chosen: &[Option<usize>]) -> Selection {
        let mut selection = Selection::new();
        for (attribute, chosen) in self.form.attributes.iter().zip(chosen) {
            if let Some(option) = chosen.and_then(|at| attribute.options.get(at)) {
                selection.insert(attribute.name.clone(), option.clone());
            }
        }
        selection
    }

    pub(super) fn statuses(&self, chosen: &[Option<usize>]) -> Vec<Vec<OptionStatus>> {
        if self.form.on_demand {
            return self.allowing.iter().map(|options| vec![OptionStatus::Kept; options.len()]).collect();
        }
        let of_attribute = |(at, options): (usize, &Vec<Bits>)| {
            let others = self.fitting(chosen, Some(at));
            let mut others_active = others.clone();
            others_active.intersect(&self.active);
            let status = |mask: &Bits| match mask {
                mask if mask.meets(&others_active) => OptionStatus::Kept,
                mask if mask.meets(&others) => OptionStatus::Disabled,
                _ => OptionStatus::Removed,
            };
            options.iter().map(status).collect()
        };
        self.allowing.iter().enumerate().map(of_attribute).collect()
    }

    /// Returns the variations that match the choices, optionally ignoring the choice of one attribute.
    fn fitting(&self, chosen: &[Option<usize>], leaving_out: Option<usize>) -> Bits {
        let mut fit = self.all.clone();
        for (at, (options, choice)) in self.allowing.iter().zip(chosen).enumerate() {
            if let Some(mask) = choice.filter(|_| leaving_out != Some(at)).and_then(|option| options.get(option)) {
                fit.intersect(mask);
            }
        }
        fit
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn yes_no<S: Serializer>(value: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(if *value { "yes" } else { "no" })
}

fn from_yes_no<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "yes" => Ok(true),
        "no" | "" => Ok(false),
        other => Err(D::Error::custom(format!("`{other}` is neither yes nor no"))),
    }
}

/// Deserialises a number or an empty string. Written by hand: an untagged enum would buffer every value first, which costs 4 KB
/// in the WebAssembly package.
fn number_or_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    struct NumberOrEmpty;
    impl Visitor<'_> for NumberOrEmpty {
        type Value = Option<i64>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a whole number, an empty text or null")
        }

        fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
            Ok(Some(value))
        }

        fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
            i64::try_from(value).map(Some).map_err(E::custom)
        }

        // JavaScript has one number type; a whole number may arrive as a float.
        fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
            #[expect(clippy::cast_possible_truncation, reason = "checked by converting back")]
            let whole = value as i64;
            #[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "the check")]
            let same = whole as f64 == value;
            if same { Ok(Some(whole)) } else { Err(E::invalid_value(Unexpected::Float(value), &self)) }
        }

        fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
            if value.is_empty() { Ok(None) } else { value.parse().map(Some).map_err(E::custom) }
        }

        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
    }
    deserializer.deserialize_any(NumberOrEmpty)
}

#[cfg(test)]
#[path = "variation_tests.rs"]
mod tests;
