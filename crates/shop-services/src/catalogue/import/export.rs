//! Exports the catalogue in WooCommerce's CSV format.
//!
//! Everything that an import can set is exported, so that importing the file into an empty shop gives the same catalogue. The
//! format, and so the file, lacks ids as such, creation times, sales, reviews and loaded pictures.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;

use shop_core::base::ProductId;
use shop_core::catalogue::product::QuantityRule;
use shop_core::catalogue::product::{Item, Product, ProductAttribute, PublishStatus, Variation};

use super::column_names::{BRANDS_KEY, GTIN_KEY};
use super::columns::{Column, PRODUCT_TEXTS};
use super::entities::encode_entities;
use super::export_cells::{
    Cells, attribute_cells, category_paths, flag, is_number, published, put_item, slugs_follow_names,
};
use super::record::Reference;
use super::row::{PURCHASE_RULES, QUANTITY_KEYS};
use super::stored::{PARENT_CLASS, inherit_tax_classes};
use super::text::{guard_formula, write_category_paths, write_list, write_long_text, write_names};
use crate::ports::CatalogueData;

/// Error while writing a file.
#[derive(Debug, thiserror::Error)]
#[error("the file cannot be written: {0}")]
pub struct ExportError(#[from] std::io::Error);

impl From<csv::Error> for ExportError {
    fn from(error: csv::Error) -> Self {
        Self(error.into())
    }
}

/// Exports all products except those in the trash by id, each followed by its variations by id. Units go into the header. Cells
/// that a spreadsheet would run as a formula get an apostrophe, which the import removes; numbers keep their sign.
///
/// # Errors
///
/// When the writer fails.
pub fn export_products(
    data: &CatalogueData,
    weight_unit: &str,
    dimension_unit: &str,
    writer: impl Write,
) -> Result<(), ExportError> {
    let mut products: Vec<Product> = data.products.clone();
    products.retain(|product| product.item.status != PublishStatus::Trash);
    products.sort_by_key(|product| product.item.id);
    for product in &mut products {
        inherit_tax_classes(product);
        product.variations.sort_by_key(|variation| variation.item.id);
    }
    let table = ExportTable::new(data, &products);
    let mut out = csv::Writer::from_writer(writer);
    out.write_record(table.header(weight_unit, dimension_unit))?;
    for product in &products {
        out.write_record(table.product_row(product))?;
        for variation in &product.variations {
            out.write_record(table.variation_row(product, variation))?;
        }
    }
    out.flush().map_err(ExportError)
}

/// Cells of the quantity rule, by the keys of its meta fields.
fn quantity_cells(rule: QuantityRule) -> impl Iterator<Item = (&'static str, String)> {
    let rules = QUANTITY_KEYS.into_iter().zip([rule.min, rule.max, rule.step]);
    rules.filter_map(|(key, value)| value.map(|value| (key, value.to_string())))
}

/// Catalogue data needed by all rows.
struct ExportTable<'a> {
    with_slugs: bool,
    attributes: usize,
    downloads: usize,
    meta: BTreeSet<&'a str>,
    skus: HashMap<ProductId, &'a str>,
    paths: HashMap<i64, Vec<String>>,
    tags: HashMap<i64, &'a str>,
    terms: HashMap<(&'a str, &'a str), &'a str>,
}

impl<'a> ExportTable<'a> {
    fn new(data: &'a CatalogueData, products: &'a [Product]) -> Self {
        let mut table = Self {
            with_slugs: !slugs_follow_names(products),
            attributes: products.iter().map(|product| product.attributes.len()).max().unwrap_or_default(),
            downloads: 0,
            meta: BTreeSet::new(),
            skus: HashMap::new(),
            paths: category_paths(data),
            tags: data.tags.iter().map(|tag| (tag.id.0, tag.name.as_str())).collect(),
            terms: HashMap::new(),
        };
        for item in products.iter().flat_map(|p| std::iter::once(&p.item).chain(p.variations.iter().map(|v| &v.item))) {
            table.downloads = table.downloads.max(item.downloads.len());
            table.meta.extend(item.meta.keys().map(String::as_str).filter(|key| ![GTIN_KEY, BRANDS_KEY].contains(key)));
            table.meta.extend(quantity_cells(item.quantity).map(|(key, _)| key));
            table.skus.insert(item.id, &item.sku);
        }
        if products.iter().any(|product| !product.purchase.is_empty()) {
            table.meta.insert(PURCHASE_RULES);
        }
        for attribute in &data.attributes {
            for term in &attribute.terms {
                table.terms.insert((&attribute.taxonomy, &term.slug), &term.name);
            }
        }
        table
    }

