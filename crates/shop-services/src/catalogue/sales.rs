//! Updates the snapshot after sales: only what they affect is rebuilt.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use shop_core::base::ProductId;

use super::index::stock_slot;
use super::snapshot::next_serial;
use super::{Catalogue, Found};
use crate::ports::StockLevel;

/// Pieces of one product in a sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoldPieces {
    /// Item whose stock was reduced, if it is managed.
    pub stock_of: Option<ProductId>,
    /// Product whose sales figure they count for.
    pub product: ProductId,
    pub quantity: i64,
}

impl Catalogue {
    /// The same catalogue with other stock and sales figures. Everything else is shared.
    #[must_use]
    pub fn with_stock(&self, levels: &[StockLevel], stock_version: i64) -> Self {
        let mut products = self.products.clone();
        let mut changed = BTreeSet::new();
        let mut sold = Vec::new();
        for level in levels {
            let Some((n, v)) = self.base.by_id.get(&level.id) else { continue };
            let Some(slot) = products.get_mut(*n) else { continue };
            let known = match v {
                None => slot.item.stock.quantity,
                Some(v) => slot.variations.get(*v).map_or(0, |variation| variation.item.stock.quantity),
            };
            let sales_differ = v.is_none() && slot.total_sales != level.total_sales;
            if known == level.quantity && !sales_differ {
                continue;
            }
            let product = Arc::make_mut(slot);
            match v {
                None => {
                    product.item.stock.quantity = level.quantity;
                    product.total_sales = level.total_sales;
                }
                Some(v) => {
                    if let Some(variation) = product.variations.get_mut(*v) {
                        variation.item.stock.quantity = level.quantity;
                    }
                }
            }
            if sales_differ {
                sold.push(*n);
            }
            changed.insert(*n);
        }
        let sales = |n: usize| products.get(n).map_or(0, |product| product.total_sales);
        let popularity = match sold.as_slice() {
            [] => Arc::clone(&self.popularity),
            _ => Arc::new(self.popularity.moved(sold, sales)),
        };
        let mut out = Self { serial: next_serial(), stock_version, products, popularity, ..self.clone() };
        for n in changed {
            let Some(availability) = out.products.get(n).map(|product| out.availability(product)) else { continue };
            if let Some(derived) = out.derived.get_mut(n) {
                derived.availability = availability;
            }
            if out.index.published.contains(n) {
                for (slot, bits) in out.stock.iter_mut().enumerate() {
                    if slot == stock_slot(availability) { bits.insert(n) } else { bits.remove(n) }
                }
            }
        }
        out
    }

    /// The same catalogue after a sale in this process. Its stock version stays unchanged, so that the next check of the database
    /// sees the change.
    #[must_use]
    pub fn after_sale(&self, sale: &[SoldPieces]) -> Self {
        let mut levels: BTreeMap<ProductId, StockLevel> = BTreeMap::new();
        for sold in sale {
            if let Some(id) = sold.stock_of
                && let Some(level) = level_in(self, &mut levels, id)
            {
                level.quantity -= sold.quantity;
            }
            if let Some(level) = level_in(self, &mut levels, sold.product) {
                level.total_sales += sold.quantity;
            }
        }
        self.with_stock(&levels.into_values().collect::<Vec<_>>(), self.stock_version)
    }
}

/// Levels of products whose sales figure was reset because their orders were cancelled, and which are therefore missing from the
/// given levels.
pub(super) fn levels_without_sales(catalogue: &Catalogue, levels: &[StockLevel]) -> Vec<StockLevel> {
    let known_products: BTreeSet<ProductId> = levels.iter().map(|level| level.id).collect();
    let sold = catalogue.products.iter().filter(|product| product.total_sales > 0);
    sold.filter(|product| !known_products.contains(&product.item.id))
        .map(|product| StockLevel { id: product.item.id, quantity: product.item.stock.quantity, total_sales: 0 })
        .collect()
}

fn level_in<'a>(
    catalogue: &Catalogue,
    levels: &'a mut BTreeMap<ProductId, StockLevel>,
    id: ProductId,
) -> Option<&'a mut StockLevel> {
    let (item, total_sales) = match catalogue.find(id)? {
        Found::Product(product) => (&product.item, product.total_sales),
        Found::Variation(_, variation) => (&variation.item, 0),
    };
    Some(levels.entry(id).or_insert(StockLevel { id, quantity: item.stock.quantity, total_sales }))
}

