//! Files of an order's lines.

use shop_core::base::ProductId;
use shop_core::catalogue::product::{Download, Item};
use shop_core::orders::download::file_id;

use crate::catalogue::{Catalogue, Found};
use crate::ports::NewOrderLine;

/// A file of a purchased product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderFile {
    pub product_id: ProductId,
    /// Product name at the time of purchase.
    pub product: String,
    /// Id in URLs.
    pub id: String,
    /// The file as currently in the catalogue.
    pub file: Download,
    pub quantity: i64,
    pub(super) limit: Option<i64>,
    pub(super) expiry_days: Option<i64>,
}

impl OrderFile {
    /// Path of the download, without the order's key.
    pub fn path(&self, order: impl std::fmt::Display) -> String {
        format!("/download/{order}/{}/{}/", self.product_id, self.id)
    }
}

/// Files of an order's lines, from the current catalogue, so that corrected files reach earlier buyers too.
pub(super) fn order_files(lines: &[NewOrderLine], catalogue: &Catalogue) -> Vec<OrderFile> {
    let mut out: Vec<OrderFile> = Vec::new();
    for line in lines.iter().filter(|line| line.content.downloadable) {
        let Some(item) = item_of(catalogue, line.product_id) else { continue };
        for file in item.downloads.iter().filter(|file| !file.url.is_empty()) {
            let id = file_id(file);
            match out.iter_mut().find(|known| known.product_id == line.product_id && known.id == id) {
                Some(known) => known.quantity += line.quantity,
                None => out.push(OrderFile {
                    product_id: line.product_id,
                    product: line.name.clone(),
                    id,
                    file: file.clone(),
                    quantity: line.quantity,
                    limit: item.download_limit,
                    expiry_days: item.download_expiry_days,
                }),
            }
        }
    }
    out
}

fn item_of(catalogue: &Catalogue, id: ProductId) -> Option<&Item> {
    match catalogue.find(id)? {
        Found::Product(product) => Some(&product.item),
        Found::Variation(_, variation) => Some(&variation.item),
    }
}
