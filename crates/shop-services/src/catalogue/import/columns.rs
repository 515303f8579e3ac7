//! The header of a catalogue file: maps columns to their content.
//!
//! Names are those of WooCommerce exports (`tests/golden/sample-products.csv`) in ten languages, see `column_names.txt`.

use std::collections::{BTreeMap, HashMap};

pub(super) use super::column::{Column, PRODUCT_TEXTS};
use super::column_names::{AttributeField, ColumnName, DownloadField, find_title, find_unit};
use super::currency::{is_currency, strip_currency};
use super::header_error::HeaderError;
use super::numbers::{MarkHint, decimal_mark};
use super::problem::{Problem, ProblemCode};
use super::record::Record;
use super::units::{Conversion, Unit};
use super::values::strip_unit;

/// Columns of one numbered attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AttributeColumns {
    pub(super) name: Option<usize>,
    pub(super) values: Option<usize>,
    pub(super) visible: Option<usize>,
    pub(super) global: Option<usize>,
    pub(super) default: Option<usize>,
}

/// Columns of one numbered download.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DownloadColumns {
    pub(super) name: Option<usize>,
    pub(super) url: Option<usize>,
}

/// Positions of all columns, and how their cells are parsed.
#[derive(Debug, Default)]
pub(super) struct Columns {
    fixed: BTreeMap<Column, usize>,
    pub(super) attributes: BTreeMap<usize, AttributeColumns>,
    pub(super) downloads: BTreeMap<usize, DownloadColumns>,
    /// Key and position.
    pub(super) meta: Vec<(String, usize)>,
    /// Positions of the meta fields, by key.
    meta_positions: HashMap<String, usize>,
    titles: Vec<String>,
    conversions: BTreeMap<Column, Conversion>,
    mark_hints: BTreeMap<Column, MarkHint>,
}

impl Columns {
    /// Parses the header. Unknown columns are reported as warnings and ignored.
    pub(super) fn from_header(
        header: &csv::StringRecord,
        line: u64,
        weight_unit: &str,
        dimension_unit: &str,
    ) -> Result<(Self, Vec<Problem>), HeaderError> {
        let mut columns = Self::default();
        let (mut unknown, mut aliases) = (Vec::new(), Vec::new());
        let titles: Vec<String> =
            header.iter().map(|raw| raw.trim_start_matches('\u{feff}').trim().to_owned()).collect();
        columns.titles.clone_from(&titles);
        for (at, title) in titles.iter().enumerate() {
            match find_title(title) {
                None => unknown.push(at),
                Some(found) => {
                    let alias = found.is_alias;
                    if let (true, ColumnName::Fixed(column)) = (alias, &found.name) {
                        aliases.push((at, *column, found.unit));
                    } else if !columns.place(found.name, found.unit, at, [weight_unit, dimension_unit])? {
                        unknown.push(at);
                    }
                }
            }
        }
        for (at, column, unit) in aliases {
            let is_free = !columns.has(column);
            if !is_free || !columns.place(ColumnName::Fixed(column), unit, at, [weight_unit, dimension_unit])? {
                unknown.push(at);
            }
        }
        unknown.sort_unstable();
        let unknown: Vec<String> = unknown.into_iter().map(|at| columns.title(at).to_owned()).collect();
        columns.check(&unknown)?;
        let ignored = unknown.into_iter().filter(|title| !title.is_empty());
        let ignored = ignored.map(|title| Problem::new(line, title, ProblemCode::ColumnIgnored, "")).collect();
        Ok((columns, ignored))
    }

    /// Rejects a header that allows no import.
    fn check(&self, unknown: &[String]) -> Result<(), HeaderError> {
        if self.titles.iter().all(String::is_empty) {
            return Err(HeaderError::Empty);
        }
        if !self.has(Column::Sku) && !self.has(Column::Name) {
            return Err(HeaderError::NoProducts(self.titles.clone()));
        }
        let has_unknown = unknown.iter().any(|title| !title.is_empty());
        if has_unknown && !self.has(Column::Name) && self.only_names_products() {
            return Err(HeaderError::NothingToImport(unknown.to_vec()));
        }
        Ok(())
    }

    /// Whether all columns only identify products.
    pub(super) fn only_names_products(&self) -> bool {
        self.fixed.keys().all(|column| column.names_the_product())
            && self.attributes.is_empty()
            && self.downloads.is_empty()
            && self.meta.is_empty()
    }

