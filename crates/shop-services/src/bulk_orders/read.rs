//! What lines from a spreadsheet or a file mean: each by SKU, by id or by its exact name.

use std::collections::HashMap;

use shop_core::base::text::{fold, parse_fixed};
use shop_core::base::{FieldError, ProductId};
use shop_core::messages::codes;
use shop_core::trade::packs::whole_packs;
use shop_core::trade::pasted::{BulkReport, PastedLine, ReportLine, read};

use super::found::{self, found, not_sold, parts};
use crate::cart::ordered_as_is;
use crate::catalogue::{Catalogue, Found};
use crate::settings::ShopSettings;

/// Every line with what it means.
pub(super) fn report(catalogue: &Catalogue, settings: &ShopSettings, text: &str) -> BulkReport {
    let (lines, cut) = read(text);
    let mut names = Names { catalogue, ids: None };
    let lines = lines.into_iter().map(|line| {
        let text = line.names.join(" · ");
        let number = line.line;
        match meant(catalogue, settings, &mut names, &line) {
            Ok((product, quantity, told)) => ReportLine { line: number, text, product: Some(product), quantity, told },
            Err(error) => ReportLine { line: number, text, product: None, quantity: 0, told: Some(error) },
        }
    });
    BulkReport { lines: lines.collect(), cut }
}

type Meant = (shop_core::trade::search_answer::FoundProduct, u32, Option<FieldError>);

fn meant(
    catalogue: &Catalogue,
    settings: &ShopSettings,
    names: &mut Names<'_>,
    line: &PastedLine,
) -> Result<Meant, FieldError> {
    let id = names.named(&line.names)?;
    let (product, variation) = ordered_as_is(catalogue, id).ok_or_else(|| not_sold(catalogue, id))?;
    let sold = found(catalogue, settings, id).ok_or_else(|| not_sold(catalogue, id))?;
    let wanted = quantity(&line.quantity)
        .ok_or_else(|| FieldError::new("quantity", codes::TRADE_BULK_QUANTITY).with("text", &line.quantity))?;
    let (quantity, told) = whole_packs(found::name(product, variation), wanted, &sold.pack);
    // A quantity that was not written is the least that can be bought, which needs no word.
    let told = told.filter(|_| !line.quantity.is_empty());
    Ok((sold, quantity, told))
}

/// Whole pieces above zero; not written: one.
fn quantity(text: &str) -> Option<u32> {
    if text.is_empty() {
        return Some(1);
    }
    u32::try_from(parse_fixed(text, 0)?).ok().filter(|pieces| *pieces > 0)
}

/// Products by their names, gathered when the first line needs them.
struct Names<'a> {
    catalogue: &'a Catalogue,
    ids: Option<HashMap<String, Vec<ProductId>>>,
}

impl Names<'_> {
    /// What the first of these names that means anything means.
    fn named(&mut self, names: &[String]) -> Result<ProductId, FieldError> {
        let first = names.first().map(String::as_str).unwrap_or_default();
        for name in names {
            let ids = self.ids_of(name);
            match ids.as_slice() {
                [] => {}
                [one] => return Ok(*one),
                _ => return Err(FieldError::new("", codes::TRADE_BULK_AMBIGUOUS).with("text", name)),
            }
        }
        Err(FieldError::new("", codes::TRADE_BULK_UNKNOWN).with("text", first))
    }

    fn ids_of(&mut self, name: &str) -> Vec<ProductId> {
        let by_sku = self.catalogue.by_sku(name).map(|one| match one {
            Found::Product(product) => product.item.id,
            Found::Variation(_, variation) => variation.item.id,
        });
        let by_id = || name.parse().ok().map(ProductId).filter(|id| self.catalogue.find(*id).is_some());
        match by_sku.or_else(by_id) {
            Some(id) => orderable_parts(self.catalogue, id),
            None => self.by_name(name),
        }
    }

    fn by_name(&mut self, name: &str) -> Vec<ProductId> {
        let catalogue = self.catalogue;
        let ids = self.ids.get_or_insert_with(|| {
            let mut ids: HashMap<String, Vec<ProductId>> = HashMap::new();
            for product in catalogue.products() {
                ids.entry(fold(&product.item.name)).or_default().push(product.item.id);
                for variation in product.variations.iter().filter(|one| one.item.name != product.item.name) {
                    ids.entry(fold(&variation.item.name)).or_default().push(variation.item.id);
                }
            }
            ids
        });
        let mut found: Vec<ProductId> =
            ids.get(&fold(name)).into_iter().flatten().flat_map(|id| orderable_parts(catalogue, *id)).collect();
        found.dedup();
        found
    }
}

/// What can be ordered of a product; a product of which nothing can is itself, so that it is told by its name.
fn orderable_parts(catalogue: &Catalogue, id: ProductId) -> Vec<ProductId> {
    let mut ids = parts(catalogue, id);
    if ids.len() > 1 {
        ids.retain(|id| ordered_as_is(catalogue, *id).is_some());
    }
    if ids.is_empty() { vec![id] } else { ids }
}
