//! A line of the cart with everything that is shown of it, and what its product says about it.

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

/// A line with everything that is shown of it.
#[derive(Clone, Debug)]
pub struct PricedLine<'a> {
    /// The stored line.
    pub line: &'a CartLine,
    pub product: &'a Product,
    pub variation: Option<&'a Variation>,
    /// How many pieces it may have.
    pub bounds: QuantityBounds,
    /// Pieces left, when stock is counted.
    pub stock_left: Option<i64>,
    pub availability: StockStatus,
    /// Price of a piece as shown.
    pub unit_price: Cents,
    /// Full price of a piece as shown.
    pub unit_regular: Cents,
    /// Whether a reduction holds.
    pub on_sale: bool,
    /// Price of a piece as shown at the shop's own place.
    pub shop_price: Cents,
    /// Full price of a piece as shown at the shop's own place.
    pub shop_regular: Cents,
    /// Price of a piece with its add-ons, as entered.
    pub entered_price: Cents,
    /// What it would cost without a reduction, as entered.
    pub regular: Priced,
    pub totals: LineTotals,
    /// Choices beside the variation.
    pub purchase: Purchase<'a>,
    /// What it costs, as entered: [`Self::entered_price`] is without what is paid once.
    pub priced: Priced,
    /// When it is paid again; `None`: it is bought once.
    pub terms: Option<SubscriptionTerms>,
    /// What each payment costs, as entered; [`Self::priced`] is what is paid with the order.
    pub each: Priced,
    /// The choices in words, prices as displayed.
    pub facts: Vec<Fact>,
    /// Name of the product in the buyer's language.
    pub name: &'a str,
    /// The same with the variation's fixed values, as parcels are labelled.
    pub full_name: String,
    /// Chosen values in it: attribute key, label, value in words, in the product's order.
    pub chosen: Vec<(String, String, String)>,
}

impl<'a> PricedLine<'a> {
    /// What is sold.
    pub fn item(&self) -> &'a Item {
        self.variation.map_or(&self.product.item, |v| &v.item)
    }

    /// Whose stock counts.
    pub fn stock_item(&self) -> &'a Item {
        stock_item(self.product, self.variation)
    }

    /// Whether it is delivered.
    pub fn needs_shipping(&self) -> bool {
        !self.item().is_virtual
    }

    /// More than the stock may be ordered.
    pub fn backorders_allowed(&self) -> bool {
        let stock = &self.stock_item().stock;
        stock.managed && stock.backorders != Backorders::No
    }
}

/// Age in years from which a product is sold: an alcoholic drink, or a basket with one, to adults only; `None`: any.
pub fn min_age_years(item: &Item) -> Option<i64> {
    item.meta.get("abv").filter(|abv| is_alcoholic(abv)).map(|_| ADULT_YEARS)
}

/// Whose stock counts for a product or variation.
pub fn stock_item<'a>(product: &'a Product, variation: Option<&'a Variation>) -> &'a Item {
    match variation {
        Some(v) if !v.stock_of_parent => &v.item,
        _ => &product.item,
    }
}

/// How many pieces a line may have. An offer's has as many as the offer says, whatever packs the product is else sold in.
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

/// The product and variation of a line, if they can still be bought.
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
