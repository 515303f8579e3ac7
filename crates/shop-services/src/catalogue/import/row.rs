//! Parses a row of a catalogue file into typed values. All invalid cells are reported, not only the first.
//!
//! A row is applied to a product: columns that the file lacks leave it unchanged, so that a file with only `SKU` and `Stock`
//! changes the stock alone. An empty cell sets the column's default.

use shop_core::base::text::slugify;
use shop_core::catalogue::product::{Item, Product, ProductKind, PublishStatus, Visibility};
use shop_core::catalogue::purchase::PurchaseRules;

use super::attributes::Choice;
use super::columns::{Column, Columns, PRODUCT_TEXTS};
use super::entities::decode_entities;
use super::problem::{Problem, ProblemCode};
use super::record::{Links, Record, Reference, RowKey, RowKind};
use super::text::{read_category_paths, read_list, read_long_text, read_names, unguard_formula};
use super::values::{MAX_NUMBER, count, optional, parse_integer, published, read_type, tax_class, word, yes_no};

/// Meta fields of the quantity rule: minimum, maximum, multiples. These are the keys of WooCommerce's extension for it.
pub(super) const QUANTITY_KEYS: [&str; 3] =
    ["minimum_allowed_quantity", "maximum_allowed_quantity", "group_of_quantity"];

/// The `Meta:` column with a product's purchase rules.
pub(super) const PURCHASE_RULES: &str = "purchase_rules";

/// Maximum length of a SKU, as in WooCommerce.
const MAX_SKU: usize = 100;
const MAX_NAME: usize = 300;
/// Maximum length of any other cell.
const MAX_CELL: usize = 100_000;

/// Parses the cells of a row and collects the problems.
#[derive(Debug)]
pub(super) struct RowReader<'a> {
    pub(super) columns: &'a Columns,
    pub(super) record: &'a Record,
    pub(super) problems: Vec<Problem>,
}

impl<'a> RowReader<'a> {
    pub(super) fn new(columns: &'a Columns, record: &'a Record) -> Self {
        Self { columns, record, problems: Vec::new() }
    }

