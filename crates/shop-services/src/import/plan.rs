//! From rows to products: which row is which stored product, which variation belongs to which parent, which address a
//! new product gets. Nothing is written here.

use std::collections::{BTreeSet, HashMap, HashSet};

use shop_core::catalogue::product::{Product, ProductKind, UnixSeconds, Variation};
use shop_core::ids::ProductId;
use shop_core::text::slugify;

use super::attributes::{AttributeDraft, Choice, check_defaults, drafts_of, find};
use super::columns::{Column, Columns};
use super::problem::{Problem, ProblemCode};
use super::row::{Links, Record, Reference, RowKey, RowKind, RowReader};
use super::stored::{PARENT_CLASS, Stored};

/// A product to be saved, with the rows that made it.
#[derive(Debug)]
pub(super) struct Unit {
    /// Position in the stored catalogue; `None` for a new product.
    pub(super) stored: Option<usize>,
    /// Its row; `None` when the file has only some of its variations.
    pub(super) row: Option<usize>,
    pub(super) product: Product,
    pub(super) links: Links,
    pub(super) attributes: Vec<AttributeDraft>,
    pub(super) variations: Vec<VariationRow>,
}

/// A variation that the file has a row for.
#[derive(Debug)]
pub(super) struct VariationRow {
    pub(super) row: usize,
    /// Position in the product's variations.
    pub(super) at: usize,
    /// Values by attribute; `None`: the file has no attribute columns.
    pub(super) choices: Option<Vec<Choice>>,
}

/// What a name in a file stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A row of the file.
    Row(usize),
    /// Something in the shop.
    Stored(ProductId),
}

/// The work, in file order of the products' rows.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) units: Vec<Unit>,
    pub(super) keys: Vec<RowKey>,
    pub(super) errors: Vec<Problem>,
    pub(super) warnings: Vec<Problem>,
    /// Rows that are not imported.
    pub(super) broken: BTreeSet<usize>,
    by_sku: HashMap<String, usize>,
    by_id: HashMap<i64, usize>,
}

impl Plan {
    /// Reads all rows against the stored catalogue.
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
        let (variations, products): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(row, _)| planner.is_variation(*row));
        let mut unit_of_row = HashMap::new();
        for (row, record) in products {
            if let Some(unit) = planner.read_product(row, record) {
                unit_of_row.insert(row, planner.plan.units.len());
                planner.plan.units.push(unit);
            }
        }
        let mut unit_of_stored = HashMap::new();
        for (row, record) in variations {
            planner.read_variation(row, record, &unit_of_row, &mut unit_of_stored);
        }
        planner.plan
    }

    /// What a reference stands for. Numbers name rows of this file only: the numbers of another shop mean nothing here.
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

    fn break_row(&mut self, row: usize, problems: Vec<Problem>) {
        if !problems.is_empty() {
            self.broken.insert(row);
            self.errors.extend(problems);
        }
    }
}

struct Planner<'a> {
    plan: Plan,
    columns: &'a Columns,
    stored: &'a Stored,
    now: UnixSeconds,
    /// Stored products and variations that a row stands for.
    claimed: HashSet<ProductId>,
    /// Addresses given to rows.
    slugs: HashSet<String>,
}

