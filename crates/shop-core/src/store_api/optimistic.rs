//! Optimistic cart updates: a cart's totals after changes that the server has not processed yet, calculated from the cart's own
//! data.

use serde::{Deserialize, Serialize};

use super::priced::{package_name, sum_extensions};
use super::{CartCoupon, CartTotals, Destination, Extensions, ItemPrices, ItemTotals, ShippingPackage, ShippingRate};
use crate::base::Cents;
use crate::cart::pricing::input::PricingInput;
use crate::cart::pricing::{CartPrice, Place, price};
use crate::cart::shipping::DeliveryChoice;
use crate::cart::totals::printed::PrintedDiscounts;

/// A change by the shopper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CartChange {
    /// The quantity of a line is changed.
    Quantity {
        key: String,
        /// New quantity; 0 removes the line.
        quantity: u32,
    },
    /// A coupon or a credit is removed.
    RemoveCoupon { code: String },
    /// A delivery method is selected.
    Delivery {
        /// Id of the rate.
        rate_id: String,
    },
    /// The buyer's addresses change.
    Address {
        billing: Place,
        /// Address of the delivery.
        shipping: Place,
    },
}

/// A line of a [`OptimisticCart`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OptimisticItem {
    pub key: String,
    pub quantity: i64,
    pub prices: ItemPrices,
    pub totals: ItemTotals,
}

/// The price-dependent parts of a cart, under the cart's own names. Lines and coupons that are missing were removed; coupons are
/// in the order of their creation. Packages contain no items, street or town.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OptimisticCart {
    pub items: Vec<OptimisticItem>,
    pub coupons: Vec<CartCoupon>,
    pub totals: CartTotals,
    pub needs_payment: bool,
    pub needs_shipping: bool,
    pub has_calculated_shipping: bool,
    pub shipping_rates: Vec<ShippingPackage>,
    pub items_count: i64,
    /// Only the extensions about totals.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub extensions: Extensions,
}

/// Applies changes to a cart, one request each. Stock, coupon usage and coupon recipients are unknown here: the server's response
/// decides.
pub fn optimistic_cart(mut pricing: PricingInput, changes: &[CartChange]) -> OptimisticCart {
    for change in changes {
        apply(&mut pricing, change);
        pricing.settle();
    }
    let cart = pricing.cart();
    let price = price(&cart);
    let taxes = pricing.rules.names_taxes.then_some(&pricing.rules.taxes);
    let printed = PrintedDiscounts::from_totals(&price.totals, price.coupons.iter(), !pricing.rules.shows_tax);
    let codes = pricing.coupons.iter().map(|coupon| coupon.code.as_str());
    let coupons = pricing.coupons.iter().zip(&price.coupons);
    let coupons =
        coupons.map(|(one, off)| CartCoupon::new(&one.code, one.kind.as_str(), off.discount, off.discount_tax));
    let credits = pricing.credits.iter().map(|one| CartCoupon::from_credit(&one.code, &price.credit));
    OptimisticCart {
        items: items(&pricing, &price),
        coupons: coupons.chain(credits).collect(),
        totals: CartTotals::from_totals(&price.totals, price.discount, &price.credit, taxes),
        needs_payment: price.due.now > Cents::ZERO,
        needs_shipping: price.needs_shipping,
        has_calculated_shipping: price.needs_shipping && !pricing.shipping.country.is_empty(),
        shipping_rates: if price.shows_delivery { vec![package(&pricing, &price)] } else { Vec::new() },
        items_count: pricing.goods.iter().map(|one| i64::from(one.quantity)).sum(),
        extensions: sum_extensions(price.free_delivery, &price.due, codes, &printed, pricing.lang),
    }
}

fn apply(pricing: &mut PricingInput, change: &CartChange) {
    match change {
        CartChange::Quantity { key, quantity } => {
            for goods in pricing.goods.iter_mut().filter(|goods| goods.key == *key) {
                goods.quantity = *quantity;
            }
            pricing.goods.retain(|goods| goods.quantity > 0);
        }
        CartChange::RemoveCoupon { code } => {
            pricing.coupons.retain(|coupon| coupon.code != *code);
            pricing.credits.retain(|credit| credit.code != *code);
        }
        CartChange::Delivery { rate_id } => {
            let choice = price(&pricing.cart()).delivery_choice();
            if let Some(choice) = choice.filter(|choice| choice.offered.contains(rate_id)) {
                pricing.delivery = DeliveryChoice { rate_id: rate_id.clone(), ..choice };
            }
        }
        CartChange::Address { billing, shipping } => {
            (pricing.billing, pricing.shipping) = (billing.clone(), shipping.clone());
            pricing.address_open = false;
        }
    }
}

fn items(pricing: &PricingInput, price: &CartPrice<'_>) -> Vec<OptimisticItem> {
    let priced = pricing.goods.iter().zip(&price.goods).map(|(goods, sums)| OptimisticItem {
        key: goods.key.clone(),
        quantity: i64::from(goods.quantity),
        prices: ItemPrices::new(sums.unit_price, sums.unit_regular, sums.unit_price),
        totals: ItemTotals::from_line(&sums.totals),
    });
    priced.collect()
}

fn package(pricing: &PricingInput, price: &CartPrice<'_>) -> ShippingPackage {
    let Place { country, state, postcode } = pricing.shipping.clone();
    let to_rate = |rate| ShippingRate::from_rate(rate, rate.method.title.clone(), rate.method.description.clone());
    ShippingPackage {
        package_id: 0,
        name: package_name(pricing.lang),
        destination: Destination { state, postcode, country, ..Destination::default() },
        items: Vec::new(),
        shipping_rates: price.rates.iter().map(to_rate).collect(),
    }
}
