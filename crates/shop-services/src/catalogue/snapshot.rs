//! The snapshot and its indexes.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use imbl::Vector;
use shop_core::base::search_text::fold_for_search;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CategoryId, ProductId};
use shop_core::catalogue::lowest_price::lowest_before;
use shop_core::catalogue::product::{Product, ProductKind, StockStatus, Variation};

use super::bits::Bits;
use super::index::{Index, by_sales, fill, orders};
use super::order::Order;
use super::price::{CurrentPrice, is_offered, product_price};
use super::search::{SearchIndex, done};
use super::terms::Terms;
use crate::ports::{CatalogueData, SlugOwner};

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
    lowest: BTreeMap<ProductId, i64>,
    pub(super) by_id: HashMap<ProductId, (usize, Option<usize>)>,
    by_slug: HashMap<String, usize>,
    pub(super) by_sku: HashMap<String, ProductId>,
    /// SKUs that change when folded.
    pub(super) by_folded_sku: HashMap<String, ProductId>,
    former_slugs: HashMap<(SlugOwner, String), i64>,
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

pub(super) fn next_serial() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

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
        let lowest = data.prices.iter().filter_map(|(id, steps)| Some((*id, lowest_before(steps, now)?.0))).collect();
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
    pub fn lowest_30_days(&self, id: ProductId) -> Option<i64> {
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
