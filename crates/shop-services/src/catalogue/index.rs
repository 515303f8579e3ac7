//! Sets and sort orders of products, as positions in the snapshot.

use std::collections::HashMap;
use std::sync::Arc;

use imbl::Vector;
use shop_core::base::text::fold;
use shop_core::base::{AttributeId, CategoryId, Cents, TagId};
use shop_core::catalogue::product::{Product, ProductKind, PublishStatus, StockStatus, Visibility};

use super::Catalogue;
use super::bits::Bits;
use super::counts::rounded_rating;
use super::order::Order;
use super::price::CurrentPrice;
use super::snapshot::Derived;

/// Products by their properties: unchanged by sales, until the catalogue or a price changes.
#[derive(Clone, Debug, Default)]
pub struct Index {
    pub(super) category_bits: HashMap<CategoryId, Bits>,
    pub(super) tag_bits: HashMap<TagId, Bits>,
    pub(super) term_bits: HashMap<(AttributeId, String), Bits>,
    pub(super) published: Bits,
    pub(super) in_lists: Bits,
    pub(super) in_search: Bits,
    pub(super) featured: Bits,
    pub(super) on_sale: Bits,
    /// By rounded rating, 1 to 5; products without reviews are in none.
    pub(super) rated: HashMap<i64, Bits>,
    pub(super) kinds: HashMap<ProductKind, Bits>,
    pub(super) orders: Orders,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    pub date: Arc<Order>,
    pub title: Arc<Order>,
    pub slug: Arc<Order>,
    /// By the lowest price; a missing one counts as zero.
    pub price: Arc<Order>,
    /// By the highest price; a missing one counts as zero.
    pub price_max: Arc<Order>,
    /// By average rating, then by number of ratings.
    pub rating: Arc<Order>,
    /// By number of ratings.
    pub reviews: Arc<Order>,
    pub menu: Arc<Order>,
    pub modified: Arc<Order>,
}

pub(super) fn by_sales(products: &Vector<Arc<Product>>) -> Order {
    Order::by(products.len(), |n| products.get(n).map_or(0, |p| p.total_sales))
}

/// Index of an availability among the sets by stock.
pub(super) fn stock_slot(availability: StockStatus) -> usize {
    match availability {
        StockStatus::InStock => 0,
        StockStatus::OutOfStock => 1,
        StockStatus::OnBackorder => 2,
    }
}

impl Index {
    /// Published products directly in a category.
    pub(crate) fn direct_category_products(&self, id: CategoryId) -> Option<&Bits> {
        self.category_bits.get(&id)
    }

    pub fn tag_products(&self, id: TagId) -> Option<&Bits> {
        self.tag_bits.get(&id)
    }

    /// Published products with an attribute's value.
    pub fn term_products(&self, id: AttributeId, slug: &str) -> Option<&Bits> {
        self.term_bits.get(&(id, slug.to_owned()))
    }

    /// A copy without some products.
    pub(super) fn without(&self, hidden: &Bits) -> Self {
        let mut out = self.clone();
        if hidden.is_empty() {
            return out;
        }
        let flags = [&mut out.published, &mut out.in_lists, &mut out.in_search, &mut out.featured, &mut out.on_sale];
        let sets = flags.into_iter().chain(out.category_bits.values_mut()).chain(out.tag_bits.values_mut());
        let sets = sets.chain(out.term_bits.values_mut()).chain(out.rated.values_mut()).chain(out.kinds.values_mut());
        for set in sets {
            set.remove_all(hidden);
        }
        out
    }
}

/// Fills the sets.
pub(super) fn fill(catalogue: &mut Catalogue, index: &mut Index) {
    let attribute_ids: HashMap<String, AttributeId> =
        catalogue.terms.attributes().iter().map(|a| (a.taxonomy.clone(), a.id)).collect();
    for (n, (product, derived)) in catalogue.products.iter().zip(&catalogue.derived).enumerate() {
        if product.item.status != PublishStatus::Publish {
            continue;
        }
        index.published.insert(n);
        if matches!(product.visibility, Visibility::Visible | Visibility::Catalog) {
            index.in_lists.insert(n);
        }
        if matches!(product.visibility, Visibility::Visible | Visibility::Search) {
            index.in_search.insert(n);
        }
        if product.featured {
            index.featured.insert(n);
        }
        if derived.price.on_sale && product.kind != ProductKind::Grouped {
            index.on_sale.insert(n);
        }
        if product.rating_count > 0 {
            index.rated.entry(rounded_rating(product)).or_default().insert(n);
        }
        index.kinds.entry(product.kind).or_default().insert(n);
        if let Some(bits) = catalogue.stock.get_mut(stock_slot(derived.availability)) {
            bits.insert(n);
        }
        for id in &product.category_ids {
            index.category_bits.entry(*id).or_default().insert(n);
        }
        for id in &product.tag_ids {
            index.tag_bits.entry(*id).or_default().insert(n);
        }
        for attribute in &product.attributes {
            let Some(id) = attribute.taxonomy.as_ref().and_then(|t| attribute_ids.get(t)) else { continue };
            for value in &attribute.values {
                index.term_bits.entry((*id, value.slug.clone())).or_default().insert(n);
            }
        }
    }
}

/// Computes the sort orders.
pub(super) fn orders(catalogue: &Catalogue) -> Orders {
    let products = &catalogue.products;
    let folded: Vec<String> = products.iter().map(|p| fold(&p.item.name)).collect();
    let names = |n: usize| folded.get(n).map_or("", String::as_str);
    let product = |n: usize| products.get(n);
    let count = products.len();
    let (price, price_max) = price_orders(&catalogue.derived);
    Orders {
        date: Arc::new(Order::by(count, |n| product(n).map_or(0, |p| p.created_at)).with_begins()),
        modified: Arc::new(Order::by(count, |n| product(n).map_or(0, |p| p.updated_at)).with_begins()),
        title: Arc::new(Order::by(count, names)),
        slug: Arc::new(Order::by(count, |n| product(n).map_or("", |p| p.slug.as_str()))),
        price,
        price_max,
        rating: Arc::new(Order::by(count, |n| {
            product(n).map_or((0, 0), |p| (p.rating_sum * 1000 / p.rating_count.max(1), p.rating_count))
        })),
        reviews: Arc::new(Order::by(count, |n| product(n).map_or(0, |p| p.rating_count))),
        menu: Arc::new(Order::by(count, |n| (product(n).map_or(0, |p| p.item.menu_order), names(n)))),
    }
}

/// Sort orders by lowest and by highest price.
pub(super) fn price_orders(derived: &Vector<Derived>) -> (Arc<Order>, Arc<Order>) {
    let order = |of: fn(&CurrentPrice) -> Option<Cents>| {
        let cents: Vec<i64> = derived.iter().map(|one| of(&one.price).unwrap_or_default().0).collect();
        Arc::new(Order::by(cents.len(), |n| cents.get(n).copied().unwrap_or(0)).with_begins())
    };
    (order(|price| price.min), order(|price| price.max))
}
