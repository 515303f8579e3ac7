//! Completes planned products for storage: terms get their ids, references their targets, and changes against the shop are
//! detected.

use std::collections::BTreeSet;

use shop_core::base::ProductId;
use shop_core::catalogue::food::{is_food, missing_fields};
use shop_core::catalogue::product::{Item, Product, PublishStatus, Variation};

use super::plan::{Plan, Target, Unit};
use super::problem::{Problem, ProblemCode};
use super::record::Reference;
use super::stored::{Stored, inherit_tax_classes};
use crate::ports::{StoreError, TermIds, TermsWanted};

/// Terms needed by the planned products, without duplicates, in file order.
pub(super) fn terms_wanted(units: &[Unit]) -> TermsWanted {
    let mut wanted = TermsWanted::default();
    let (mut paths, mut tags, mut values) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for unit in units {
        for path in unit.links.categories.iter().flatten() {
            if paths.insert(path) {
                wanted.category_paths.push(path.clone());
            }
        }
        for tag in unit.links.tags.iter().flatten() {
            if tags.insert(tag) {
                wanted.tags.push(tag.clone());
            }
        }
        for attribute in unit.attributes.iter().filter(|attribute| attribute.global) {
            let known = wanted.attributes.entry(attribute.name.clone()).or_default();
            for value in attribute.values.iter().chain(&attribute.further_values) {
                if values.insert((&attribute.name, value)) {
                    known.push(value.clone());
                }
            }
        }
    }
    wanted
}

/// Puts the terms' ids and slugs into a product. An error means that the store did not return a requested term.
pub(super) fn put_terms(unit: &mut Unit, terms: &TermIds) -> Result<(), StoreError> {
    let missing = |table: &str, row: &str| {
        let reason = "not given when asked for".to_owned();
        StoreError::Inconsistent { table: table.to_owned(), row: row.to_owned(), reason }
    };
    if let Some(paths) = &unit.links.categories {
        let id = |path: &Vec<String>| {
            terms.categories.get(path).copied().ok_or_else(|| missing("category", &path.join(" > ")))
        };
        unit.product.category_ids = paths.iter().map(id).collect::<Result<_, _>>()?;
    }
    if let Some(tags) = &unit.links.tags {
        let id = |tag: &String| terms.tags.get(tag).copied().ok_or_else(|| missing("tag", tag));
        unit.product.tag_ids = tags.iter().map(id).collect::<Result<_, _>>()?;
    }
    // A class equal to the product's follows the product; see that function for why the two cannot be distinguished.
    inherit_tax_classes(&mut unit.product);
    let mut attributes = Vec::new();
    for draft in &unit.attributes {
        attributes.push(draft.finish(terms).ok_or_else(|| missing("attribute", &draft.name))?);
    }
    unit.product.attributes = attributes;
    put_choices(unit, terms).ok_or_else(|| missing("attribute value", &unit.product.item.name))
}

/// Gives every variation a value, or "any", for every attribute used for variations, and for no other.
fn put_choices(unit: &mut Unit, terms: &TermIds) -> Option<()> {
    for (at, variation) in unit.product.variations.iter_mut().enumerate() {
        let row = unit.variations.iter().find(|row| row.at == at);
        let known = std::mem::take(&mut variation.attributes);
        for (draft, attribute) in unit.attributes.iter().zip(&unit.product.attributes) {
            if !draft.variation {
                continue;
            }
            let key = attribute.key();
            let value = match row.and_then(|row| row.choices.as_ref()) {
                // Not in the file: unchanged.
                None => known.get(&key).cloned().unwrap_or_default(),
                Some(choices) => {
                    let slug = shop_core::base::text::slugify(&draft.name);
                    let chosen =
                        choices.iter().find(|choice| shop_core::base::text::slugify(&choice.attribute) == slug);
                    match chosen.map(|choice| choice.value.as_str()) {
                        None | Some("") => String::new(),
                        Some(value) => draft.wire_value(draft.spelling(value)?, terms)?,
                    }
                }
            };
            variation.attributes.insert(key, value);
        }
    }
    Some(())
}

