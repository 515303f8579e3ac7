//! The snapshot and its indexes.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use imbl::Vector;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{AttributeId, CategoryId, Lang, ProductId, TagId};
use shop_core::catalogue::lowest_price::lowest_before;
use shop_core::catalogue::product::{AttributeValue, Product, ProductAttribute, ProductKind, StockStatus, Variation};

use super::bits::Bits;
use super::index::{Index, by_sales};
use super::order::Order;
use super::price::{ShownPrice, is_offered, product_price};
use super::search::{SearchIndex, done};
use crate::ports::{Attribute, CatalogueData, Category, SlugOwner, Tag};

/// What an id or SKU names.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// A product.
    Product(&'a Product),
    /// A variation and its product.
    Variation(&'a Product, &'a Variation),
}

/// What is worked out once per product.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    pub price: ShownPrice,
    pub availability: StockStatus,
}

/// The whole catalogue, indexed. Numbers used inside are positions in [`Catalogue::products`].
#[derive(Debug)]
pub struct Catalogue {
    /// Tells this snapshot from every other one of the process.
    pub serial: u64,
    /// Change counter that the snapshot corresponds to.
    pub version: i64,
    /// The snapshot holds from here …
    pub built_at: UnixSeconds,
    /// When a reduced price began or ended last before: tells pages of one state of the database apart whose prices differ.
    pub prices_since: Option<UnixSeconds>,
    /// … until the next reduced price begins or ends.
    pub valid_until: Option<UnixSeconds>,
    /// Sold out at this quantity.
    pub no_stock_amount: i64,
    /// Stock counter that the snapshot corresponds to.
    pub stock_version: i64,
    // Of these a sale changes few: a copy shares the rest.
    pub(super) products: Vector<Arc<Product>>,
    pub(super) derived: Vector<Derived>,
    pub(super) base: Arc<Base>,
    pub(crate) index: Arc<Index>,
    pub(super) search: Arc<SearchIndex>,
    pub(crate) stock: [Bits; 3],
    /// Products, the least sold first.
    pub(crate) popularity: Arc<Order>,
}

/// What does not change with stock: shared by the snapshots of one catalogue version.
#[derive(Debug)]
pub(super) struct Base {
    categories: Vec<Category>,
    tags: Vec<Tag>,
    pub(super) attributes: Vec<Attribute>,
    lowest: BTreeMap<ProductId, i64>,
    pub(super) by_id: HashMap<ProductId, (usize, Option<usize>)>,
    by_slug: HashMap<String, usize>,
    by_sku: HashMap<String, ProductId>,
    former_slugs: HashMap<(SlugOwner, String), i64>,
    children: HashMap<CategoryId, Vec<CategoryId>>,
}

