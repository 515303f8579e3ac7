//! Current price of a product, as entered: a single price or a range.

use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::{PublishStatus, Variation};

/// Prices of a product at a moment, as entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CurrentPrice {
    pub min: Option<Cents>,
    pub max: Option<Cents>,
    /// Full price of the cheapest item.
    pub regular: Option<Cents>,
    /// Highest full price.
    pub max_regular: Option<Cents>,
    /// The product or one of its variations is on sale.
    pub on_sale: bool,
}

/// Whether a variation is available for purchase: published and priced.
pub(crate) fn is_offered(variation: &Variation) -> bool {
    variation.item.status == PublishStatus::Publish && variation.item.prices.regular.is_some()
}

/// The price of one variation.
pub fn variation_price(variation: &Variation, now: UnixSeconds) -> CurrentPrice {
    let prices = &variation.item.prices;
    CurrentPrice {
        min: prices.current(now),
        max: prices.current(now),
        regular: prices.regular,
        max_regular: prices.regular,
        on_sale: prices.on_sale(now),
    }
}
