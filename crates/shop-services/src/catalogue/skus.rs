//! Search of products and variations by a part of their SKU.

use shop_core::base::ProductId;
use shop_core::base::search_text::fold_for_search;

use super::snapshot::{Catalogue, Found};

/// Finds a product or variation by a SKU as typed, ignoring case, hyphens and spaces.
pub fn by_typed_sku<'a>(catalogue: &'a Catalogue, typed: &str) -> Option<Found<'a>> {
    let (base, typed) = (&catalogue.base, typed.trim());
    let folded = fold_for_search(typed);
    let known = base.by_sku.get(&typed.to_lowercase()).or_else(|| base.by_sku.get(&folded));
    known.or_else(|| base.by_folded_sku.get(&folded)).and_then(|id| catalogue.find(*id))
}

/// Finds at most `limit` products and variations whose SKU contains a text, with the same tolerance: exact matches first, then
/// prefixes.
pub fn by_part_of_sku(catalogue: &Catalogue, part: &str, most: usize) -> Vec<ProductId> {
    let part = fold_for_search(part.trim());
    if part.is_empty() {
        return Vec::new();
    }
    let exact = by_typed_sku(catalogue, &part).map(Found::id);
    let mut found: Vec<(usize, &str, ProductId)> = catalogue
        .base
        .by_sku
        .iter()
        .filter_map(|(sku, id)| {
            let at = if sku.is_ascii() { sku.find(&part) } else { fold_for_search(sku).find(&part) };
            let at = at.or_else(|| (exact == Some(*id)).then_some(0))?;
            let rank = if exact == Some(*id) { 0 } else { at.min(1) + 1 };
            Some((rank, sku.as_str(), *id))
        })
        .collect();
    if found.len() > most {
        found.select_nth_unstable(most);
        found.truncate(most);
    }
    found.sort_unstable();
    found.into_iter().map(|(_, _, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use shop_core::catalogue::product::{Item, Product};

    use super::*;
    use crate::ports::CatalogueData;

    fn catalogue(skus: &[&str]) -> Catalogue {
        let product = |(n, sku): (i64, &&str)| Product {
            item: Item { id: ProductId(n), sku: (*sku).to_owned(), ..Item::default() },
            slug: n.to_string(),
            ..Product::default()
        };
        let products = (1..).zip(skus).map(product).collect();
        Catalogue::build(CatalogueData { products, ..CatalogueData::default() }, 0, 0)
    }

    #[test]
    fn the_whole_sku_comes_first_then_those_that_begin_with_it() {
        let catalogue = catalogue(&["X-CAV", "CAV-35", "cav", "CAV-15", "OLIO", ""]);
        assert_eq!(by_part_of_sku(&catalogue, " Cav ", 10), [3, 4, 2, 1].map(ProductId));
        assert_eq!(by_part_of_sku(&catalogue, "cav", 2), [3, 4].map(ProductId));
        assert_eq!(by_part_of_sku(&catalogue, " ", 10), []);
        assert_eq!(by_part_of_sku(&catalogue, "zafferano", 10), []);
    }
}
