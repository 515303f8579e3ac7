//! The snapshot and its indexes.

use std::collections::HashMap;
use std::sync::Arc;

use shop_core::catalogue::product::{
    Product, ProductKind, PublishStatus, StockStatus, UnixSeconds, Variation, Visibility,
};
use shop_core::ids::{AttributeId, CategoryId, ProductId, TagId};
use shop_core::text::fold;

use super::bits::Bits;
use super::price::{ShownPrice, is_offered, product_price};
use super::search::SearchIndex;
use crate::ports::{Attribute, CatalogueData, Category, StockLevel, Tag};

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
    /// Change counter that the snapshot corresponds to.
    pub version: i64,
    /// The snapshot holds from here …
    pub built_at: UnixSeconds,
    /// … until the next reduced price begins or ends.
    pub valid_until: Option<UnixSeconds>,
    /// Sold out at this quantity.
    pub no_stock_amount: i64,
    /// Stock counter that the snapshot corresponds to.
    pub stock_version: i64,
    products: Vec<Arc<Product>>,
    derived: Vec<Derived>,
    base: Arc<Base>,
    category_bits: HashMap<CategoryId, Bits>,
    tag_bits: HashMap<TagId, Bits>,
    term_bits: HashMap<(AttributeId, String), Bits>,
    /// Published products.
    pub(crate) published: Bits,
    pub(crate) in_lists: Bits,
    pub(crate) in_search: Bits,
    pub(crate) featured: Bits,
    pub(crate) on_sale: Bits,
    pub(crate) stock: [Bits; 3],
    pub(crate) orders: Orders,
}

/// What does not change with stock: shared by the snapshots of one catalogue version.
#[derive(Debug)]
struct Base {
    categories: Vec<Category>,
    tags: Vec<Tag>,
    attributes: Vec<Attribute>,
    lowest: std::collections::BTreeMap<ProductId, i64>,
    by_id: HashMap<ProductId, (usize, Option<usize>)>,
    by_slug: HashMap<String, usize>,
    by_sku: HashMap<String, ProductId>,
    children: HashMap<CategoryId, Vec<CategoryId>>,
    search: SearchIndex,
}

