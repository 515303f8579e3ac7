//! Plans an import: matches rows to stored products and variations to parents, and chooses slugs for new products. Nothing is
//! written here.

use std::collections::{BTreeSet, HashMap, HashSet};

use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::{Product, ProductKind};

use super::attributes::{AttributeDraft, Choice, check_defaults, drafts_of, find};
use super::columns::{Column, Columns};
use super::problem::{Problem, ProblemCode};
use super::record::{Links, Record, Reference, RowKey, RowKind};
use super::row::RowReader;
use super::stored::Stored;

/// A product to save, with its rows.
#[derive(Debug)]
pub(super) struct Unit {
    /// Index in the stored catalogue; `None` for a new product.
    pub(super) stored: Option<usize>,
    /// Its row; `None` if the file only has some of its variations.
    pub(super) row: Option<usize>,
    pub(super) product: Product,
    pub(super) links: Links,
    pub(super) attributes: Vec<AttributeDraft>,
    pub(super) variations: Vec<VariationRow>,
}

/// A variation with a row in the file.
#[derive(Debug)]
pub(super) struct VariationRow {
    pub(super) row: usize,
    /// Index in the product's variations.
    pub(super) at: usize,
    /// Values by attribute; `None` if the file has no attribute columns.
    pub(super) choices: Option<Vec<Choice>>,
}

/// Target of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Row(usize),
    /// An item in the shop.
    Stored(ProductId),
}

/// The planned units, in file order of the products' rows.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) units: Vec<Unit>,
    pub(super) keys: Vec<RowKey>,
    pub(super) errors: Vec<Problem>,
    pub(super) warnings: Vec<Problem>,
    /// Rows that are not imported.
    pub(super) broken: BTreeSet<usize>,
    pub(super) by_sku: HashMap<String, usize>,
    by_id: HashMap<i64, usize>,
}

impl Plan {
    /// Plans all rows against the stored catalogue.
    pub(super) fn new(columns: &Columns, records: &[Record], stored: &Stored, now: UnixSeconds) -> Self {
        let plan = Self {
            units: Vec::new(),
            keys: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            broken: BTreeSet::new(),
            by_sku: HashMap::new(),
            by_id: HashMap::new(),
        };
        let mut planner = Planner { plan, columns, stored, now, claimed: HashSet::new(), slugs: HashSet::new() };
        planner.read_keys(records);
        let rows: Vec<(usize, &Record)> = records.iter().enumerate().collect();
        let (variations, products): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|(row, _)| planner.is_variation(*row));
        let mut unit_of_row = HashMap::new();
        for (row, record) in products {
            if let Some(unit) = planner.read_product(row, record) {
                unit_of_row.insert(row, planner.plan.units.len());
                planner.plan.units.push(unit);
            }
        }
        let stored_unit = |(at, unit): (usize, &Unit)| Some((unit.stored?, at));
        let mut unit_of_stored: HashMap<usize, usize> =
            planner.plan.units.iter().enumerate().filter_map(stored_unit).collect();
        for (row, record) in variations {
            planner.read_variation(row, record, &unit_of_row, &mut unit_of_stored);
        }
        planner.plan
    }

    /// Resolves a reference. Ids refer to rows of this file only, because the ids of another shop have no meaning here.
    pub(super) fn target(&self, reference: &Reference, stored: &Stored) -> Option<Target> {
        match reference {
            Reference::Id(id) => self.by_id.get(id).map(|row| Target::Row(*row)),
            Reference::Sku(sku) => {
                let in_shop = || stored.by_sku(sku).and_then(|place| stored.id(place)).map(Target::Stored);
                let by_number = || self.by_id.get(&sku.parse().ok()?).map(|row| Target::Row(*row));
                self.by_sku.get(sku).map(|row| Target::Row(*row)).or_else(in_shop).or_else(by_number)
            }
        }
    }

    /// Marks a row as broken if there are problems.
    pub(super) fn break_row(&mut self, row: usize, problems: Vec<Problem>) {
        if !problems.is_empty() {
            self.broken.insert(row);
            self.errors.extend(problems);
        }
    }
}

