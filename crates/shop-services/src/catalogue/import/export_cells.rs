//! Cells of an exported row, and the catalogue data that the header depends on.

use std::collections::{BTreeMap, HashMap, HashSet};

use shop_core::base::Cents;
use shop_core::base::text::{format_fixed, slugify};
use shop_core::catalogue::product::{Backorders, Item, Product, ProductAttribute, PublishStatus, StockStatus};

use super::column_names::{BRANDS_KEY, GTIN_KEY};
use super::columns::Column;
use super::entities::encode_entities;
use super::matching::{NAMELESS, numbered_slugs};
use super::text::{read_list, write_list, write_long_text, write_names, write_sale_end, write_sale_start};
use crate::ports::{CatalogueData, Category};

/// Cells of a row by column, and those with numbered or free names.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) fixed: BTreeMap<Column, String>,
    pub(super) attributes: Vec<[String; 5]>,
}

impl Cells {
    pub(super) fn put(&mut self, column: Column, text: impl Into<String>) {
        self.fixed.insert(column, text.into());
    }

    pub(super) fn put_number<T: ToString>(&mut self, column: Column, number: Option<T>) {
        self.put(column, number.map_or_else(String::new, |number| number.to_string()));
    }
}

pub(super) fn put_item(cells: &mut Cells, item: &Item, kind: &str) {
    let kind = [(true, kind), (item.downloadable, "downloadable"), (item.is_virtual, "virtual")];
    let kind: Vec<&str> = kind.into_iter().filter_map(|(holds, word)| holds.then_some(word)).collect();
    cells.put(Column::Id, item.id.to_string());
    cells.put(Column::Type, kind.join(", "));
    cells.put(Column::Sku, item.sku.clone());
    cells.put(Column::Gtin, item.meta.get(GTIN_KEY).cloned().unwrap_or_default());
    cells.put(Column::Brands, write_names(&read_list(item.meta.get(BRANDS_KEY).map_or("", String::as_str))));
    cells.put(Column::Name, encode_entities(&item.name));
    cells.put(Column::Description, write_long_text(&item.description));
    cells.put(Column::SaleStart, item.prices.sale_from.map_or_else(String::new, write_sale_start));
    cells.put(Column::SaleEnd, item.prices.sale_to.map_or_else(String::new, write_sale_end));
    cells.put(Column::TaxStatus, item.tax_status.as_str());
    cells.put(Column::TaxClass, item.tax_class.clone());
    cells.put(
        Column::InStock,
        match item.stock.status {
            StockStatus::InStock => "1",
            StockStatus::OutOfStock => "0",
            StockStatus::OnBackorder => "backorder",
        },
    );
    cells.put_number(Column::Stock, item.stock.managed.then_some(item.stock.quantity));
    cells.put_number(Column::LowStock, item.stock.low_amount);
    cells.put(
        Column::Backorders,
        match item.stock.backorders {
            Backorders::No => "0",
            Backorders::Yes => "1",
            Backorders::Notify => "notify",
        },
    );
    cells.put(Column::SoldIndividually, flag(item.sold_individually));
    cells.put_number(Column::Weight, item.weight_milli.map(|milli| format_fixed(milli, 3)));
    cells.put_number(Column::Length, item.length_milli.map(|milli| format_fixed(milli, 3)));
    cells.put_number(Column::Width, item.width_milli.map(|milli| format_fixed(milli, 3)));
    cells.put_number(Column::Height, item.height_milli.map(|milli| format_fixed(milli, 3)));
    cells.put_number(Column::SalePrice, item.prices.sale.map(Cents::to_decimal));
    cells.put_number(Column::RegularPrice, item.prices.regular.map(Cents::to_decimal));
    cells.put(Column::ShippingClass, item.shipping_class.clone());
    let images: Vec<&str> = item.images.iter().map(|image| image.source.as_str()).collect();
    cells.put(Column::Images, write_list(&images));
    cells.put_number(Column::DownloadLimit, item.download_limit);
    cells.put_number(Column::DownloadExpiry, item.download_expiry_days);
    cells.put_number(Column::Position, Some(item.menu_order));
}

pub(super) fn attribute_cells(attribute: &ProductAttribute) -> [String; 5] {
    let values: Vec<&str> = attribute.values.iter().map(|value| value.name.as_str()).collect();
    let wanted = attribute.default.as_deref();
    let default = attribute.values.iter().find(|value| Some(attribute.wire_value(value)) == wanted);
    [
        encode_entities(&attribute.name),
        write_names(&values),
        flag(attribute.visible),
        flag(attribute.taxonomy.is_some()),
        default.map(|value| encode_entities(&value.name)).unwrap_or_default(),
    ]
}

pub(super) fn flag(yes: bool) -> String {
    if yes { "1" } else { "0" }.to_owned()
}

pub(super) fn published(status: PublishStatus) -> &'static str {
    match status {
        PublishStatus::Publish => "1",
        PublishStatus::Private => "0",
        // The trash is not exported; products restored from it become drafts.
        PublishStatus::Draft | PublishStatus::Trash => "-1",
    }
}

/// Columns with numeric cells, in which a minus is a sign.
pub(super) fn is_number(column: Column) -> bool {
    matches!(
        column,
        Column::Id
            | Column::Published
            | Column::Stock
            | Column::LowStock
            | Column::Position
            | Column::SalePrice
            | Column::RegularPrice
    )
}

/// Whether an import into an empty shop would derive the same slugs from the names.
pub(super) fn slugs_follow_names(products: &[Product]) -> bool {
    let mut used = HashSet::new();
    products.iter().all(|product| {
        let slug = slugify(&product.item.name);
        let slug = if slug.is_empty() { NAMELESS.to_owned() } else { slug };
        let expected = numbered_slugs(&slug).find(|slug| !used.contains(slug)).unwrap_or_default();
        used.insert(expected.clone());
        expected == product.slug
    })
}

/// Path of each category from the top. A cycle of parents, which must not exist, ends where it closes.
pub(super) fn category_paths(data: &CatalogueData) -> HashMap<i64, Vec<String>> {
    let by_id: HashMap<i64, &Category> = data.categories.iter().map(|c| (c.id.0, c)).collect();
    let path_of = |id: i64| {
        let mut path = Vec::new();
        let mut seen = HashSet::new();
        let mut next = Some(id);
        while let Some(category) = next.filter(|id| seen.insert(*id)).and_then(|id| by_id.get(&id)) {
            path.push(category.name.clone());
            next = category.parent_id.map(|id| id.0);
        }
        path.reverse();
        path
    };
    by_id.keys().map(|id| (*id, path_of(*id))).collect()
}