/// Products in each order, first to last.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    pub date: Vec<usize>,
    pub title: Vec<usize>,
    pub slug: Vec<usize>,
    pub price: Vec<usize>,
    pub popularity: Vec<usize>,
    pub rating: Vec<usize>,
    pub menu: Vec<usize>,
    pub modified: Vec<usize>,
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
        let search = SearchIndex::build(&data.products, &data.categories, &data.tags);
        let base = Base {
            categories: data.categories,
            tags: data.tags,
            attributes: data.attributes,
            lowest: data.lowest_30_days_cents,
            by_id,
            by_slug,
            by_sku,
            children,
            search,
        };
        let products = data.products.into_iter().map(Arc::new).collect();
        Self::assemble(Arc::new(base), products, (data.version, data.stock_version), no_stock_amount, now)
    }

    /// The same catalogue with other stock and sales figures; texts, terms and search index are shared.
    #[must_use]
    pub fn with_stock(&self, levels: &[StockLevel], stock_version: i64, now: UnixSeconds) -> Self {
        let mut products = self.products.clone();
        for level in levels {
            let Some((n, v)) = self.base.by_id.get(&level.id) else { continue };
            let Some(slot) = products.get_mut(*n) else { continue };
            let item = match v {
                None => &slot.item,
                Some(v) => match slot.variations.get(*v) {
                    Some(variation) => &variation.item,
                    None => continue,
                },
            };
            if item.stock.quantity == level.quantity && (v.is_some() || slot.total_sales == level.total_sales) {
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
        }
        Self::assemble(Arc::clone(&self.base), products, (self.version, stock_version), self.no_stock_amount, now)
    }

    fn assemble(
        base: Arc<Base>,
        products: Vec<Arc<Product>>,
        (version, stock_version): (i64, i64),
        no_stock_amount: i64,
        now: UnixSeconds,
    ) -> Self {
        let count = products.len();
        let valid_until = products
            .iter()
            .flat_map(|p| std::iter::once(&p.item.prices).chain(p.variations.iter().map(|v| &v.item.prices)))
            .flat_map(|prices| [prices.sale_from, prices.sale_to])
            .flatten()
            .filter(|moment| *moment > now)
            .min();
        let mut out = Self {
            version,
            stock_version,
            built_at: now,
            valid_until,
            no_stock_amount,
            products,
            derived: Vec::new(),
            base,
            category_bits: HashMap::new(),
            tag_bits: HashMap::new(),
            term_bits: HashMap::new(),
            published: Bits::none(count),
            in_lists: Bits::none(count),
            in_search: Bits::none(count),
            featured: Bits::none(count),
            on_sale: Bits::none(count),
            stock: [Bits::none(count), Bits::none(count), Bits::none(count)],
            orders: Orders::default(),
        };
        out.derived = out
            .products
            .iter()
            .map(|p| Derived { price: product_price(p, &out, now), availability: out.availability(p) })
            .collect();
        out.index_bits();
        out.index_orders();
        out
    }

    fn index_bits(&mut self) {
        let count = self.products.len();
        let attribute_ids: HashMap<String, AttributeId> =
            self.base.attributes.iter().map(|a| (a.taxonomy.clone(), a.id)).collect();
        for (n, (product, derived)) in self.products.iter().zip(&self.derived).enumerate() {
            if product.item.status != PublishStatus::Publish {
                continue;
            }
            self.published.insert(n);
            if matches!(product.visibility, Visibility::Visible | Visibility::Catalog) {
                self.in_lists.insert(n);
            }
            if matches!(product.visibility, Visibility::Visible | Visibility::Search) {
                self.in_search.insert(n);
            }
            if product.featured {
                self.featured.insert(n);
            }
            if derived.price.on_sale && product.kind != ProductKind::Grouped {
                self.on_sale.insert(n);
            }
            let slot = match derived.availability {
                StockStatus::InStock => 0,
                StockStatus::OutOfStock => 1,
                StockStatus::OnBackorder => 2,
            };
            if let Some(bits) = self.stock.get_mut(slot) {
                bits.insert(n);
            }
            for id in &product.category_ids {
                self.category_bits.entry(*id).or_insert_with(|| Bits::none(count)).insert(n);
            }
            for id in &product.tag_ids {
                self.tag_bits.entry(*id).or_insert_with(|| Bits::none(count)).insert(n);
            }
            for attribute in &product.attributes {
                let Some(id) = attribute.taxonomy.as_ref().and_then(|t| attribute_ids.get(t)) else { continue };
                for value in &attribute.values {
                    self.term_bits.entry((*id, value.slug.clone())).or_insert_with(|| Bits::none(count)).insert(n);
                }
            }
        }
    }

    fn index_orders(&mut self) {
        let numbers: Vec<usize> = (0..self.products.len()).collect();
        let products = &self.products;
        let derived = &self.derived;
        let sorted = |compare: &dyn Fn(usize, usize) -> std::cmp::Ordering| {
            let mut order = numbers.clone();
            order.sort_by(|a, b| compare(*a, *b).then(a.cmp(b)));
            order
        };
        let folded: Vec<String> = products.iter().map(|p| fold(&p.item.name)).collect();
        let by = |key: &dyn Fn(usize) -> i64| sorted(&|a, b| key(a).cmp(&key(b)));
        let text = |key: &dyn Fn(usize) -> String| {
            let keys: Vec<String> = numbers.iter().map(|n| key(*n)).collect();
            sorted(&|a, b| keys.get(a).cmp(&keys.get(b)))
        };
        let product = |n: usize| products.get(n);
        let orders = Orders {
            date: by(&|n| product(n).map_or(0, |p| p.created_at)),
            modified: by(&|n| product(n).map_or(0, |p| p.updated_at)),
            title: text(&|n| folded.get(n).cloned().unwrap_or_default()),
            slug: text(&|n| product(n).map(|p| p.slug.clone()).unwrap_or_default()),
            price: by(&|n| derived.get(n).and_then(|d| d.price.min).map_or(0, |c| c.0)),
            popularity: by(&|n| product(n).map_or(0, |p| p.total_sales)),
            rating: by(&|n| product(n).map_or(0, |p| p.rating_sum * 1000 / p.rating_count.max(1))),
            menu: {
                let keys: Vec<(i64, &String)> =
                    products.iter().zip(&folded).map(|(p, name)| (p.item.menu_order, name)).collect();
                sorted(&|a, b| keys.get(a).cmp(&keys.get(b)))
            },
        };
        self.orders = orders;
    }

    /// Availability of a product: a variable or grouped one is available when one of its parts is.
    fn availability(&self, product: &Product) -> StockStatus {
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
    pub fn products(&self) -> &[Arc<Product>] {
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
        self.base.by_slug.get(slug).and_then(|n| self.products.get(*n)).map(Arc::as_ref)
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
        self.base.categories.iter().find(|c| c.slug == slug_or_id || Some(c.id.0) == id)
    }

    /// A tag by slug or number.
    pub fn tag(&self, slug_or_id: &str) -> Option<&Tag> {
        let id = slug_or_id.parse::<i64>().ok();
        self.base.tags.iter().find(|t| t.slug == slug_or_id || Some(t.id.0) == id)
    }

    /// An attribute by taxonomy.
    pub fn attribute(&self, taxonomy: &str) -> Option<&Attribute> {
        self.base.attributes.iter().find(|a| a.taxonomy == taxonomy)
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
        let mut out = Bits::none(self.products.len());
        for id in self.with_descendants(id) {
            if let Some(bits) = self.category_bits.get(&id) {
                out.add_all(bits);
            }
        }
        out
    }

    /// Published products directly in a category.
    pub(crate) fn direct_category_products(&self, id: CategoryId) -> Option<&Bits> {
        self.category_bits.get(&id)
    }

    /// Published products with a tag.
    pub fn tag_products(&self, id: TagId) -> Option<&Bits> {
        self.tag_bits.get(&id)
    }

    /// Published products with an attribute's value.
    pub fn term_products(&self, id: AttributeId, slug: &str) -> Option<&Bits> {
        self.term_bits.get(&(id, slug.to_owned()))
    }

    /// Number shown beside a category: products in lists, or all published ones when it has only unlisted products.
    pub fn category_count(&self, id: CategoryId) -> usize {
        let all = self.category_products(id);
        match all.count_common(&self.in_lists) {
            0 => all.count(),
            listed => listed,
        }
    }

    /// The search index.
    pub fn search(&self) -> &SearchIndex {
        &self.base.search
    }
}