/// A number that no other snapshot of this process has.
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
        }
        let count = data.products.len();
        let mut by_id = HashMap::with_capacity(count * 2);
        let mut by_slug = HashMap::with_capacity(count);
        let mut by_sku = HashMap::with_capacity(count * 2);
        for (n, product) in data.products.iter().enumerate() {
            by_id.insert(product.item.id, (n, None));
            by_slug.insert(product.slug.clone(), n);
            if !product.item.sku.is_empty() {
                by_sku.insert(product.item.sku.to_lowercase(), product.item.id);
            }
            for (v, variation) in product.variations.iter().enumerate() {
                by_id.insert(variation.item.id, (n, Some(v)));
                if !variation.item.sku.is_empty() {
                    by_sku.insert(variation.item.sku.to_lowercase(), variation.item.id);
                }
            }
        }
        let mut children: HashMap<CategoryId, Vec<CategoryId>> = HashMap::new();
        for category in &data.categories {
            if let Some(parent) = category.parent_id {
                children.entry(parent).or_default().push(category.id);
            }
        }
        let former_slugs = data.former_slugs.into_iter().map(|one| ((one.owner, one.slug), one.id)).collect();
        let lowest = data.prices.iter().filter_map(|(id, steps)| Some((*id, lowest_before(steps, now)?.0))).collect();
        let base = Base {
            categories: data.categories,
            tags: data.tags,
            attributes: data.attributes,
            lowest,
            by_id,
            by_slug,
            by_sku,
            former_slugs,
            children,
        };
        let base = Arc::new(base);
        let products: Vector<Arc<Product>> = data.products.into_iter().map(Arc::new).collect();
        let versions = (data.version, data.stock_version);
        std::thread::scope(|threads| {
            let search = threads.spawn(|| SearchIndex::build(&products, &base.categories, &base.tags));
            let assembled = Self::assemble(Arc::clone(&base), products.clone(), versions, no_stock_amount, now);
            Self { search: Arc::new(done(search)), ..assembled }
        })
    }

    fn assemble(
        base: Arc<Base>,
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
            products,
            derived: Vector::new(),
            base,
            index: Arc::default(),
            search: Arc::default(),
            stock: Default::default(),
            popularity,
        };
        out.derived = out
            .products
            .iter()
            .map(|p| Derived { price: product_price(p, &out, now), availability: out.availability(p) })
            .collect();
        let mut index = Index { orders: out.orders(), ..Index::default() };
        out.fill(&mut index);
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

    /// All products, by id.
    pub fn products(&self) -> &Vector<Arc<Product>> {
        &self.products
    }

    /// Categories by position, then id.
    pub fn categories(&self) -> &[Category] {
        &self.base.categories
    }

    /// Tags by id.
    pub fn tags(&self) -> &[Tag] {
        &self.base.tags
    }

    /// Attributes by id.
    pub fn attributes(&self) -> &[Attribute] {
        &self.base.attributes
    }

    /// A product by id; `None` for variations.
    pub fn product(&self, id: ProductId) -> Option<&Product> {
        match self.base.by_id.get(&id) {
            Some((n, None)) => self.products.get(*n).map(Arc::as_ref),
            _ => None,
        }
    }

    /// A product or variation by id.
    pub fn find(&self, id: ProductId) -> Option<Found<'_>> {
        let (n, v) = self.base.by_id.get(&id)?;
        let product = self.products.get(*n)?;
        match v {
            None => Some(Found::Product(product)),
            Some(v) => Some(Found::Variation(product, product.variations.get(*v)?)),
        }
    }

    /// A product by the slug of its address.
    pub fn by_slug(&self, slug: &str) -> Option<&Product> {
        let found = self.base.by_slug.get(slug).or_else(|| self.base.by_slug.get(&slug.to_lowercase()));
        found.and_then(|n| self.products.get(*n)).map(Arc::as_ref)
    }

    /// The product that had a slug before, when none has it now.
    pub fn moved_product(&self, slug: &str) -> Option<&Product> {
        self.product(ProductId(self.moved(SlugOwner::Product, slug)?))
    }

    /// The category that had a slug before.
    pub fn moved_category(&self, slug: &str) -> Option<&Category> {
        let id = self.moved(SlugOwner::Category, slug)?;
        self.base.categories.iter().find(|category| category.id.0 == id)
    }

    /// The tag that had a slug before.
    pub fn moved_tag(&self, slug: &str) -> Option<&Tag> {
        let id = self.moved(SlugOwner::Tag, slug)?;
        self.base.tags.iter().find(|tag| tag.id.0 == id)
    }

    fn moved(&self, owner: SlugOwner, slug: &str) -> Option<i64> {
        self.base.former_slugs.get(&(owner, slug.to_owned())).copied()
    }

    /// A product or variation by SKU, whatever its case.
    pub fn by_sku(&self, sku: &str) -> Option<Found<'_>> {
        self.base.by_sku.get(&sku.to_lowercase()).and_then(|id| self.find(*id))
    }

    /// Price and availability of a product.
    pub fn price_of(&self, id: ProductId) -> ShownPrice {
        self.base.by_id.get(&id).and_then(|(n, _)| self.derived.get(*n)).map(|d| d.price).unwrap_or_default()
    }

    /// Availability of a product.
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

    /// Lowest price of the 30 days before the running reduction.
    pub fn lowest_30_days(&self, id: ProductId) -> Option<i64> {
        self.base.lowest.get(&id).copied()
    }

    /// A category by slug or number.
    pub fn category(&self, slug_or_id: &str) -> Option<&Category> {
        let id = slug_or_id.parse::<i64>().ok();
        self.base.categories.iter().find(|c| c.slug.eq_ignore_ascii_case(slug_or_id) || Some(c.id.0) == id)
    }

    /// A tag by slug or number.
    pub fn tag(&self, slug_or_id: &str) -> Option<&Tag> {
        let id = slug_or_id.parse::<i64>().ok();
        self.base.tags.iter().find(|t| t.slug.eq_ignore_ascii_case(slug_or_id) || Some(t.id.0) == id)
    }

    /// An attribute by taxonomy.
    pub fn attribute(&self, taxonomy: &str) -> Option<&Attribute> {
        self.base.attributes.iter().find(|a| a.taxonomy == taxonomy)
    }

    /// A product's attribute in words: its label, and its values in order with their wire form. Those of the whole shop have
    /// English words.
    pub fn attribute_words(&self, owned: &ProductAttribute, lang: Lang) -> (String, Vec<(String, String)>) {
        let shared = owned.taxonomy.as_deref().and_then(|taxonomy| self.attribute(taxonomy));
        let words = |value: &AttributeValue| {
            let term = shared.and_then(|shared| shared.terms.iter().find(|term| term.slug == value.slug));
            // The words of a product hold in Italian; what they say in English stands with the value itself.
            let english = term.filter(|term| lang == Lang::En && !term.name_en.is_empty());
            (owned.wire_value(value).to_owned(), english.map_or(&value.name, |term| &term.name_en).clone())
        };
        let english = shared.filter(|shared| lang == Lang::En && !shared.name_en.is_empty());
        let label = english.map_or(&owned.name, |shared| &shared.name_en).clone();
        (label, owned.values.iter().map(words).collect())
    }

    /// A category with all below it.
    pub fn with_descendants(&self, id: CategoryId) -> Vec<CategoryId> {
        let mut out = vec![id];
        let mut next = 0;
        while let Some(current) = out.get(next).copied() {
            for child in self.base.children.get(&current).into_iter().flatten() {
                if !out.contains(child) {
                    out.push(*child);
                }
            }
            next += 1;
        }
        out
    }

    /// The way from the top to a category.
    pub fn category_path(&self, id: CategoryId) -> Vec<&Category> {
        let mut path = Vec::new();
        let mut current = Some(id);
        while let Some(id) = current {
            let Some(category) = self.base.categories.iter().find(|c| c.id == id) else { break };
            if path.len() > 20 {
                break;
            }
            path.push(category);
            current = category.parent_id;
        }
        path.reverse();
        path
    }

    /// Published products of a category and those below it.
    pub fn category_products(&self, id: CategoryId) -> Bits {
        let mut out = Bits::default();
        for id in self.with_descendants(id) {
            if let Some(bits) = self.index.category_bits.get(&id) {
                out.add_all(bits);
            }
        }
        out
    }

    /// Published products directly in a category.
    pub(crate) fn direct_category_products(&self, id: CategoryId) -> Option<&Bits> {
        self.index.category_bits.get(&id)
    }

    /// Published products with a tag.
    pub fn tag_products(&self, id: TagId) -> Option<&Bits> {
        self.index.tag_bits.get(&id)
    }

    /// Published products with an attribute's value.
    pub fn term_products(&self, id: AttributeId, slug: &str) -> Option<&Bits> {
        self.index.term_bits.get(&(id, slug.to_owned()))
    }

    /// Number shown beside a category: products in lists, or all published ones when it has only unlisted products.
    pub fn category_count(&self, id: CategoryId) -> usize {
        let all = self.category_products(id);
        match all.count_common(&self.index.in_lists) {
            0 => all.count(),
            listed => listed,
        }
    }

    /// The search index.
    pub fn search(&self) -> &SearchIndex {
        &self.search
    }
}