    /// Determines from the numbers in the file how ambiguous ones are parsed.
    pub(super) fn find_decimal_marks(&mut self, records: &[Record]) {
        let counted = Column::ALL.iter().filter(|column| column.number_kind().is_some());
        let columns: Vec<(Column, usize)> = counted.filter_map(|c| Some((*c, self.position(*c)?))).collect();
        let mut of_file = MarkHint::None;
        for (column, at) in &columns {
            let mut hint = MarkHint::None;
            for mark in records.iter().filter_map(|record| decimal_mark(number_in(record.cells.get(*at)?))) {
                hint = add_mark(hint, MarkHint::Column(mark));
                of_file = add_mark(of_file, MarkHint::File(mark));
            }
            self.mark_hints.insert(*column, hint);
        }
        for hint in self.mark_hints.values_mut().filter(|hint| **hint == MarkHint::None) {
            *hint = of_file;
        }
    }

    /// The decimal mark of a column as far as other numbers reveal it.
    pub(super) fn mark_hint(&self, column: Column) -> MarkHint {
        self.mark_hints.get(&column).copied().unwrap_or_default()
    }

    /// Units of a measure column.
    pub(super) fn conversion(&self, column: Column) -> Option<Conversion> {
        self.conversions.get(&column).copied()
    }

    /// Position of a meta field.
    pub(super) fn meta_position(&self, key: &str) -> Option<usize> {
        self.meta_positions.get(key).copied()
    }

    /// Position of a column; `None` if the file lacks it.
    pub(super) fn position(&self, column: Column) -> Option<usize> {
        self.fixed.get(&column).copied()
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.fixed.contains_key(&column)
    }

    /// The column's name as spelled in the file.
    pub(super) fn title(&self, at: usize) -> &str {
        self.titles.get(at).map_or("", String::as_str)
    }

    /// Records the position of a column; `false` if the suffix of its name is unknown.
    fn place(
        &mut self,
        name: ColumnName,
        unit: Option<&str>,
        at: usize,
        [weight_unit, dimension_unit]: [&str; 2],
    ) -> Result<bool, HeaderError> {
        let before = match name {
            ColumnName::Fixed(column) => {
                match (column.unit(weight_unit, dimension_unit), unit) {
                    (Some(expected), found) => self.convert(column, expected, found, at)?,
                    (None, None) => {}
                    (None, Some(found)) if is_price(column) && is_currency(found) => {}
                    (None, Some(_)) => return Ok(false),
                }
                self.fixed.insert(column, at)
            }
            _ if unit.is_some() => return Ok(false),
            ColumnName::Meta(key) => {
                self.meta.push((key.clone(), at));
                self.meta_positions.insert(key, at)
            }
            ColumnName::Attribute(number, field) => {
                let group = self.attributes.entry(number).or_default();
                let place = match field {
                    AttributeField::Name => &mut group.name,
                    AttributeField::Values => &mut group.values,
                    AttributeField::Visible => &mut group.visible,
                    AttributeField::Global => &mut group.global,
                    AttributeField::Default => &mut group.default,
                };
                place.replace(at)
            }
            ColumnName::Download(_, DownloadField::Id) => None,
            ColumnName::Download(number, DownloadField::Name) => {
                self.downloads.entry(number).or_default().name.replace(at)
            }
            ColumnName::Download(number, DownloadField::Url) => {
                self.downloads.entry(number).or_default().url.replace(at)
            }
        };
        let Some(first) = before else { return Ok(true) };
        Err(HeaderError::Twice { second: self.title(at).to_owned(), first: self.title(first).to_owned() })
    }

    /// Records the unit that a column is converted from. Without a unit in the header it is the shop's.
    fn convert(&mut self, column: Column, expected: &str, found: Option<&str>, at: usize) -> Result<(), HeaderError> {
        let Some(to) = Unit::find(expected) else { return Ok(()) };
        let known = found.map_or(Some(to), |found| find_unit(found).filter(|unit| unit.is_like(to)));
        let Some(from) = known else {
            let found = found.unwrap_or_default().to_owned();
            return Err(HeaderError::Unit { column: self.title(at).to_owned(), found });
        };
        self.conversions.insert(column, Conversion { from, to });
        Ok(())
    }
}

fn is_price(column: Column) -> bool {
    matches!(column, Column::RegularPrice | Column::SalePrice)
}

/// The number in a cell, without currency or unit.
fn number_in(cell: &str) -> &str {
    strip_unit(strip_currency(cell)).0
}

/// Combines the marks seen so far with another one.
fn add_mark(seen: MarkHint, next: MarkHint) -> MarkHint {
    if seen == MarkHint::None || seen == next { next } else { MarkHint::Mixed }
}

#[cfg(test)]
#[path = "tests/columns.rs"]
mod tests;
