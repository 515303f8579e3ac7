//! Products and variations by a part of their SKU.

use shop_core::base::ProductId;

use super::snapshot::Catalogue;

/// The products and variations whose SKU has this in it, whatever its case: the whole SKU first, then those that begin with it; at
/// most so many.
pub fn by_part_of_sku(catalogue: &Catalogue, part: &str, most: usize) -> Vec<ProductId> {
    let part = part.trim().to_lowercase();
    if part.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, &str, ProductId)> = catalogue
        .base
        .by_sku
        .iter()
        .filter_map(|(sku, id)| {
            let at = sku.find(&part)?;
            let rank = if sku.len() == part.len() { 0 } else { at.min(1) + 1 };
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
