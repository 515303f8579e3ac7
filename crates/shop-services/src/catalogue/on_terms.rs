//! The snapshot on a buyer's terms: with the buyer's prices, and without products hidden from the buyer. Everything else is
//! shared with the common one, including the search index.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use imbl::Vector;
use shop_core::base::{CategoryId, ProductId};
use shop_core::catalogue::product::{Prices, Product, ProductKind};
use shop_core::trade::price::TradePrice;

use super::bits::Bits;
use super::fill_index::price_orders;
use super::index::Index;
use super::product_price::product_price;
use super::snapshot::{Catalogue, next_serial};

/// The part of a buyer's terms that the catalogue depends on.
#[derive(Debug, Default)]
pub struct CatalogueTerms {
    /// Prices are hidden, and nothing can be bought.
    pub hides_prices: bool,
    /// Hidden categories, with their subcategories.
    pub hidden_category_ids: Vec<CategoryId>,
    pub hidden_product_ids: Vec<ProductId>,
    /// Prices by product or variation.
    pub prices: BTreeMap<ProductId, TradePrice>,
}

/// Derives the catalogue on a buyer's terms.
#[must_use]
pub fn on_terms(common: &Catalogue, terms: &CatalogueTerms) -> Catalogue {
    let mut hidden_categories: Vec<CategoryId> = Vec::new();
    for id in &terms.hidden_category_ids {
        hidden_categories.extend(common.terms.with_descendants(*id));
    }
    let mut hidden: Bits = Bits::union(hidden_categories.iter().filter_map(|id| common.index.category_bits.get(id)));
    for n in terms.hidden_product_ids.iter().filter_map(|id| common.position(*id)) {
        hidden.insert(n);
    }
    let (products, mut priced) =
        if terms.hides_prices { without_prices(&common.products) } else { with_prices(common, &terms.prices, &hidden) };
    let mut index = common.index.without(&hidden);
    // The price of a group follows from its products.
    priced.extend(index.kinds.get(&ProductKind::Grouped).into_iter().flat_map(Bits::iter));
    let mut stock = common.stock.clone();
    for bits in &mut stock {
        bits.remove_all(&hidden);
    }
    let mut out = Catalogue {
        serial: next_serial(),
        hides_prices: terms.hides_prices,
        products,
        terms: Arc::new(common.terms.without(&hidden_categories)),
        stock,
        hidden: Arc::new(hidden),
        ..common.clone()
    };
    reprice(&mut out, &priced, &mut index);
    out.index = Arc::new(index);
    out
}

/// Products with the prices of the terms, and the positions of those that changed.
fn with_prices(
    common: &Catalogue,
    prices: &BTreeMap<ProductId, TradePrice>,
    hidden: &Bits,
) -> (Vector<Arc<Product>>, BTreeSet<usize>) {
    let mut products = common.products.clone();
    let mut changed = BTreeSet::new();
    for (id, price) in prices {
        let Some((n, v)) = common.base.by_id.get(id).filter(|(n, _)| !hidden.contains(*n)) else { continue };
        let Some(product) = products.get_mut(*n).map(Arc::make_mut) else { continue };
        let item = match v {
            None => Some(&mut product.item),
            Some(v) => product.variations.get_mut(*v).map(|variation| &mut variation.item),
        };
        if let Some(item) = item {
            item.prices = price.over(&item.prices);
            changed.insert(*n);
        }
    }
    (products, changed)
}

/// Recomputes what follows from the prices of some products.
fn reprice(catalogue: &mut Catalogue, priced: &BTreeSet<usize>, index: &mut Index) {
    for n in priced {
        let Some(product) = catalogue.products.get(*n) else { continue };
        let price = product_price(product, catalogue, catalogue.built_at);
        if price.on_sale && product.kind != ProductKind::Grouped && index.published.contains(*n) {
            index.on_sale.insert(*n);
        } else {
            index.on_sale.remove(*n);
        }
        if let Some(derived) = catalogue.derived.get_mut(*n) {
            derived.price = price;
        }
    }
    if !priced.is_empty() {
        (index.orders.price, index.orders.price_max) = price_orders(&catalogue.derived);
    }
}