    fn columns(&self) -> impl Iterator<Item = Column> + '_ {
        Column::ALL.iter().copied().filter(|column| self.with_slugs || *column != Column::Slug)
    }

    fn header(&self, weight_unit: &str, dimension_unit: &str) -> Vec<String> {
        let titled = |column: Column| match column.unit(weight_unit, dimension_unit) {
            Some(unit) => format!("{} ({unit})", column.title()),
            None => column.title().to_owned(),
        };
        let mut header: Vec<String> = self.columns().map(titled).collect();
        for number in 1..=self.attributes {
            header.extend(
                ["name", "value(s)", "visible", "global", "default"].map(|field| format!("Attribute {number} {field}")),
            );
        }
        header.extend(self.meta.iter().map(|key| format!("Meta: {key}")));
        for number in 1..=self.downloads {
            header.extend(["name", "URL"].map(|field| format!("Download {number} {field}")));
        }
        header
    }

    /// The cells in the order of the header.
    fn row(&self, mut cells: Cells, item: &Item) -> Vec<String> {
        let mut row: Vec<String> = self
            .columns()
            .map(|column| {
                let text = cells.fixed.remove(&column).unwrap_or_default();
                if is_number(column) { text } else { guard_formula(text) }
            })
            .collect();
        cells.attributes.resize(self.attributes, Default::default());
        row.extend(cells.attributes.into_iter().flatten().map(guard_formula));
        let quantities: HashMap<&str, String> = quantity_cells(item.quantity).collect();
        let further = |key: &&str| quantities.get(key).or_else(|| item.meta.get(*key)).cloned().unwrap_or_default();
        row.extend(self.meta.iter().map(|key| guard_formula(further(key))));
        for at in 0..self.downloads {
            let (name, url) = item.downloads.get(at).map(|d| (d.name.clone(), d.url.clone())).unwrap_or_default();
            row.extend([guard_formula(name), guard_formula(url)]);
        }
        row
    }

    fn product_row(&self, product: &Product) -> Vec<String> {
        let mut cells = Cells::default();
        put_item(&mut cells, &product.item, product.kind.as_str());
        cells.put(Column::Slug, product.slug.clone());
        cells.put(Column::Published, published(product.item.status));
        cells.put(Column::Featured, flag(product.featured));
        cells.put(Column::Visibility, product.visibility.as_str());
        for text in PRODUCT_TEXTS {
            let stored = (text.of)(product);
            cells.put(text.column, if text.long { write_long_text(stored) } else { stored.clone() });
        }
        cells.put(Column::Reviews, flag(product.reviews_allowed));
        let paths: Vec<Vec<String>> =
            product.category_ids.iter().filter_map(|id| self.paths.get(&id.0).cloned()).collect();
        cells.put(Column::Categories, write_category_paths(&paths));
        let tags: Vec<&str> = product.tag_ids.iter().filter_map(|id| self.tags.get(&id.0).copied()).collect();
        cells.put(Column::Tags, write_names(&tags));
        cells.put(Column::Grouped, self.references(&product.grouped_ids));
        cells.put(Column::Upsells, self.references(&product.upsell_ids));
        cells.put(Column::CrossSells, self.references(&product.cross_sell_ids));
        cells.attributes = product.attributes.iter().map(attribute_cells).collect();
        let mut item = product.item.clone();
        if !product.purchase.is_empty()
            && let Ok(rules) = serde_json::to_string(&product.purchase)
        {
            item.meta.insert(PURCHASE_RULES.to_owned(), rules);
        }
        self.row(cells, &item)
    }

    fn variation_row(&self, product: &Product, variation: &Variation) -> Vec<String> {
        let mut cells = Cells::default();
        let item = &variation.item;
        put_item(&mut cells, item, "variation");
        // For variations WooCommerce reads -1 as published, because it writes -1 for those of a draft.
        cells
            .put(Column::Published, if item.status == PublishStatus::Draft { "draft" } else { published(item.status) });
        cells.put(Column::Featured, flag(false));
        cells.put(Column::Visibility, "visible");
        cells.put(Column::Reviews, flag(false));
        cells.put(Column::Parent, self.reference(product.item.id));
        if variation.stock_of_parent {
            cells.put(Column::Stock, "parent");
        }
        if item.tax_class == PARENT_CLASS {
            cells.put(Column::TaxClass, PARENT_CLASS);
        }
        for attribute in &product.attributes {
            let mut group: [String; 5] = Default::default();
            if attribute.variation {
                let value = variation.attributes.get(&attribute.key()).map_or("", String::as_str);
                let names = write_names(&[self.value_name(attribute, value)]);
                let name = encode_entities(&attribute.name);
                group = [name, names, String::new(), flag(attribute.taxonomy.is_some()), String::new()];
            }
            cells.attributes.push(group);
        }
        self.row(cells, item)
    }

    /// Name of a variation's value, which is stored as a slug if the attribute is global.
    fn value_name<'b>(&'b self, attribute: &'b ProductAttribute, value: &'b str) -> &'b str {
        let Some(taxonomy) = attribute.taxonomy.as_deref().filter(|_| !value.is_empty()) else { return value };
        let offered = attribute.values.iter().find(|known| known.slug == value).map(|known| known.name.as_str());
        offered.or_else(|| self.terms.get(&(taxonomy, value)).copied()).unwrap_or(value)
    }

    /// Reference to a product in a cell: its SKU, if that cannot be mistaken for an id of the file.
    fn reference(&self, id: ProductId) -> String {
        match self.skus.get(&id).copied() {
            Some(sku) if matches!(Reference::parse(sku), Some(Reference::Sku(_))) => sku.to_owned(),
            _ => Reference::Id(id.0).to_string(),
        }
    }

    /// Deleted products are left out.
    fn references(&self, ids: &[ProductId]) -> String {
        let known: Vec<String> =
            ids.iter().filter(|id| self.skus.contains_key(id)).map(|id| self.reference(*id)).collect();
        write_list(&known)
    }
}
