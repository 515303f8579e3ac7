//! Resolves lines of a spreadsheet or file to products, by SKU, id or exact name.

use std::collections::HashMap;

use shop_core::base::search_text::search_key;
use shop_core::base::{FieldError, ProductId};
use shop_core::platform::messages::codes;
use shop_core::trade::packs::whole_packs;
use shop_core::trade::pasted::{BulkReport, PastedLine, QuantityUnit, ReportLine, parse_lines};

use super::search::{self, not_sold, parts, search_result};
use crate::cart::ordered_as_is;
use crate::catalogue::{Catalogue, Found, by_typed_sku};
use crate::platform::settings::ShopSettings;

/// Resolves every line.
pub(super) fn report(catalogue: &Catalogue, settings: &ShopSettings, text: &str) -> BulkReport {
    let (lines, cut) = parse_lines(text);
    let mut names = Names { catalogue, ids: None };
    let lines = lines.into_iter().map(|line| {
        let text = line.names.join(" · ");
        let number = line.line;
        match resolve_line(catalogue, settings, &mut names, &line) {
            Ok((product, quantity, notice)) => {
                ReportLine { line: number, text, product: Some(product), quantity, notice }
            }
            Err(error) => ReportLine { line: number, text, product: None, quantity: 0, notice: Some(error) },
        }
    });
    BulkReport { lines: lines.collect(), cut }
}

type ResolvedLine = (shop_core::trade::search_answer::FoundProduct, u32, Option<FieldError>);

fn resolve_line(
    catalogue: &Catalogue,
    settings: &ShopSettings,
    names: &mut Names<'_>,
    line: &PastedLine,
) -> Result<ResolvedLine, FieldError> {
    let written = line.quantity.clone()?;
    let (id, beside) = match (names.named(&line.names), &line.embedded) {
        (Err(error), Some((name, quantity))) => {
            (names.named(std::slice::from_ref(name)).map_err(|_| error)?, Some(*quantity))
        }
        (id, _) => (id?, None),
    };
    let (product, variation) = ordered_as_is(catalogue, id).ok_or_else(|| not_sold(catalogue, id))?;
    let sold = search_result(catalogue, settings, id).ok_or_else(|| not_sold(catalogue, id))?;
    if let (Some(one), Some(other)) = (beside, written)
        && one != other
    {
        let text = format!("{} · {}", one.count, other.count);
        return Err(FieldError::new("quantity", codes::TRADE_BULK_TWO_NUMBERS).with("text", text));
    }
    let name = search::name(product, variation);
    let Some(wanted) = beside.or(written) else {
        // Without a quantity the minimum is used, which needs no notice.
        return Ok((sold.clone(), whole_packs(name, 1, &sold.pack).0, None));
    };
    let step = u32::try_from(sold.pack.step).unwrap_or(1).max(1);
    if wanted.unit == QuantityUnit::Pieces || step == 1 {
        let (quantity, notice) = whole_packs(name, wanted.count, &sold.pack);
        return Ok((sold, quantity, notice));
    }
    let (quantity, notice) = whole_packs(name, wanted.count.saturating_mul(step), &sold.pack);
    let counted = || {
        let counted = FieldError::new("quantity", codes::TRADE_BULK_PACKS_COUNTED).with("name", name);
        counted.with("packs", wanted.count).with("step", step).with("quantity", quantity)
    };
    Ok((sold, quantity, Some(notice.unwrap_or_else(counted))))
}

/// Index of products by name, built when the first line needs it.
struct Names<'a> {
    catalogue: &'a Catalogue,
    ids: Option<HashMap<String, Vec<ProductId>>>,
}

impl Names<'_> {
    /// Returns the product of the first name that matches one.
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
        let by_sku = by_typed_sku(self.catalogue, name).map(Found::id);
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
                ids.entry(search_key(&product.item.name)).or_default().push(product.item.id);
                for variation in product.variations.iter().filter(|one| one.item.name != product.item.name) {
                    ids.entry(search_key(&variation.item.name)).or_default().push(variation.item.id);
                }
            }
            ids
        });
        let mut search_result: Vec<ProductId> =
            ids.get(&search_key(name)).into_iter().flatten().flat_map(|id| orderable_parts(catalogue, *id)).collect();
        search_result.dedup();
        search_result
    }
}

/// Returns the orderable items of a product; a product without any is returned itself, so that the error can name it.
fn orderable_parts(catalogue: &Catalogue, id: ProductId) -> Vec<ProductId> {
    let mut ids = parts(catalogue, id);
    if ids.len() > 1 {
        ids.retain(|id| ordered_as_is(catalogue, *id).is_some());
    }
    if ids.is_empty() { vec![id] } else { ids }
}
