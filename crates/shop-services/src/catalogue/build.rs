//! Builds the snapshot from the stored catalogue.

use std::collections::HashMap;
use std::sync::Arc;

use imbl::Vector;
use shop_core::base::ProductId;
use shop_core::base::search_text::fold_for_search;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::lowest_price::lowest_before;
use shop_core::catalogue::product::Product;

use super::Catalogue;
use super::fill_index::{by_sales, fill, orders};
use super::index::Index;
use super::product_price::product_price;
use super::search::{SearchIndex, done};
use super::snapshot::{Base, Derived, next_serial};
use super::terms::Terms;
use crate::ports::CatalogueData;

impl Catalogue {
    /// Builds the snapshot for a moment.
    pub fn build(mut data: CatalogueData, no_stock_amount: i64, now: UnixSeconds) -> Self {
        data.products.sort_by_key(|p| p.item.id);
        for product in &mut data.products {
            // `parent` stands for the product's own class, also when that changes later.
            for variation in product.variations.iter_mut().filter(|v| v.item.tax_class == "parent") {
                variation.item.tax_class.clone_from(&product.item.tax_class);
            }
            without_spare_room(product);
        }
        let count = data.products.len();
        let mut by_id = HashMap::with_capacity(count * 2);
        let mut by_slug = HashMap::with_capacity(count);
        let mut by_sku = HashMap::with_capacity(count * 2);
        let mut by_folded_sku = HashMap::new();
        for (n, product) in data.products.iter().enumerate() {
            by_id.insert(product.item.id, (n, None));
            by_slug.insert(product.slug.clone(), n);
            if !product.item.sku.is_empty() {
                note_sku(&mut by_sku, &mut by_folded_sku, &product.item.sku, product.item.id);
            }
            for (v, variation) in product.variations.iter().enumerate() {
                by_id.insert(variation.item.id, (n, Some(v)));
                if !variation.item.sku.is_empty() {
                    note_sku(&mut by_sku, &mut by_folded_sku, &variation.item.sku, variation.item.id);
                }
            }
        }
        let former_slugs: HashMap<_, _> =
            data.former_slugs.into_iter().map(|one| ((one.owner, one.slug), one.id)).collect();
        let lowest = data.prices.iter().filter_map(|(id, steps)| Some((*id, lowest_before(steps, now)?))).collect();
        let terms = Arc::new(Terms::new(data.categories, data.tags, data.attributes, &former_slugs));
        let base = Arc::new(Base { lowest, by_id, by_slug, by_sku, by_folded_sku, former_slugs });
        let products: Vector<Arc<Product>> = data.products.into_iter().map(Arc::new).collect();
        let versions = (data.version, data.stock_version);
        std::thread::scope(|threads| {
            let search = threads.spawn(|| SearchIndex::build(&products, terms.categories(), terms.tags()));
            let shared = (Arc::clone(&base), Arc::clone(&terms));
            let assembled = Self::assemble(shared, products.clone(), versions, no_stock_amount, now);
            Self { search: Arc::new(done(search)), ..assembled }
        })
    }

    fn assemble(
        (base, terms): (Arc<Base>, Arc<Terms>),
        products: Vector<Arc<Product>>,
        (version, stock_version): (i64, i64),
        no_stock_amount: i64,
        now: UnixSeconds,
    ) -> Self {
        let moments = || {
            products
                .iter()
                .flat_map(|p| std::iter::once(&p.item.prices).chain(p.variations.iter().map(|v| &v.item.prices)))
                .flat_map(|prices| [prices.sale_from, prices.sale_to])
                .flatten()
        };
        let valid_until = moments().filter(|moment| *moment > now).min();
        let prices_since = moments().filter(|moment| *moment <= now).max();
        let popularity = Arc::new(by_sales(&products));
        let mut out = Self {
            serial: next_serial(),
            version,
            stock_version,
            built_at: now,
            prices_since,
            valid_until,
            no_stock_amount,
            hides_prices: false,
            products,
            derived: Vector::new(),
            base,
            terms,
            index: Arc::default(),
            search: Arc::default(),
            stock: Default::default(),
            popularity,
            hidden: Arc::default(),
        };
        out.derived = out
            .products
            .iter()
            .map(|p| Derived { price: product_price(p, &out, now), availability: out.availability(p) })
            .collect();
        let mut index = Index { orders: orders(&out), ..Index::default() };
        fill(&mut out, &mut index);
        out.index = Arc::new(index);
        out
    }
}

/// Vectors that grew element by element have spare capacity: in a catalogue of 100,000 products tens of megabytes for the
/// lifetime of the snapshot.
fn without_spare_room(product: &mut Product) {
    product.item.images.shrink_to_fit();
    product.category_ids.shrink_to_fit();
    product.tag_ids.shrink_to_fit();
    product.attributes.shrink_to_fit();
    for attribute in &mut product.attributes {
        attribute.values.shrink_to_fit();
    }
    product.variations.shrink_to_fit();
    for variation in &mut product.variations {
        variation.item.images.shrink_to_fit();
    }
}

fn note_sku(
    exact: &mut HashMap<String, ProductId>,
    otherwise: &mut HashMap<String, ProductId>,
    sku: &str,
    id: ProductId,
) {
    let (lower, folded) = (sku.to_lowercase(), fold_for_search(sku));
    if folded != lower {
        otherwise.insert(folded, id);
    }
    exact.insert(lower, id);
}