/// Updates a catalogue on a buyer's terms after sales: `before` is the snapshot it was derived from, `now` the one of the same
/// version with other stock.
#[must_use]
pub(crate) fn with_stock_of(own: &Catalogue, before: &Catalogue, now: &Catalogue) -> Catalogue {
    let mut products = now.products.clone();
    let each = own.products.iter().zip(&before.products).zip(&now.products).enumerate();
    for (n, ((own, before), now)) in each {
        if Arc::ptr_eq(own, before) {
            continue;
        }
        let own = if Arc::ptr_eq(before, now) { Arc::clone(own) } else { Arc::new(with_prices_of(now, own)) };
        products.set(n, own);
    }
    let mut derived = now.derived.clone();
    for (n, own) in own.derived.iter().enumerate() {
        if let Some(slot) = derived.get_mut(n).filter(|slot| slot.price != own.price) {
            slot.price = own.price;
        }
    }
    let mut stock = now.stock.clone();
    for bits in &mut stock {
        bits.remove_all(&own.hidden);
    }
    Catalogue {
        serial: next_serial(),
        stock_version: now.stock_version,
        products,
        derived,
        stock,
        popularity: Arc::clone(&now.popularity),
        ..own.clone()
    }
}

/// All products without prices, and all positions.
fn without_prices(products: &Vector<Arc<Product>>) -> (Vector<Arc<Product>>, BTreeSet<usize>) {
    let bare = products.iter().map(|product| {
        let mut bare = Product::clone(product);
        for item in std::iter::once(&mut bare.item).chain(bare.variations.iter_mut().map(|one| &mut one.item)) {
            item.prices = Prices::default();
        }
        Arc::new(bare)
    });
    (bare.collect(), (0..products.len()).collect())
}

