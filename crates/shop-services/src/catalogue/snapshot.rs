//! The snapshot and its indexes.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use imbl::Vector;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CategoryId, Cents, ProductId};
use shop_core::catalogue::product::{Product, ProductKind, StockStatus, Variation};

use super::bits::Bits;
use super::index::Index;
use super::order::Order;
use super::price::{CurrentPrice, is_offered};
use super::search::SearchIndex;
use super::terms::Terms;
use crate::ports::SlugOwner;

/// The item with an id or SKU.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    Product(&'a Product),
    Variation(&'a Product, &'a Variation),
}

impl Found<'_> {
    /// Its id: the variation's own, if it is one.
    pub fn id(self) -> ProductId {
        match self {
            Self::Product(product) => product.item.id,
            Self::Variation(_, variation) => variation.item.id,
        }
    }
}

/// Values computed once per product.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    pub price: CurrentPrice,
    pub availability: StockStatus,
}

/// The whole catalogue, indexed. Numbers used inside are positions in [`Catalogue::products`].
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// Unique number of this snapshot within the process.
    pub serial: u64,
    /// Catalogue change counter of the snapshot.
    pub version: i64,
    /// The snapshot is valid from here …
    pub built_at: UnixSeconds,
    /// When a sale price last started or ended before: distinguishes pages of one state of the database with different prices.
    pub prices_since: Option<UnixSeconds>,
    /// … until the next sale price starts or ends.
    pub valid_until: Option<UnixSeconds>,
    /// Stock quantity at which a product is out of stock.
    pub no_stock_amount: i64,
    /// Stock change counter of the snapshot.
    pub stock_version: i64,
    /// Prices are hidden from the visitor, and nothing can be bought.
    pub hides_prices: bool,
    // A sale changes few of these: a copy shares the rest.
    pub(super) products: Vector<Arc<Product>>,
    pub(super) derived: Vector<Derived>,
    pub(super) base: Arc<Base>,
    pub(super) terms: Arc<Terms>,
    pub(crate) index: Arc<Index>,
    pub(super) search: Arc<SearchIndex>,
    pub(crate) stock: [Bits; 3],
    /// Products by sales, lowest first.
    pub(crate) popularity: Arc<Order>,
    /// Products hidden from the visitor, treated as if they did not exist.
    pub(super) hidden: Arc<Bits>,
}

/// The part that does not change with stock: shared by the snapshots of one catalogue version.
#[derive(Debug)]
pub(super) struct Base {
    pub(super) lowest: BTreeMap<ProductId, Cents>,
    pub(super) by_id: HashMap<ProductId, (usize, Option<usize>)>,
    pub(super) by_slug: HashMap<String, usize>,
    pub(super) by_sku: HashMap<String, ProductId>,
    /// SKUs that change when folded.
    pub(super) by_folded_sku: HashMap<String, ProductId>,
    pub(super) former_slugs: HashMap<(SlugOwner, String), i64>,
}

