//! Delivery costs of a cart.

use super::place::is_deliverable_to;
use super::{CartGoods, CartInput};
use crate::base::Cents;
use crate::cart::shipping::{
    DeliveryChoice, FreeDelivery, Parcel, ShippingMethod, ShippingPlace, ShippingZone, available_methods,
    default_method, free_delivery, zone_for,
};
use crate::cart::tax::TaxPlace;
use crate::cart::totals::{LineInput, ShippingInput, shipping_price};

/// An offered delivery method with its cost.
#[derive(Clone, Debug)]
pub struct PricedRate<'a> {
    pub method: &'a ShippingMethod,
    /// Cost for these goods, without tax.
    pub cost: Cents,
    pub tax: Cents,
    pub selected: bool,
}

/// The delivery methods of a cart.
pub(super) struct Deliveries<'a> {
    /// Whether any are shown: not before the destination is known, if the shop waits for it.
    pub shown: bool,
    pub rates: Vec<PricedRate<'a>>,
    /// The chosen one, as input for the totals.
    pub chosen: Option<ShippingInput>,
    pub free: Option<FreeDelivery>,
}

/// Returns the choice that the offered delivery methods contain.
pub fn choice(rates: &[PricedRate<'_>]) -> DeliveryChoice {
    DeliveryChoice {
        rate_id: rates.iter().find(|rate| rate.selected).map(|rate| rate.method.rate_id()).unwrap_or_default(),
        offered: rates.iter().map(|rate| rate.method.rate_id()).collect(),
    }
}

/// Returns the delivery zone of the cart; `None`: the shop does not deliver there.
pub(super) fn zone_of<'a>(input: &CartInput<'a>) -> Option<&'a ShippingZone> {
    let to = &input.shipping;
    let allowed = input.rules.shipped_to.is_empty() || input.rules.shipped_to.contains(&to.country);
    if to.country.is_empty() || !allowed {
        return None;
    }
    zone_for(input.rules.zones, ShippingPlace { country: &to.country, state: &to.state, postcode: &to.postcode })
}

/// `parts`: the goods as input for the totals. `displayed`: their value after discounts as shown to the buyer, which decides on
/// free delivery.
pub(super) fn deliveries<'a>(
    input: &CartInput<'a>,
    place: &TaxPlace,
    parts: &[LineInput],
    displayed: Cents,
) -> Deliveries<'a> {
    let needs_shipping = input.goods.iter().any(|goods| goods.needs_shipping);
    let free_by_coupon = input.coupons.iter().any(|coupon| coupon.free_shipping);
    let zone = zone_of(input);
    let classes = classes(&input.goods);
    let parcel = Parcel {
        goods_cents: displayed,
        has_free_shipping_coupon: free_by_coupon,
        weight_milli: weight_milli(&input.goods),
        classes: &classes,
    };
    let known = is_deliverable_to(&input.shipping) && !input.address_open;
    let shown = needs_shipping && (!input.rules.waits_for_address || known);
    let methods = if shown { available_methods(zone, &parcel) } else { Vec::new() };
    let selected = input.delivery.selected(&methods, &parcel);
    let rates: Vec<PricedRate<'a>> = methods
        .iter()
        .enumerate()
        .map(|(n, method)| rate(method, &parcel, input, place, parts, Some(n) == selected))
        .collect();
    let chosen = rates.iter().find(|rate| rate.selected).map(|rate| as_input(rate.method, &parcel));
    let free = if needs_shipping { free_delivery(zone, &parcel) } else { None };
    Deliveries { shown, rates, chosen, free }
}

/// Returns the delivery of a renewal of some of the goods: the cart's choice, if it is offered for them alone.
pub(super) fn renewal_delivery<'a>(
    input: &CartInput<'a>,
    goods: &[CartGoods],
    place: &TaxPlace,
    parts: &[LineInput],
    displayed: Cents,
) -> Option<(PricedRate<'a>, ShippingInput)> {
    if !goods.iter().any(|goods| goods.needs_shipping) {
        return None;
    }
    let classes = classes(goods);
    let parcel = Parcel {
        goods_cents: displayed,
        has_free_shipping_coupon: false,
        weight_milli: weight_milli(goods),
        classes: &classes,
    };
    let methods = available_methods(zone_of(input), &parcel);
    let chosen = methods.iter().position(|method| method.rate_id() == input.delivery.rate_id);
    let selected = chosen.or_else(|| default_method(&methods, &parcel, &input.delivery.rate_id));
    let method = selected.and_then(|at| methods.get(at).copied())?;
    Some((rate(method, &parcel, input, place, parts, true), as_input(method, &parcel)))
}

fn as_input(method: &ShippingMethod, parcel: &Parcel<'_>) -> ShippingInput {
    ShippingInput { cost: method.cost_for(parcel), taxable: method.taxable }
}

fn rate<'a>(
    method: &'a ShippingMethod,
    parcel: &Parcel<'_>,
    input: &CartInput<'a>,
    place: &TaxPlace,
    parts: &[LineInput],
    selected: bool,
) -> PricedRate<'a> {
    let (taxes, rules) = (input.rules.taxes, &input.rules.totals);
    let price = shipping_price(parts, as_input(method, parcel), taxes, rules, place, input.is_exempt());
    PricedRate { method, cost: price.net, tax: price.tax(), selected }
}

/// Returns the weight of the goods to deliver, in thousandths of the shop's unit; goods without a weight add nothing.
fn weight_milli(goods: &[CartGoods]) -> i64 {
    let delivered = goods.iter().filter(|line| line.needs_shipping);
    delivered.map(|line| line.weight_milli.saturating_mul(i64::from(line.quantity))).fold(0, i64::saturating_add)
}

/// Returns the shipping classes of the goods to deliver, without duplicates.
fn classes(goods: &[CartGoods]) -> Vec<&str> {
    let delivered = goods.iter().filter(|line| line.needs_shipping && !line.shipping_class.is_empty());
    let mut classes: Vec<&str> = delivered.map(|line| line.shipping_class.as_str()).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}