/// A plan under construction.
pub(super) struct Planner<'a> {
    pub(super) plan: Plan,
    pub(super) columns: &'a Columns,
    pub(super) stored: &'a Stored,
    now: UnixSeconds,
    /// Stored products and variations that were matched to a row.
    pub(super) claimed: HashSet<ProductId>,
    /// Slugs assigned to rows.
    pub(super) slugs: HashSet<String>,
}

impl Planner<'_> {
    /// First pass: names and ids of all rows, so that a row may refer to a later one.
    fn read_keys(&mut self, records: &[Record]) {
        for (row, record) in records.iter().enumerate() {
            let mut reader = RowReader::new(self.columns, record);
            let key = reader.read_key();
            let mut problems = reader.problems;
            if let Some(first) = self.plan.by_sku.get(&key.sku).and_then(|first| self.plan.keys.get(*first)) {
                let problem = self.problem(&key, Column::Sku, ProblemCode::DuplicateSku, &key.sku);
                problems.push(problem.with("other", first.line));
            } else if !key.sku.is_empty() {
                self.plan.by_sku.insert(key.sku.clone(), row);
            }
            if let Some(id) = key.id {
                if let Some(first) = self.plan.by_id.get(&id).and_then(|first| self.plan.keys.get(*first)) {
                    let problem = self.problem(&key, Column::Id, ProblemCode::DuplicateId, &id.to_string());
                    problems.push(problem.with("other", first.line));
                } else {
                    self.plan.by_id.insert(id, row);
                }
            }
            self.plan.keys.push(key);
            self.plan.break_row(row, problems);
        }
    }

    /// A problem in a cell of a fixed column.
    pub(super) fn problem(&self, key: &RowKey, column: Column, code: ProblemCode, value: &str) -> Problem {
        let title = self.columns.position(column).map_or_else(|| column.title(), |at| self.columns.title(at));
        Problem::new(key.line, title, code, value)
    }

    /// A row without a type is a variation if it has a parent or a variation's SKU.
    fn is_variation(&self, row: usize) -> bool {
        let Some(key) = self.plan.keys.get(row) else { return false };
        match key.kind {
            RowKind::Variation => true,
            RowKind::Product(_) => false,
            RowKind::Unsaid => key.parent.is_some() || matches!(self.stored.by_sku(&key.sku), Some((_, Some(_)))),
        }
    }

    fn read_product(&mut self, row: usize, record: &Record) -> Option<Unit> {
        let key = self.plan.keys.get(row)?;
        let mut problems = Vec::new();
        let stored = self.find_product(key).unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        let before = stored.and_then(|at| self.stored.products.get(at));
        if before.is_none() && key.name.is_empty() {
            problems.push(self.problem_of_nameless(key));
        }
        let mut product = before.cloned().unwrap_or_else(|| self.new_product());
        let mut reader = RowReader::new(self.columns, record);
        let mut links = reader.read_product(&mut product);
        problems.append(&mut reader.problems);
        if !problems.is_empty() || self.plan.broken.contains(&row) {
            self.plan.break_row(row, problems);
            return None;
        }
        product.slug = self.slug_for(key, before);
        self.claimed.extend(before.map(|before| before.item.id));
        self.slugs.insert(product.slug.clone());
        let known = drafts_of(&product);
        let mut attributes = match links.attributes.take() {
            None => known,
            Some(mut fresh) => {
                // Which attributes are used for variations follows from the variations, which the file may lack.
                for known in known.iter().filter(|known| known.variation) {
                    if let Some(attribute) = find(&mut fresh, &known.name) {
                        attribute.variation = true;
                    }
                }
                fresh
            }
        };
        self.plan.warnings.append(&mut check_defaults(&mut attributes, record.line));
        if product.kind != ProductKind::Variable {
            product.variations.clear();
        }
        Some(Unit { stored, row: Some(row), product, links, attributes, variations: Vec::new() })
    }

    /// Why a row cannot become a new product: it has no name, or the file has no names at all.
    fn problem_of_nameless(&self, key: &RowKey) -> Problem {
        if self.columns.has(Column::Name) || key.sku.is_empty() {
            return self.problem(key, Column::Name, ProblemCode::NameMissing, "");
        }
        self.problem(key, Column::Sku, ProblemCode::ProductUnknown, &key.sku)
    }

    fn new_product(&self) -> Product {
        Product { reviews_allowed: true, created_at: self.now, updated_at: self.now, ..Product::default() }
    }
}