impl Planner<'_> {
    /// First pass: names and numbers of all rows, so that a row may name a later one.
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

    fn problem(&self, key: &RowKey, column: Column, code: ProblemCode, value: &str) -> Problem {
        let title = self.columns.position(column).map_or_else(|| column.title(), |at| self.columns.title(at));
        Problem::new(key.line, title, code, value)
    }

    /// A row without a type is a variation when it has a parent or its SKU is a variation's.
    fn is_variation(&self, row: usize) -> bool {
        let Some(key) = self.plan.keys.get(row) else { return false };
        match key.kind {
            RowKind::Variation => true,
            RowKind::Product(_) => false,
            RowKind::Unsaid => {
                key.parent.is_some() || matches!(self.stored.by_sku(&key.sku), Some((_, Some(_))))
            }
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
            problems.push(self.problem(key, Column::Name, ProblemCode::NameMissing, ""));
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
        let mut attributes = links.attributes.take().map_or_else(
            || drafts_of(&product),
            |mut fresh| {
                // Whether an attribute is chosen when buying is told by the variations, which the file may leave out.
                for known in drafts_of(&product).iter().filter(|known| known.variation) {
                    if let Some(attribute) = find(&mut fresh, &known.name) {
                        attribute.variation = true;
                    }
                }
                fresh
            },
        );
        self.plan.warnings.append(&mut check_defaults(&mut attributes, record.line));
        if product.kind != ProductKind::Variable {
            product.variations.clear();
        }
        Some(Unit { stored, row: Some(row), product, links, attributes, variations: Vec::new() })
    }

    fn new_product(&self) -> Product {
        Product { reviews_allowed: true, created_at: self.now, updated_at: self.now, ..Product::default() }
    }

    /// The stored product that a row stands for: by SKU, else by number when name or address agree, else, without a SKU,
    /// by address.
    fn find_product(&self, key: &RowKey) -> Result<Option<usize>, Problem> {
        match self.stored.by_sku(&key.sku) {
            Some((at, None)) => return Ok(Some(at)),
            Some((_, Some(_))) => return Err(self.problem(key, Column::Sku, ProblemCode::SkuTaken, &key.sku)),
            None => {}
        }
        let wanted = self.wanted_slug(key);
        if let Some((at, None)) = key.id.and_then(|id| self.stored.by_id(id))
            && let Some(found) = self.stored.products.get(at)
            && (found.item.name == key.name || found.slug == wanted)
            && self.is_free(found.item.id, &found.item.sku)
        {
            return Ok(Some(at));
        }
        if !key.sku.is_empty() {
            return Ok(None);
        }
        // Rows of the same name take the stored products of that name in turn: pane, pane-2, pane-3.
        for (number, slug) in numbered_slugs(&wanted).enumerate() {
            let found = self.stored.by_slug(&slug).and_then(|at| Some((at, self.stored.products.get(at)?)));
            match found {
                Some((at, found))
                    if self.is_free(found.item.id, &found.item.sku)
                        && (number == 0 || found.item.name == key.name) =>
                {
                    return Ok(Some(at));
                }
                None if !self.slugs.contains(&slug) => break,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Whether a stored product may be taken by a row without its SKU: no other row stands for it, and the file would
    /// have named its SKU if it had one.
    fn is_free(&self, id: ProductId, sku: &str) -> bool {
        let sku_agrees = sku.is_empty() || !self.columns.has(Column::Sku);
        sku_agrees && !self.claimed.contains(&id)
    }

    fn wanted_slug(&self, key: &RowKey) -> String {
        let slug = if key.slug.is_empty() { slugify(&key.name) } else { key.slug.clone() };
        // A name of signs alone, such as "***", gives no address.
        if slug.is_empty() { "prodotto".to_owned() } else { slug }
    }

    /// A stored product keeps its address unless the file names another that is free; links and search engines know it.
    fn slug_for(&self, key: &RowKey, before: Option<&Product>) -> String {
        if let Some(before) = before
            && (key.slug.is_empty() || key.slug == before.slug)
        {
            return before.slug.clone();
        }
        let free = |slug: &String| {
            let owner = self.stored.by_slug(slug).and_then(|at| self.stored.products.get(at));
            !self.slugs.contains(slug) && owner.is_none_or(|owner| before.is_some_and(|b| b.item.id == owner.item.id))
        };
        numbered_slugs(&self.wanted_slug(key)).find(free).unwrap_or_default()
    }

    fn read_variation(
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
        for choice in choices.iter_mut().flatten() {
            match find(&mut unit.attributes, &choice.attribute) {
                None => {
                    let value = &choice.attribute;
                    problems.push(Problem::new(record.line, &choice.column, ProblemCode::UnknownAttribute, value));
                }
                Some(attribute) if !choice.value.is_empty() => match attribute.spelling(&choice.value) {
                    Some(known) => choice.value = known.to_owned(),
                    None => {
                        let warning = Problem::new(record.line, &choice.column, ProblemCode::ValueNotOffered, &choice.value);
                        self.plan.warnings.push(warning);
                    }
                },
                Some(_) => {}
            }
        }
        if !problems.is_empty() || self.plan.broken.contains(&row) {
            self.plan.break_row(row, problems);
            return;
        }
        for choice in choices.iter().flatten() {
            if let Some(attribute) = find(&mut unit.attributes, &choice.attribute) {
                attribute.variation = true;
                if !choice.value.is_empty() && attribute.spelling(&choice.value).is_none() {
                    attribute.further_values.push(choice.value.clone());
                }
            }
        }
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

    /// The unit of a variation's parent: a row's, or one made for a stored product that has no row.
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
        // The stored parent may have a row all the same, recognised by something else than this reference.
        let known = self.plan.units.iter().position(|unit| unit.stored == Some(stored_parent));
        if let Some(unit) = unit_of_stored.get(&stored_parent).copied().or(known) {
            unit_of_stored.insert(stored_parent, unit);
            return Some(unit);
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

    /// The stored variation that a row stands for: by SKU, else by number or, in turn, by name among those without SKU.
    fn find_variation(&self, key: &RowKey, unit: &Unit) -> Result<Option<usize>, Problem> {
        match self.stored.by_sku(&key.sku) {
            Some((product, Some(at))) if Some(product) == unit.stored => return Ok(Some(at)),
            Some(_) => return Err(self.problem(key, Column::Sku, ProblemCode::SkuTaken, &key.sku)),
            None => {}
        }
        let variations = &unit.product.variations;
        let free = |variation: &Variation| {
            let item = &variation.item;
            item.id != ProductId(0) && item.name == key.name && self.is_free(item.id, &item.sku)
        };
        let by_id = variations.iter().position(|v| Some(v.item.id.0) == key.id && free(v));
        if by_id.is_some() || !key.sku.is_empty() {
            return Ok(by_id);
        }
        Ok(variations.iter().enumerate().filter(|(_, v)| free(v)).min_by_key(|(_, v)| v.item.id).map(|(at, _)| at))
    }
}

fn new_variation() -> Variation {
    let mut variation = Variation::default();
    PARENT_CLASS.clone_into(&mut variation.item.tax_class);
    variation
}

/// As the platform names variations: the product's name and the chosen values.
fn variation_name(product: &Product, choices: &[Choice]) -> String {
    let values: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).filter(|value| !value.is_empty()).collect();
    if values.is_empty() { product.item.name.clone() } else { format!("{} - {}", product.item.name, values.join(", ")) }
}

/// pane, pane-2, pane-3 …
pub(super) fn numbered_slugs(slug: &str) -> impl Iterator<Item = String> {
    let numbered = (2_u32..).map(move |number| format!("{slug}-{number}"));
    std::iter::once(slug.to_owned()).chain(numbered)
}
