//! A cart line with its displayed data.

use shop_core::base::Cents;
use shop_core::cart::totals::LineTotals;
use shop_core::catalogue::alcohol::{ADULT_YEARS, is_alcoholic};
use shop_core::catalogue::product::{Backorders, Item, Product, ProductKind, PublishStatus, StockStatus, Variation};
use shop_core::catalogue::purchase::Purchase;
use shop_core::catalogue::purchase::money::Priced;
use shop_core::catalogue::purchase::words::Fact;
use shop_core::catalogue::quantity::{QuantityBounds, line_bounds};
use shop_core::orders::subscription::SubscriptionTerms;

use crate::catalogue::{Catalogue, Found};
use crate::records::CartLine;

#[derive(Clone, Debug)]
pub struct PricedLine<'a> {
    pub line: &'a CartLine,
    pub product: &'a Product,
    pub variation: Option<&'a Variation>,
    pub bounds: QuantityBounds,
    /// Remaining stock, if managed.
    pub stock_left: Option<i64>,
    pub availability: StockStatus,
    /// Displayed price of a piece.
    pub unit_price: Cents,
    /// Displayed full price of a piece.
    pub unit_regular: Cents,
    pub on_sale: bool,
    /// Price of a piece as displayed at the shop's own location.
    pub shop_price: Cents,
    /// Full price of a piece as displayed at the shop's own location.
    pub shop_regular: Cents,
    /// Price of a piece with its add-ons, as entered.
    pub entered_price: Cents,
    /// Price without a reduction, as entered.
    pub regular: Priced,
    pub totals: LineTotals,
    /// Choices beside the variation.
    pub purchase: Purchase<'a>,
    /// Price as entered; [`Self::entered_price`] is without one-time charges.
    pub priced: Priced,
    /// Payment schedule; `None` if it is bought once.
    pub terms: Option<SubscriptionTerms>,
    /// Price of each payment, as entered; [`Self::priced`] is paid with the order.
    pub each: Priced,
    /// The choices for display, with displayed prices.
    pub facts: Vec<Fact>,
    /// Product name in the buyer's language.
    pub name: &'a str,
    /// The same with the variation's fixed values, for parcel labels.
    pub full_name: String,
    /// Chosen values: attribute key, label, displayed value, in the product's order.
    pub chosen: Vec<(String, String, String)>,
}

impl<'a> PricedLine<'a> {
    pub fn item(&self) -> &'a Item {
        self.variation.map_or(&self.product.item, |v| &v.item)
    }

    /// Item whose stock applies.
    pub fn stock_item(&self) -> &'a Item {
        stock_item(self.product, self.variation)
    }

    pub fn needs_shipping(&self) -> bool {
        !self.item().is_virtual
    }

    /// Whether it may be ordered beyond the stock.
    pub fn backorders_allowed(&self) -> bool {
        let stock = &self.stock_item().stock;
        stock.managed && stock.backorders != Backorders::No
    }
}

/// Minimum age in years for buying a product: adults for an alcoholic drink, or a basket with one; `None` for any age.
pub fn min_age_years(item: &Item) -> Option<i64> {
    item.meta.get("abv").filter(|abv| is_alcoholic(abv)).map(|_| ADULT_YEARS)
}

/// Item whose stock applies to a product or variation.
pub fn stock_item<'a>(product: &'a Product, variation: Option<&'a Variation>) -> &'a Item {
    match variation {
        Some(v) if !v.stock_of_parent => &v.item,
        _ => &product.item,
    }
}

/// Allowed quantities of a line. An offer's line has exactly the offered quantity, whatever the product's packs.
pub(super) fn line_limits(
    line: &CartLine,
    product: &Product,
    variation: Option<&Variation>,
    left: Option<i64>,
) -> QuantityBounds {
    if line.offer.is_some() {
        return QuantityBounds { min: line.quantity, max: Some(line.quantity), ..QuantityBounds::default() };
    }
    line_bounds(product, variation, left)
}

/// Pieces that one line may have if `left` are in stock and other lines need `others` of them. A line that already has more may
/// keep or lower its quantity: the cart reports the lack of stock separately.
pub(super) fn left_for(quantity: i64, left: i64, others: i64) -> i64 {
    (left - others).max(quantity.min(left))
}

/// Product and variation of a line, if they can still be bought.
pub(super) fn resolve<'a>(catalogue: &'a Catalogue, line: &CartLine) -> Option<(&'a Product, Option<&'a Variation>)> {
    match catalogue.find(line.item_id())? {
        Found::Product(product)
            if product.kind == ProductKind::Simple && product.item.status == PublishStatus::Publish =>
        {
            Some((product, None))
        }
        Found::Variation(product, variation)
            if product.item.status == PublishStatus::Publish && variation.item.status == PublishStatus::Publish =>
        {
            Some((product, Some(variation)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use shop_core::base::OfferId;
    use shop_core::trade::offer::LineOffer;

    use super::*;

    #[test]
    fn the_quantity_of_an_offer_is_the_offers() {
        let offer = LineOffer { id: OfferId(1), line: 0, price_cents: Cents(100), valid_until: None };
        let goods = CartLine { quantity: 7, offer: Some(offer), ..CartLine::default() };
        let bounds = line_limits(&goods, &Product::default(), None, Some(3));
        assert_eq!((bounds.min, bounds.max), (7, Some(7)));
    }
}
