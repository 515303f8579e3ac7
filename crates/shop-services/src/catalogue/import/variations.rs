//! Variation rows: their parents and values.

use std::collections::HashMap;

use shop_core::catalogue::product::{Product, ProductKind, Variation};

use super::attributes::{Choice, check_choices, drafts_of, take_choices};
use super::columns::Column;
use super::plan::{Planner, Target, Unit, VariationRow};
use super::problem::ProblemCode;
use super::record::{Links, Record};
use super::row::RowReader;
use super::stored::PARENT_CLASS;

impl Planner<'_> {
    /// Parses a variation row into its parent's unit.
    pub(super) fn read_variation(
        &mut self,
        row: usize,
        record: &Record,
        unit_of_row: &HashMap<usize, usize>,
        unit_of_stored: &mut HashMap<usize, usize>,
    ) {
        let Some(at) = self.parent_unit(row, unit_of_row, unit_of_stored) else { return };
        let (Some(key), Some(unit)) = (self.plan.keys.get(row), self.plan.units.get(at)) else { return };
        let mut problems = Vec::new();
        let place = self.find_variation(key, unit).unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        let mut variation = place.and_then(|at| unit.product.variations.get(at)).cloned().unwrap_or_else(new_variation);
        let mut reader = RowReader::new(self.columns, record);
        let mut choices = reader.read_variation(&mut variation.item, &mut variation.stock_of_parent);
        problems.append(&mut reader.problems);
        let Some(unit) = self.plan.units.get_mut(at) else { return };
        let (mut errors, mut warnings) =
            check_choices(&mut unit.attributes, choices.as_deref_mut().unwrap_or_default(), record.line);
        problems.append(&mut errors);
        if !problems.is_empty() || self.plan.broken.contains(&row) {
            self.plan.break_row(row, problems);
            return;
        }
        self.plan.warnings.append(&mut warnings);
        take_choices(&mut unit.attributes, choices.as_deref().unwrap_or_default());
        if variation.item.name.is_empty() {
            variation.item.name = variation_name(&unit.product, choices.as_deref().unwrap_or_default());
        }
        if place.is_some() {
            self.claimed.insert(variation.item.id);
        }
        let at = place.unwrap_or(unit.product.variations.len());
        match unit.product.variations.get_mut(at) {
            Some(known) => *known = variation,
            None => unit.product.variations.push(variation),
        }
        unit.variations.push(VariationRow { row, at, choices });
    }

    /// Returns the unit of a variation's parent: a row's, or a new one for a stored product without a row.
    fn parent_unit(
        &mut self,
        row: usize,
        unit_of_row: &HashMap<usize, usize>,
        unit_of_stored: &mut HashMap<usize, usize>,
    ) -> Option<usize> {
        let key = self.plan.keys.get(row)?;
        let own = || self.stored.by_sku(&key.sku).map(|(at, _)| at);
        let stored_parent = match &key.parent {
            None if own().is_none() => Err(self.problem(key, Column::Parent, ProblemCode::ParentMissing, "")),
            None => Ok(own()),
            Some(parent) => {
                let name = parent.to_string();
                match self.plan.target(parent, self.stored) {
                    None => Err(self.problem(key, Column::Parent, ProblemCode::ParentUnknown, &name)),
                    Some(Target::Row(parent_row)) => match unit_of_row.get(&parent_row) {
                        Some(unit) if self.is_variable(*unit) => return Some(*unit),
                        None if self.plan.broken.contains(&parent_row) => {
                            let line = self.plan.keys.get(parent_row).map_or(0, |key| key.line);
                            let problem = self.problem(key, Column::Parent, ProblemCode::ParentBroken, &name);
                            Err(problem.with("other", line))
                        }
                        _ => Err(self.problem(key, Column::Parent, ProblemCode::ParentNotVariable, &name)),
                    },
                    Some(Target::Stored(id)) => match self.stored.by_id(id.0) {
                        Some((at, None)) if self.is_stored_variable(at) => Ok(Some(at)),
                        _ => Err(self.problem(key, Column::Parent, ProblemCode::ParentNotVariable, &name)),
                    },
                }
            }
        };
        let stored_parent = stored_parent.unwrap_or_else(|problem| {
            self.plan.break_row(row, vec![problem]);
            None
        })?;
        // The stored parent may have a row all the same, matched by something else than this reference.
        if let Some(unit) = unit_of_stored.get(&stored_parent) {
            return Some(*unit);
        }
        let product = self.stored.products.get(stored_parent)?.clone();
        let unit = self.plan.units.len();
        let attributes = drafts_of(&product);
        let (links, variations) = (Links::default(), Vec::new());
        self.plan.units.push(Unit { stored: Some(stored_parent), row: None, product, links, attributes, variations });
        unit_of_stored.insert(stored_parent, unit);
        Some(unit)
    }

    fn is_variable(&self, unit: usize) -> bool {
        self.plan.units.get(unit).is_some_and(|unit| unit.product.kind == ProductKind::Variable)
    }

    fn is_stored_variable(&self, at: usize) -> bool {
        self.stored.products.get(at).is_some_and(|product| product.kind == ProductKind::Variable)
    }
}

fn new_variation() -> Variation {
    let mut variation = Variation::default();
    PARENT_CLASS.clone_into(&mut variation.item.tax_class);
    variation
}

/// Variation name as in WooCommerce: the product's name and the selected values.
fn variation_name(product: &Product, choices: &[Choice]) -> String {
    let values: Vec<&str> =
        choices.iter().map(|choice| choice.value.as_str()).filter(|value| !value.is_empty()).collect();
    if values.is_empty() { product.item.name.clone() } else { format!("{} - {}", product.item.name, values.join(", ")) }
}
