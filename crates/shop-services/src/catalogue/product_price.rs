//! Current price of a whole product, also of one with variations and of a group.

use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::{Product, ProductKind};

use super::Catalogue;
use super::price::{CurrentPrice, is_offered, variation_price};

/// The price of a product: its own, or the range of its variations or of its group.
pub fn product_price(product: &Product, catalogue: &Catalogue, now: UnixSeconds) -> CurrentPrice {
    match product.kind {
        ProductKind::Variable => {
            range(product.variations.iter().filter(|v| is_offered(v)).map(|v| variation_price(v, now)))
        }
        ProductKind::Grouped => range(product.grouped_ids.iter().filter_map(|id| {
            let child = catalogue.product(*id)?;
            (child.kind != ProductKind::Grouped).then(|| product_price(child, catalogue, now))
        })),
        ProductKind::Simple | ProductKind::External => {
            let prices = &product.item.prices;
            CurrentPrice {
                min: prices.current(now),
                max: prices.current(now),
                regular: prices.regular,
                max_regular: prices.regular,
                on_sale: prices.on_sale(now),
            }
        }
    }
}

fn range(prices: impl Iterator<Item = CurrentPrice>) -> CurrentPrice {
    prices.fold(CurrentPrice::default(), |sum, price| CurrentPrice {
        min: lower(sum.min, price.min),
        max: sum.max.max(price.max),
        regular: lower(sum.regular, price.regular),
        max_regular: sum.max_regular.max(price.max_regular),
        on_sale: sum.on_sale || price.on_sale,
    })
}

fn lower(a: Option<Cents>, b: Option<Cents>) -> Option<Cents> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