/// One of the three lists of linked products.
type LinkList = (fn(&Unit) -> Option<&Vec<Reference>>, fn(&mut Product) -> &mut Vec<ProductId>, &'static str);

const LINK_LISTS: [LinkList; 3] = [
    (|unit| unit.links.grouped.as_ref(), |product| &mut product.grouped_ids, "Grouped products"),
    (|unit| unit.links.upsells.as_ref(), |product| &mut product.upsell_ids, "Upsells"),
    (|unit| unit.links.cross_sells.as_ref(), |product| &mut product.cross_sell_ids, "Cross-sells"),
];

/// Links to unknown products or broken rows, with a warning each: they are left out.
pub(super) fn unknown_references(plan: &Plan, stored: &Stored) -> Vec<Problem> {
    let mut warnings = Vec::new();
    for unit in &plan.units {
        let line = unit.row.and_then(|row| plan.keys.get(row)).map_or(0, |key| key.line);
        for (references, _, title) in LINK_LISTS {
            for reference in references(unit).into_iter().flatten() {
                let found = match plan.target(reference, stored) {
                    Some(Target::Row(row)) => !plan.broken.contains(&row),
                    Some(Target::Stored(_)) => true,
                    None => false,
                };
                if !found {
                    let value = reference.to_string();
                    warnings.push(Problem::new(line, title, ProblemCode::ReferenceUnknown, &value));
                }
            }
        }
    }
    warnings
}

/// Foods on sale whose label lacks a required field, with a warning for each field.
pub(super) fn incomplete_labels(plan: &Plan) -> Vec<Problem> {
    let mut warnings = Vec::new();
    let is_on_sale = |unit: &&Unit| unit.product.item.status == PublishStatus::Publish && is_food(&unit.product);
    for unit in plan.units.iter().filter(is_on_sale) {
        let line = unit.row.and_then(|row| plan.keys.get(row)).map_or(0, |key| key.line);
        let mut fields: Vec<&str> = missing_fields(&unit.product).into_iter().map(|(_, field)| field).collect();
        fields.dedup();
        for field in fields {
            let column = format!("Meta: {field}");
            warnings.push(Problem::new(line, column, ProblemCode::LabelMissing, &unit.product.item.name));
        }
    }
    warnings
}

/// Puts the ids of linked products into a product. `ids` are the ids of rows saved so far. `false` if a linked row has no id yet:
/// its list is left unchanged, and the product must be saved again.
pub(super) fn put_references(
    plan: &Plan,
    unit: usize,
    stored: &Stored,
    ids: &[Option<ProductId>],
    product: &mut Product,
) -> bool {
    let Some(unit) = plan.units.get(unit) else { return true };
    let mut complete = true;
    for (references, place, _) in LINK_LISTS {
        let Some(references) = references(unit) else { continue };
        let mut found = Vec::new();
        let mut waiting = false;
        for reference in references {
            let id = match plan.target(reference, stored) {
                Some(Target::Row(row)) if plan.broken.contains(&row) => None,
                Some(Target::Row(row)) => {
                    let id = ids.get(row).copied().flatten();
                    waiting |= id.is_none();
                    id
                }
                Some(Target::Stored(id)) => Some(id),
                None => None,
            };
            found.extend(id.filter(|id| !found.contains(id)));
        }
        complete &= !waiting;
        if !waiting {
            *place(product) = found;
        }
    }
    complete
}

/// Reduces a product to what a file can change, in a form that does not depend on how the store sorts and spells terms.
fn comparable(product: &Product) -> Product {
    let mut out = product.clone();
    out.variations.clear();
    out.updated_at = 0;
    out.category_ids.sort_unstable();
    out.tag_ids.sort_unstable();
    for attribute in &mut out.attributes {
        let global = attribute.taxonomy.is_some();
        if global {
            attribute.name.clear();
        }
        for value in &mut attribute.values {
            // A global value is identified by its slug, a product's own value by its text.
            if global { value.name.clear() } else { value.slug.clear() }
        }
    }
    comparable_item(&mut out.item);
    out
}

fn comparable_item(item: &mut Item) {
    if !item.stock.managed {
        item.stock.quantity = 0;
    }
}

fn comparable_variation(variation: &Variation) -> Variation {
    let mut out = variation.clone();
    out.attributes.retain(|_, value| !value.is_empty());
    comparable_item(&mut out.item);
    out
}

/// Whether a product differs from the stored one, ignoring variations.
pub(super) fn product_differs(before: &Product, after: &Product) -> bool {
    comparable(before) != comparable(after)
}

/// Whether a variation differs from the stored one.
pub(super) fn variation_differs(before: &Variation, after: &Variation) -> bool {
    comparable_variation(before) != comparable_variation(after)
}