pub(super) fn next_serial() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Catalogue {
    /// Availability of a product: a variable or grouped one is available when one of its parts is.
    pub(super) fn availability(&self, product: &Product) -> StockStatus {
        let best = |statuses: &mut dyn Iterator<Item = StockStatus>| {
            statuses.min_by_key(|s| match s {
                StockStatus::InStock => 0,
                StockStatus::OnBackorder => 1,
                StockStatus::OutOfStock => 2,
            })
        };
        match product.kind {
            ProductKind::Variable => best(
                &mut product
                    .variations
                    .iter()
                    .filter(|v| is_offered(v))
                    .map(|v| self.variation_availability(product, v)),
            )
            .unwrap_or(StockStatus::OutOfStock),
            ProductKind::Grouped | ProductKind::Simple | ProductKind::External => {
                product.item.stock.availability(self.no_stock_amount)
            }
        }
    }

    /// Availability of a variation, whose stock may be its parent's.
    pub fn variation_availability(&self, product: &Product, variation: &Variation) -> StockStatus {
        let stock = if variation.stock_of_parent { &product.item.stock } else { &variation.item.stock };
        stock.availability(self.no_stock_amount)
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Published products in sets.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// All products by id, including those hidden from the visitor.
    pub fn products(&self) -> &Vector<Arc<Product>> {
        &self.products
    }

    /// A product by id; `None` for variations.
    pub fn product(&self, id: ProductId) -> Option<&Product> {
        match self.base.by_id.get(&id) {
            Some((n, None)) => sold_at(self, *n),
            _ => None,
        }
    }

    pub fn find(&self, id: ProductId) -> Option<Found<'_>> {
        let (n, v) = self.base.by_id.get(&id)?;
        let product = sold_at(self, *n)?;
        match v {
            None => Some(Found::Product(product)),
            Some(v) => Some(Found::Variation(product, product.variations.get(*v)?)),
        }
    }

    pub fn by_slug(&self, slug: &str) -> Option<&Product> {
        let found = self.base.by_slug.get(slug).or_else(|| self.base.by_slug.get(&slug.to_lowercase()));
        found.and_then(|n| sold_at(self, *n))
    }

    /// The product that had a slug before, unless another one has it now.
    pub fn moved_product(&self, slug: &str) -> Option<&Product> {
        self.product(ProductId(self.base.former_slugs.get(&(SlugOwner::Product, slug.to_owned())).copied()?))
    }

    /// A product or variation by SKU, ignoring case.
    pub fn by_sku(&self, sku: &str) -> Option<Found<'_>> {
        self.base.by_sku.get(&sku.to_lowercase()).and_then(|id| self.find(*id))
    }

    pub fn price_of(&self, id: ProductId) -> CurrentPrice {
        self.base.by_id.get(&id).and_then(|(n, _)| self.derived.get(*n)).map(|d| d.price).unwrap_or_default()
    }

    pub fn availability_of(&self, id: ProductId) -> StockStatus {
        self.base
            .by_id
            .get(&id)
            .and_then(|(n, _)| self.derived.get(*n))
            .map_or(StockStatus::OutOfStock, |d| d.availability)
    }

    pub(crate) fn derived(&self, n: usize) -> Option<&Derived> {
        self.derived.get(n)
    }

    pub(crate) fn product_at(&self, n: usize) -> Option<&Product> {
        self.products.get(n).map(Arc::as_ref)
    }

    pub(crate) fn position(&self, id: ProductId) -> Option<usize> {
        self.base.by_id.get(&id).filter(|(_, v)| v.is_none()).map(|(n, _)| *n)
    }

    /// Lowest price of the 30 days before the current sale.
    pub fn lowest_30_days(&self, id: ProductId) -> Option<Cents> {
        self.base.lowest.get(&id).copied()
    }

    /// Published products of a category and its subcategories.
    pub fn category_products(&self, id: CategoryId) -> Bits {
        let mut out = Bits::default();
        for id in self.terms().with_descendants(id) {
            if let Some(bits) = self.index.category_bits.get(&id) {
                out.add_all(bits);
            }
        }
        out
    }

    /// Number shown beside a category: products in lists, or all published ones if it has only unlisted products.
    pub fn category_count(&self, id: CategoryId) -> usize {
        let all = self.category_products(id);
        match all.count_common(&self.index.in_lists) {
            0 => all.count(),
            listed => listed,
        }
    }

    pub fn search(&self) -> &SearchIndex {
        &self.search
    }
}

/// A product, unless it is hidden from the visitor.
fn sold_at(catalogue: &Catalogue, n: usize) -> Option<&Product> {
    catalogue.products.get(n).filter(|_| !catalogue.hidden.contains(n)).map(Arc::as_ref)
}

/// The published products that are visible to the visitor, by id.
pub fn published(catalogue: &Catalogue) -> impl Iterator<Item = &Product> {
    catalogue.index.published.iter().filter_map(|n| catalogue.product_at(n))
}
