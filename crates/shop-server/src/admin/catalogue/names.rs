//! Names of products that records refer to by id.

use serde::Serialize;
use shop_core::base::{Lang, ProductId};
use shop_core::catalogue::product::Item;
use shop_core::platform::messages::codes;
use shop_services::catalogue::{Catalogue, Found};
use utoipa::ToSchema;

use crate::admin::messages::sentence;

/// A product, variation or category that a record refers to.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct NamedEntry {
    pub(in crate::admin) id: i64,
    /// Empty if it was deleted.
    pub(in crate::admin) name: String,
    /// Whether it was deleted; omitted if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::admin) deleted: bool,
}

/// Returns products and variations with their names.
pub(in crate::admin) fn named_products<'a>(
    ids: impl IntoIterator<Item = &'a ProductId>,
    catalogue: &Catalogue,
) -> Vec<NamedEntry> {
    let entry = |id: &ProductId| {
        let name = name_of(*id, catalogue);
        NamedEntry { id: id.0, deleted: name.is_none(), name: name.unwrap_or_default().to_owned() }
    };
    ids.into_iter().map(entry).collect()
}

/// Formats a product as its name and id, or as deleted.
pub(in crate::admin) fn product_label(id: ProductId, catalogue: &Catalogue, lang: Lang) -> String {
    match name_of(id, catalogue) {
        Some(name) => format!("{name} ({id})"),
        None => sentence(codes::OFFICE_PRODUCT_DELETED, &[("id".to_owned(), id.to_string())].into(), lang),
    }
}

fn name_of(id: ProductId, catalogue: &Catalogue) -> Option<&str> {
    let item: &Item = match catalogue.find(id)? {
        Found::Product(product) => &product.item,
        Found::Variation(_, variation) => &variation.item,
    };
    Some(&item.name)
}
