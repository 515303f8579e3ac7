//! Sets and orders of products, as positions in the snapshot.

use std::collections::HashMap;
use std::sync::Arc;

use shop_core::catalogue::product::{Product, ProductKind, PublishStatus, StockStatus, Visibility};
use shop_core::ids::{AttributeId, CategoryId, TagId};
use shop_core::text::fold;

use super::Catalogue;
use super::bits::Bits;

/// Products by what they are: the same until the catalogue or a price changes, whatever is sold.
#[derive(Debug, Default)]
pub(crate) struct Index {
    pub category_bits: HashMap<CategoryId, Bits>,
    pub tag_bits: HashMap<TagId, Bits>,
    pub term_bits: HashMap<(AttributeId, String), Bits>,
    /// Published products.
    pub published: Bits,
    pub in_lists: Bits,
    pub in_search: Bits,
    pub featured: Bits,
    pub on_sale: Bits,
    pub rated: Bits,
    pub orders: Orders,
}

/// Products in each order, first to last.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    pub date: Vec<usize>,
    pub title: Vec<usize>,
    pub slug: Vec<usize>,
    /// By the lowest price; none counts as nothing.
    pub price: Vec<usize>,
    /// By the highest price; none counts as nothing.
    pub price_max: Vec<usize>,
    /// By the average rating, then by how many rated.
    pub rating: Vec<usize>,
    /// By how many rated.
    pub reviews: Vec<usize>,
    pub menu: Vec<usize>,
    pub modified: Vec<usize>,
}

/// Positions ordered by a key, then by position.
fn in_order<K: Ord>(count: usize, key: impl Fn(usize) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| key(*a).cmp(&key(*b)).then(a.cmp(b)));
    order
}

pub(super) fn by_sales(products: &[Arc<Product>]) -> Vec<usize> {
    in_order(products.len(), |n| products.get(n).map_or(0, |p| p.total_sales))
}

/// Place of an availability among the sets by stock.
pub(super) fn stock_slot(availability: StockStatus) -> usize {
    match availability {
        StockStatus::InStock => 0,
        StockStatus::OutOfStock => 1,
        StockStatus::OnBackorder => 2,
    }
}

impl Catalogue {
    /// Sorts the products into the sets.
    pub(super) fn fill(&mut self, index: &mut Index) {
        let attribute_ids: HashMap<String, AttributeId> =
            self.base.attributes.iter().map(|a| (a.taxonomy.clone(), a.id)).collect();
        for (n, (product, derived)) in self.products.iter().zip(&self.derived).enumerate() {
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
                index.rated.insert(n);
            }
            if let Some(bits) = self.stock.get_mut(stock_slot(derived.availability)) {
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

    /// The products in each order.
    pub(super) fn orders(&self) -> Orders {
        let products = &self.products;
        let folded: Vec<String> = products.iter().map(|p| fold(&p.item.name)).collect();
        let names = |n: usize| folded.get(n).map_or("", String::as_str);
        let product = |n: usize| products.get(n);
        let count = products.len();
        Orders {
            date: in_order(count, |n| product(n).map_or(0, |p| p.created_at)),
            modified: in_order(count, |n| product(n).map_or(0, |p| p.updated_at)),
            title: in_order(count, names),
            slug: in_order(count, |n| product(n).map_or("", |p| p.slug.as_str())),
            price: in_order(count, |n| self.derived.get(n).and_then(|d| d.price.min).map_or(0, |c| c.0)),
            price_max: in_order(count, |n| self.derived.get(n).and_then(|d| d.price.max).map_or(0, |c| c.0)),
            rating: in_order(count, |n| {
                product(n).map_or((0, 0), |p| (p.rating_sum * 1000 / p.rating_count.max(1), p.rating_count))
            }),
            reviews: in_order(count, |n| product(n).map_or(0, |p| p.rating_count)),
            menu: in_order(count, |n| (product(n).map_or(0, |p| p.item.menu_order), names(n))),
        }
    }
}
