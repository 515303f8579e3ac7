//! Computes the sets and sort orders of the products.

use std::collections::HashMap;
use std::sync::Arc;

use imbl::Vector;
use shop_core::base::text::fold;
use shop_core::base::{AttributeId, Cents};
use shop_core::catalogue::product::{Product, ProductKind, PublishStatus, Visibility};

use super::Catalogue;
use super::counts::rounded_rating;
use super::index::{Index, Orders, stock_slot};
use super::order::Order;
use super::price::CurrentPrice;
use super::snapshot::Derived;

pub(super) fn by_sales(products: &Vector<Arc<Product>>) -> Order {
    Order::by(products.len(), |n| products.get(n).map_or(0, |p| p.total_sales))
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