    /// Text of a cell, without the apostrophe of a guarded formula. Empty beyond the end of the row.
    pub(super) fn at(&self, at: usize) -> &'a str {
        self.record.cells.get(at).map_or("", unguard_formula)
    }

    pub(super) fn cell(&self, column: Column) -> Option<(usize, &'a str)> {
        self.columns.position(column).map(|at| (at, self.at(at).trim()))
    }

    /// Trimmed text of a column; empty if the file lacks it.
    pub(super) fn text(&self, column: Column) -> &'a str {
        self.cell(column).map_or("", |(_, text)| text)
    }

    /// Records a rejected cell.
    pub(super) fn refuse(&mut self, at: usize, code: ProblemCode, value: &str) {
        self.problems.push(Problem::new(self.record.line, self.columns.title(at), code, value));
    }

    /// Parses a column into a field; an invalid cell is recorded and leaves the field unchanged.
    pub(super) fn set<T>(&mut self, column: Column, place: &mut T, read: impl FnOnce(&str) -> Result<T, ProblemCode>) {
        let Some((at, text)) = self.cell(column) else { return };
        match read(text) {
            Ok(value) => *place = value,
            Err(code) => self.refuse(at, code, text),
        }
    }

    /// Plain text of a name.
    pub(super) fn name_at(&self, at: Option<usize>) -> String {
        at.map_or_else(String::new, |at| decode_entities(self.at(at)).trim().to_owned())
    }

    /// Long texts are not trimmed: the spaces are the merchant's.
    pub(super) fn set_long(&mut self, column: Column, place: &mut String) {
        if let Some(at) = self.columns.position(column) {
            *place = read_long_text(self.at(at));
        }
    }

    /// Parses the row's key, and checks that every cell can be stored at all.
    pub(super) fn read_key(&mut self) -> RowKey {
        for (at, cell) in self.record.cells.iter().enumerate() {
            let max = match at {
                at if self.columns.position(Column::Sku) == Some(at) => MAX_SKU,
                at if self.columns.position(Column::Name) == Some(at) => MAX_NAME,
                _ => MAX_CELL,
            };
            if cell.contains('\0') {
                self.refuse(at, ProblemCode::NulCharacter, "");
            } else if cell.len() > max && cell.chars().count() > max {
                let problem = Problem::new(self.record.line, self.columns.title(at), ProblemCode::TooLong, cell);
                self.problems.push(problem.with("max", max));
            }
        }
        let mut key = RowKey {
            line: self.record.line,
            sku: self.text(Column::Sku).to_owned(),
            name: self.name_at(self.columns.position(Column::Name)),
            slug: slugify(self.text(Column::Slug)),
            parent: Reference::parse(self.text(Column::Parent)),
            ..RowKey::default()
        };
        self.set(Column::Type, &mut key.kind, |text| read_type(text).map(|(kind, ..)| kind));
        self.set(Column::Id, &mut key.id, |text| optional(text, |text| parse_integer(text, 1)));
        key
    }

    /// Parses the Stock column: empty is unmanaged, a number is managed, `parent` (variations) shares the parent's stock.
    fn read_stock(&mut self, item: &mut Item, of_parent: Option<&mut bool>) {
        let Some((at, text)) = self.cell(Column::Stock) else { return };
        let shares = of_parent.is_some() && text.eq_ignore_ascii_case("parent");
        if let Some(of_parent) = of_parent {
            *of_parent = shares;
        }
        item.stock.managed = !shares && !text.is_empty();
        if item.stock.managed {
            match count(text, -MAX_NUMBER, self.columns.mark_hint(Column::Stock)) {
                Ok(quantity) => item.stock.quantity = quantity,
                Err(code) => self.refuse(at, code, text),
            }
        }
    }

    /// Parses the purchase rules: JSON, empty for none. `sent`: the goods are delivered.
    fn read_purchase_rules(&mut self, rules: &mut PurchaseRules, sent: bool) {
        let Some(at) = self.columns.meta_position(PURCHASE_RULES) else { return };
        let text = self.at(at).trim();
        let read: PurchaseRules = match text {
            "" => PurchaseRules::default(),
            text => match serde_json::from_str(text) {
                Ok(read) => read,
                Err(_) => return self.refuse(at, ProblemCode::PurchaseRules, text),
            },
        };
        let of_sent = if sent { read.problems_of_sent_goods() } else { Vec::new() };
        match read.problems().iter().chain(&of_sent).next() {
            None => *rules = read,
            Some(problem) => self.refuse(at, ProblemCode::PurchaseRules, &problem.field),
        }
    }

    /// Applies a product row to a product, except for slug and variations.
    pub(super) fn read_product(&mut self, product: &mut Product) -> Links {
        self.read_item(&mut product.item);
        self.read_stock(&mut product.item, None);
        if let Ok((RowKind::Product(kind), ..)) = read_type(self.text(Column::Type)) {
            product.kind = kind;
        }
        self.set(Column::TaxClass, &mut product.item.tax_class, |text| Ok(tax_class(text)));
        self.set(Column::Published, &mut product.item.status, |text| published(text, PublishStatus::Draft));
        self.set(Column::Visibility, &mut product.visibility, |text| word(text, Visibility::parse));
        self.set(Column::Featured, &mut product.featured, |text| yes_no(text, false));
        self.set(Column::Reviews, &mut product.reviews_allowed, |text| yes_no(text, true));
        for text in PRODUCT_TEXTS {
            let place = (text.of_mut)(product);
            if text.long {
                self.set_long(text.column, place);
            } else {
                self.set(text.column, place, |text| Ok(text.to_owned()));
            }
        }
        let sent = product.kind == ProductKind::Simple && !product.item.is_virtual;
        self.read_purchase_rules(&mut product.purchase, sent);
        let mut links = Links { attributes: self.read_attributes(), ..Links::default() };
        self.set(Column::Categories, &mut links.categories, |text| {
            read_category_paths(text).map(Some).ok_or(ProblemCode::EmptyCategory)
        });
        self.set(Column::Tags, &mut links.tags, |text| Ok(Some(read_names(text))));
        for (column, place) in [
            (Column::Grouped, &mut links.grouped),
            (Column::Upsells, &mut links.upsells),
            (Column::CrossSells, &mut links.cross_sells),
        ] {
            self.set(column, place, |text| {
                Ok(Some(read_list(text).iter().filter_map(|r| Reference::parse(r)).collect()))
            });
        }
        links
    }

    /// Applies a variation row to an item. Returns the selected values; `None` if the file has no attribute columns.
    pub(super) fn read_variation(&mut self, item: &mut Item, stock_of_parent: &mut bool) -> Option<Vec<Choice>> {
        self.read_item(item);
        self.read_stock(item, Some(stock_of_parent));
        self.set(Column::TaxClass, &mut item.tax_class, |text| {
            Ok(if text.eq_ignore_ascii_case("parent") { "parent".to_owned() } else { tax_class(text) })
        });
        // WooCommerce writes -1 for all variations of a draft.
        self.set(Column::Published, &mut item.status, |text| published(text, PublishStatus::Publish));
        self.read_choices()
    }
}

#[cfg(test)]
#[path = "tests/row.rs"]
mod tests;