fn with_prices_of(product: &Product, priced: &Product) -> Product {
    let mut out = product.clone();
    out.item.prices.clone_from(&priced.item.prices);
    for (own, of) in out.variations.iter_mut().zip(&priced.variations) {
        own.item.prices.clone_from(&of.item.prices);
    }
    out
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;
    use shop_core::catalogue::product::{Item, PriceTier, Stock, StockStatus, Variation};

    use super::*;
    use crate::catalogue::{OrderBy, ProductQuery, SoldPieces, TermFilter};
    use crate::ports::{CatalogueData, Category};

    fn item(id: i64, cents: i64) -> Item {
        let prices = Prices { regular: Some(Cents(cents)), ..Prices::default() };
        let stock = Stock { managed: true, quantity: 9, ..Stock::default() };
        Item { id: id.into(), sku: format!("s-{id}"), name: format!("Olio {id}"), prices, stock, ..Item::default() }
    }

    fn product(id: i64, cents: i64, category: i64) -> Product {
        let category_ids = vec![category.into()];
        Product { item: item(id, cents), slug: format!("p-{id}"), category_ids, ..Product::default() }
    }

    /// Products 1 and 2 in category 1, 3 in category 2 below it; 4 has the variations 5 and 6; 7 is the group of 1 and 3.
    fn common() -> Catalogue {
        let variations =
            [(5, 400), (6, 600)].map(|(id, cents)| Variation { item: item(id, cents), ..Variation::default() });
        let variable = Product { kind: ProductKind::Variable, variations: variations.to_vec(), ..product(4, 0, 3) };
        let group = Product { kind: ProductKind::Grouped, grouped_ids: vec![1.into(), 3.into()], ..product(7, 0, 3) };
        let category = |id: i64, parent: Option<i64>| Category {
            id: id.into(),
            parent_id: parent.map(Into::into),
            slug: format!("c-{id}"),
            name: format!("C{id}"),
            ..Category::default()
        };
        let data = CatalogueData {
            products: vec![product(1, 100, 1), product(2, 200, 1), product(3, 300, 2), variable, group],
            categories: vec![category(1, None), category(2, Some(1)), category(3, None)],
            version: 1,
            stock_version: 1,
            ..CatalogueData::default()
        };
        Catalogue::build(data, 0, 1000)
    }

    fn own(cents: i64) -> TradePrice {
        TradePrice { cents: Some(Cents(cents)), ..TradePrice::default() }
    }

    fn by_price(catalogue: &Catalogue) -> Vec<i64> {
        let query =
            ProductQuery { orderby: OrderBy::Price, ascending: true, page: 1, per_page: 9, ..ProductQuery::default() };
        catalogue.query(&query).ids.iter().map(|id| id.0).collect()
    }

    #[test]
    fn own_prices_hold_in_products_variations_groups_and_orders_and_the_rest_is_shared() {
        let common = common();
        let prices = BTreeMap::from([(1.into(), own(350)), (6.into(), own(50)), (99.into(), own(1))]);
        let mine = on_terms(&common, &CatalogueTerms { prices, ..CatalogueTerms::default() });
        let price = |id: i64| mine.price_of(id.into());
        assert_eq!((price(1).min, price(4).min, price(4).max), (Some(Cents(350)), Some(Cents(50)), Some(Cents(400))));
        assert_eq!((price(7).min, price(7).max), (Some(Cents(300)), Some(Cents(350))));
        assert_eq!(by_price(&mine), [4, 2, 3, 7, 1]);
        assert_eq!(by_price(&common), [1, 7, 2, 3, 4], "nobody else's prices change");
        assert!(Arc::ptr_eq(&mine.products[1], &common.products[1]));
        assert!(Arc::ptr_eq(&mine.search, &common.search));
        assert_ne!(mine.serial, common.serial);
    }

    #[test]
    fn what_is_hidden_is_found_in_no_way() {
        let common = common();
        let mine = on_terms(
            &common,
            &CatalogueTerms {
                hidden_category_ids: vec![1.into()],
                hidden_product_ids: vec![4.into()],
                ..CatalogueTerms::default()
            },
        );
        for id in [1, 2, 3, 4, 5, 6] {
            assert!(mine.find(id.into()).is_none(), "{id}");
            assert!(mine.by_sku(&format!("s-{id}")).is_none(), "{id}");
            assert!(mine.by_slug(&format!("p-{id}")).is_none(), "{id}");
        }
        let all = |query: ProductQuery| mine.query(&ProductQuery { page: 1, per_page: 9, ..query }).ids;
        assert_eq!(all(ProductQuery::default()), [7.into()]);
        assert_eq!(all(ProductQuery { search: "olio".into(), ..ProductQuery::default() }), [7.into()]);
        assert_eq!(all(ProductQuery { variations: true, ..ProductQuery::default() }), []);
        let of = |slug: &str| TermFilter { terms: vec![slug.into()], ..TermFilter::default() };
        assert_eq!(all(ProductQuery { categories: Some(of("c-1")), ..ProductQuery::default() }), []);
        let names: Vec<&str> = mine.terms().categories().iter().map(|one| one.slug.as_str()).collect();
        assert_eq!(names, ["c-3"]);
        assert_eq!(mine.category_count(3.into()), 1);
        assert_eq!(mine.price_of(7.into()).min, None, "a group of nothing");
        assert_eq!(by_price(&common).len(), 5);
    }

    #[test]
    fn without_prices_nothing_has_a_price_and_everything_is_there() {
        let bare = on_terms(&common(), &CatalogueTerms { hides_prices: true, ..CatalogueTerms::default() });
        assert_eq!(by_price(&bare).len(), 5);
        for id in [1, 2, 3, 4, 7] {
            assert_eq!(bare.price_of(id.into()).min, None, "{id}");
        }
        let dear = ProductQuery { min_price: Some(Cents(1)), page: 1, per_page: 9, ..ProductQuery::default() };
        assert_eq!(bare.query(&dear).total, 0, "nor does a filter tell it");
    }

    #[test]
    fn a_sale_is_seen_on_all_terms() {
        let common = common();
        let tiers = vec![PriceTier { from_quantity: 6, cents: Cents(90) }];
        let prices = BTreeMap::from([(1.into(), TradePrice { cents: None, tiers })]);
        let terms = CatalogueTerms { prices, hidden_product_ids: vec![3.into()], ..CatalogueTerms::default() };
        let mine = on_terms(&common, &terms);
        let sold = |id: i64| SoldPieces { stock_of: Some(id.into()), product: id.into(), quantity: 9 };
        let after = common.after_sale(&[sold(1), sold(2), sold(3)]);
        let (updated, rebuilt) = (with_stock_of(&mine, &common, &after), on_terms(&after, &terms));
        assert_eq!(updated.availability_of(1.into()), StockStatus::OutOfStock);
        assert_eq!(updated.products, rebuilt.products);
        assert_eq!(updated.stock, rebuilt.stock);
        assert_eq!(updated.popularity, rebuilt.popularity);
        let derived = |of: &Catalogue| of.derived.iter().map(|one| (one.price, one.availability)).collect::<Vec<_>>();
        assert_eq!(derived(&updated), derived(&rebuilt));
    }
}