#[cfg(test)]
mod tests {
    use shop_core::catalogue::product::{Item, Product, ProductKind, Stock, StockStatus, Variation};

    use super::*;
    use crate::catalogue::{OrderBy, ProductQuery};
    use crate::ports::CatalogueData;

    fn item(id: i64, quantity: i64) -> Item {
        let stock = Stock { managed: true, quantity, ..Stock::default() };
        Item { id: id.into(), sku: format!("s-{id}"), name: format!("P{id}"), stock, ..Item::default() }
    }

    /// Two simple products, and a variable one with the variation 4.
    fn catalogue() -> Catalogue {
        let simple = |id, quantity| Product { item: item(id, quantity), slug: format!("p-{id}"), ..Product::default() };
        let variable = Product {
            kind: ProductKind::Variable,
            item: Item { stock: Stock::default(), ..item(3, 0) },
            slug: "p-3".into(),
            variations: vec![Variation { item: item(4, 1), ..Variation::default() }],
            ..Product::default()
        };
        let products = vec![simple(1, 2), simple(2, 5), variable];
        Catalogue::build(CatalogueData { products, version: 7, stock_version: 3, ..CatalogueData::default() }, 0, 1000)
    }

    fn pieces(stock_of: i64, product: i64, quantity: i64) -> SoldPieces {
        SoldPieces { stock_of: Some(stock_of.into()), product: product.into(), quantity }
    }

    #[test]
    fn what_is_sold_out_leaves_the_stock_filter_and_moves_up_by_sales() {
        let after = catalogue().after_sale(&[pieces(1, 1, 2), pieces(2, 2, 1)]);
        assert_eq!(after.availability_of(1.into()), StockStatus::OutOfStock);
        assert_eq!(after.availability_of(2.into()), StockStatus::InStock);
        let list = |query: ProductQuery| after.query(&ProductQuery { per_page: 9, page: 1, ..query }).ids;
        let in_stock = list(ProductQuery { stock: vec![StockStatus::InStock], ..ProductQuery::default() });
        assert!(!in_stock.contains(&1.into()), "{in_stock:?}");
        let loved = list(ProductQuery { orderby: OrderBy::Popularity, ..ProductQuery::default() });
        assert_eq!(loved.first(), Some(&1.into()));
    }

    #[test]
    fn a_product_whose_only_orders_were_given_up_has_no_sales_any_more() {
        let sold = SoldPieces { stock_of: None, product: 3.into(), quantity: 2 };
        let before = catalogue().after_sale(&[sold, pieces(1, 1, 1)]);
        let known = [StockLevel { id: 1.into(), quantity: 1, total_sales: 1 }];
        let reset = levels_without_sales(&before, &known);
        assert_eq!(reset, [StockLevel { id: 3.into(), quantity: 0, total_sales: 0 }]);
        let query = ProductQuery {
            sold_only: true,
            orderby: OrderBy::Id,
            ascending: true,
            per_page: 9,
            page: 1,
            ..ProductQuery::default()
        };
        assert_eq!(before.query(&query).ids, [1, 3].map(ProductId::from));
        assert_eq!(before.with_stock(&reset, 4).query(&query).ids, [ProductId::from(1)]);
        assert_eq!(levels_without_sales(&catalogue(), &[]), []);
    }

    #[test]
    fn a_sale_shows_what_the_database_will_say() {
        let sale = [pieces(4, 3, 1), pieces(2, 2, 3)];
        let levels = [
            StockLevel { id: 4.into(), quantity: 0, total_sales: 0 },
            StockLevel { id: 3.into(), quantity: 0, total_sales: 1 },
            StockLevel { id: 2.into(), quantity: 2, total_sales: 3 },
        ];
        let (after_sale, from_database) = (catalogue().after_sale(&sale), catalogue().with_stock(&levels, 4));
        assert_eq!(after_sale.products(), from_database.products());
        assert_eq!(after_sale.stock, from_database.stock);
        assert_eq!(after_sale.popularity, from_database.popularity);
        assert_eq!((after_sale.stock_version, from_database.stock_version), (3, 4), "the database is asked again");
    }
}
