//! Figures about a set of products for filters: prices, stock, ratings.

use std::collections::BTreeMap;

use shop_core::base::Cents;
use shop_core::catalogue::product::{Product, StockStatus};

use super::Catalogue;
use super::bits::Bits;
use super::index::stock_slot;

/// Lowest and highest price of these products, with 0 for products without a price; `None` for an empty set.
pub fn price_span(catalogue: &Catalogue, of: &Bits) -> Option<(Cents, Cents)> {
    let price = |n: usize| catalogue.derived(n).map(|derived| &derived.price);
    let orders = &catalogue.index.orders;
    let low = *orders.price.pick(of, false, 0, 1).first()?;
    let high = *orders.price_max.pick(of, true, 0, 1).first()?;
    Some((price(low)?.min.unwrap_or_default(), price(high)?.max.unwrap_or_default()))
}

/// Number of these products by availability.
pub fn stock_counts(catalogue: &Catalogue, of: &Bits) -> [(StockStatus, usize); 3] {
    let statuses = [StockStatus::InStock, StockStatus::OutOfStock, StockStatus::OnBackorder];
    statuses.map(|status| (status, catalogue.stock.get(stock_slot(status)).map_or(0, |bits| of.count_common(bits))))
}

/// Number of these products by rounded rating, from 1 to 5; those without reviews are not counted.
pub fn rating_counts(catalogue: &Catalogue, of: &Bits) -> BTreeMap<i64, usize> {
    let counts = catalogue.index.rated.iter().map(|(rating, bits)| (*rating, of.count_common(bits)));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// Average rating of a product with reviews, rounded half up.
pub(super) fn rounded_rating(product: &Product) -> i64 {
    let count = product.rating_count.max(1);
    (product.rating_sum * 2 + count) / (2 * count)
}
