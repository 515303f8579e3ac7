//! Totals of a cart: lines, delivery, taxes, total. All amounts are cents, and the lines add up to the total.
//!
//! Prices are entered with or without tax. A price entered with tax applies at the shop's own location; for a buyer elsewhere its
//! net part stays and the buyer's taxes are added (EU distance sales). Delivery costs are entered for their destination: if they
//! include tax, it is that of the destination.

pub mod cart;
mod display;
pub mod printed;

pub use display::{PriceContext, displayed_unit_price};

use serde::{Deserialize, Serialize};

use crate::base::{Cents, Fraction, Half, round_div};
use crate::cart::tax::{RateIndex, Split, TaxPlace, TaxRate, TaxTable, split_exclusive, split_inclusive};

/// A line to price.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct LineInput {
    /// Unit price as entered.
    pub unit_price: Cents,
    pub quantity: u32,
    /// Whether the goods are taxed.
    pub taxable: bool,
    /// Slug of the tax class.
    pub tax_class: String,
    /// Whether the goods are delivered.
    pub needs_shipping: bool,
    /// Discount of coupons on the whole line, with or without tax as prices are entered; with tax, at the rates of the buyer's
    /// location ([`PriceContext::discountable`]).
    pub discount: Cents,
}

/// A delivery method to price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ShippingInput {
    /// Cost as entered: with or without tax, see [`TotalsRules::shipping_prices_include_tax`].
    pub cost: Cents,
    /// Whether it is taxed.
    pub taxable: bool,
}

/// Price of a delivery method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShippingPrice {
    pub net: Cents,
    /// Tax amounts by rate.
    pub taxes: Vec<(RateIndex, Cents)>,
}

impl ShippingPrice {
    /// Returns the sum of its taxes.
    pub fn tax(&self) -> Cents {
        self.taxes.iter().map(|(_, tax)| *tax).sum()
    }
}

/// Rounding and tax settings of the shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TotalsRules {
    /// Whether tax is calculated at all.
    pub taxes: bool,
    /// Whether prices are entered with tax.
    pub prices_include_tax: bool,
    /// Location of the shop, whose taxes its prices include.
    pub base: TaxPlace,
    /// Whether to round once for the whole cart, delivery included, instead of line by line.
    pub round_at_subtotal: bool,
    /// Tax class of delivery; `None`: that of the goods.
    pub shipping_tax_class: Option<String>,
    /// Whether delivery costs are entered with tax: buyers then pay exactly the cost entered for their destination, whatever the
    /// rates of the goods.
    #[serde(default)]
    pub shipping_prices_include_tax: bool,
}

/// A priced line, in cents without and with tax, before and after discounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct LineTotals {
    /// Net amount before discounts.
    pub subtotal: Cents,
    pub subtotal_tax: Cents,
    /// Net amount after discounts.
    pub total: Cents,
    pub total_tax: Cents,
    /// Tax after discounts, by rate.
    pub taxes: Vec<(RateIndex, Cents)>,
}

impl LineTotals {
    /// Returns the unit price after coupons, for a line of this quantity, with tax or without; `None`: no coupon applies.
    pub fn piece_after_coupons(&self, pieces: i64, with_tax: bool) -> Option<Cents> {
        let reduced = self.total < self.subtotal && pieces > 0;
        let sum = if with_tax { self.total + self.total_tax } else { self.total };
        reduced.then(|| Cents(round_div(sum.0.into(), pieces.into(), Half::Up)))
    }
}

/// A priced cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Totals {
    /// Lines, in the given order.
    pub lines: Vec<LineTotals>,
    /// Net price of the goods before discounts.
    pub items: Cents,
    pub items_tax: Cents,
    /// Discount of all coupons, net of VAT.
    pub discount: Cents,
    pub discount_tax: Cents,
    /// Net delivery cost; `None` while nothing is delivered or the destination is unknown.
    pub shipping: Option<Cents>,
    pub shipping_tax: Cents,
    /// Tax amounts by rate, in the order of the rates' first use.
    pub tax_by_rate: Vec<(RateIndex, Cents)>,
    pub tax: Cents,
    pub total: Cents,
}

/// Prices a cart for a buyer at `place`. `exempt`: a business buyer under reverse charge.
pub fn totals(
    lines: &[LineInput],
    shipping: Option<ShippingInput>,
    table: &TaxTable,
    rules: &TotalsRules,
    place: &TaxPlace,
    exempt: bool,
) -> Totals {
    let mut out = Totals::default();
    let mut exact_net = Fraction::cents(0);
    let mut exact_taxes = ExactTaxes::new();
    for line in lines {
        let context = PriceContext::new(line.taxable, &line.tax_class, table, rules, place, exempt);
        let full = context.split(line.unit_price.times(line.quantity), Cents::ZERO);
        let reduced = if line.discount == Cents::ZERO {
            full.clone()
        } else {
            context.split(line.unit_price.times(line.quantity), line.discount)
        };
        exact_net = exact_net.plus_fraction(reduced.net);
        for (index, tax) in &reduced.taxes {
            match exact_taxes.iter_mut().find(|(i, _)| i == index) {
                Some((_, sum)) => *sum = sum.plus_fraction(*tax),
                None => exact_taxes.push((*index, *tax)),
            }
        }
        let half = tax_half(rules);
        let taxes: Vec<(RateIndex, Cents)> =
            reduced.taxes.iter().map(|(i, tax)| (*i, Cents(tax.round(half)))).collect();
        let priced = LineTotals {
            subtotal: Cents(full.net.round(Half::Up)),
            subtotal_tax: full.taxes.iter().map(|(_, tax)| Cents(tax.round(half))).sum(),
            total: Cents(reduced.net.round(Half::Up)),
            total_tax: taxes.iter().map(|(_, tax)| *tax).sum(),
            taxes,
        };
        out.items += priced.subtotal;
        out.items_tax += priced.subtotal_tax;
        out.discount += priced.subtotal - priced.total;
        out.discount_tax += priced.subtotal_tax - priced.total_tax;
        out.lines.push(priced);
    }
    let delivery = shipping.map(|shipping| exact_shipping(lines, shipping, table, rules, place, exempt));
    out.shipping = delivery.as_ref().map(|exact| rounded_shipping(exact, rules).net);
    if rules.round_at_subtotal {
        round_once(&mut out, exact_net, &exact_taxes, delivery, rules);
    } else {
        round_by_line(&mut out, delivery, rules);
    }
    out
}

/// Adds up rounded lines and the rounded delivery.
fn round_by_line(out: &mut Totals, delivery: Option<Split>, rules: &TotalsRules) {
    let delivery = delivery.map(|exact| rounded_shipping(&exact, rules)).unwrap_or_default();
    out.shipping_tax = delivery.tax();
    // The delivery's rates come first, as in the lists of the platform.
    for (index, tax) in delivery.taxes {
        add_tax(&mut out.tax_by_rate, index, tax);
    }
    out.tax = out.shipping_tax;
    out.total = delivery.net;
    for line in &out.lines {
        for (index, tax) in &line.taxes {
            add_tax(&mut out.tax_by_rate, *index, *tax);
        }
        out.tax += line.total_tax;
        out.total += line.total;
    }
    out.total += out.tax;
}

/// Rounds the exact sums of goods and delivery together, each sum once: the total, all taxes, and the row of each rate. So prices
/// with tax stay as shown, and net and tax add up to the total; the rates' rows may differ by a cent from all taxes, and so may
/// the tax of the goods and that of the delivery.
fn round_once(
    out: &mut Totals,
    net: Fraction,
    goods_taxes: &[(RateIndex, Fraction)],
    delivery: Option<Split>,
    rules: &TotalsRules,
) {
    let Split { net: cost, taxes: mut by_rate } =
        delivery.unwrap_or_else(|| Split { net: Fraction::cents(0), taxes: Vec::new() });
    out.shipping_tax = Cents(sum(&by_rate).round(shipping_half(rules)));
    let entered = cost.plus_fraction(sum(&by_rate));
    for (index, tax) in goods_taxes {
        match by_rate.iter_mut().find(|(own, _)| own == index) {
            Some((_, sum)) => *sum = sum.plus_fraction(*tax),
            None => by_rate.push((*index, *tax)),
        }
    }
    let tax = sum(&by_rate);
    out.tax_by_rate = by_rate.iter().map(|(index, tax)| (*index, Cents(tax.round(tax_half(rules))))).collect();
    out.tax = Cents(tax.round(tax_half(rules)));
    if rules.shipping_prices_include_tax && out.shipping.is_some() {
        // The entered cost and the goods stay: the delivery's tax is the rest of the rounded sum.
        out.shipping_tax = out.tax - Cents(sum(goods_taxes).round(tax_half(rules)));
        out.shipping = Some(Cents(entered.round(Half::Up)) - out.shipping_tax);
    }
    out.total = Cents(net.plus_fraction(cost).plus_fraction(tax).round(Half::Up));
}

/// Unrounded taxes by rate.
type ExactTaxes = Vec<(RateIndex, Fraction)>;

fn sum(taxes: &[(RateIndex, Fraction)]) -> Fraction {
    taxes.iter().fold(Fraction::cents(0), |sum, (_, tax)| sum.plus_fraction(*tax))
}

/// Returns the price of a delivery method with these lines, in whole cents, for showing the available ones.
pub fn shipping_price(
    lines: &[LineInput],
    shipping: ShippingInput,
    table: &TaxTable,
    rules: &TotalsRules,
    place: &TaxPlace,
    exempt: bool,
) -> ShippingPrice {
    rounded_shipping(&exact_shipping(lines, shipping, table, rules, place, exempt), rules)
}

/// Rounds each tax. A cost entered with tax keeps its sum: the net amount is the rest.
fn rounded_shipping(exact: &Split, rules: &TotalsRules) -> ShippingPrice {
    let half = shipping_half(rules);
    let taxes: Vec<(RateIndex, Cents)> =
        exact.taxes.iter().map(|(index, tax)| (*index, Cents(tax.round(half)))).collect();
    if !rules.shipping_prices_include_tax || taxes.is_empty() {
        return ShippingPrice { net: Cents(exact.net.round(Half::Up)), taxes };
    }
    let entered = Cents(exact.net.plus_fraction(sum(&exact.taxes)).round(Half::Up));
    let tax = taxes.iter().map(|(_, tax)| *tax).sum();
    ShippingPrice { net: entered - tax, taxes }
}

/// Returns how half cents of the delivery's taxes are rounded. Entered without tax and rounded once with the whole cart they are
/// rounded up, as on the platform.
fn shipping_half(rules: &TotalsRules) -> Half {
    if rules.shipping_prices_include_tax {
        Half::Down
    } else if rules.round_at_subtotal {
        Half::Up
    } else {
        tax_half(rules)
    }
}

/// Returns unrounded net and taxes of a delivery method. An exempt buyer pays the same net amount as a taxed buyer in the same
/// place.
fn exact_shipping(
    lines: &[LineInput],
    shipping: ShippingInput,
    table: &TaxTable,
    rules: &TotalsRules,
    place: &TaxPlace,
    exempt: bool,
) -> Split {
    let entered = Fraction::cents(shipping.cost.0);
    let rates = if rules.taxes && shipping.taxable { shipping_rates(lines, table, rules, place) } else { Vec::new() };
    let mut split = if rules.shipping_prices_include_tax {
        split_inclusive(entered, &rates)
    } else {
        split_exclusive(entered, &rates)
    };
    if exempt {
        split.taxes.clear();
    }
    split
}

/// Returns the tax rates of the delivery of these lines.
fn shipping_rates<'a>(
    lines: &[LineInput],
    table: &'a TaxTable,
    rules: &TotalsRules,
    place: &TaxPlace,
) -> Vec<(RateIndex, &'a TaxRate)> {
    if let Some(class) = &rules.shipping_tax_class {
        return table.rates_for(class, place).into_iter().filter(|(_, rate)| rate.shipping).collect();
    }
    let taxed = lines.iter().filter(|line| line.needs_shipping && line.taxable);
    let classes: Vec<&str> = taxed.map(|line| line.tax_class.as_str()).collect();
    if classes.is_empty() && !lines.is_empty() {
        return Vec::new();
    }
    table.shipping_rates_for(&classes, place)
}

/// Returns how half cents of tax are rounded: down if prices include tax, so that the buyer's gross price stays as entered.
fn tax_half(rules: &TotalsRules) -> Half {
    if rules.prices_include_tax { Half::Down } else { Half::Up }
}

fn add_tax(taxes: &mut Vec<(RateIndex, Cents)>, index: RateIndex, tax: Cents) {
    match taxes.iter_mut().find(|(i, _)| *i == index) {
        Some((_, sum)) => *sum += tax,
        None => taxes.push((index, tax)),
    }
}

impl PriceContext<'_> {
    /// Splits a line's price, entered for all its pieces, into net and taxes for the buyer's location.
    fn split(&self, entered: Cents, discount: Cents) -> Split {
        let entered = Fraction::cents(entered.0);
        let discount = Fraction::cents(discount.0);
        if !self.prices_include_tax {
            return split_exclusive(entered.minus_fraction(discount).at_least_nothing(), &self.place_rates);
        }
        let gross = self.gross_there(entered);
        split_inclusive(gross.minus_fraction(discount).at_least_nothing(), &self.place_rates)
    }

    /// Converts a price entered with tax into one with the tax of the buyer's location.
    fn gross_there(&self, entered: Fraction) -> Fraction {
        if self.same_rates() {
            return entered;
        }
        let net = split_inclusive(entered, &self.base_rates).net;
        let there = split_exclusive(net, &self.place_rates);
        there.taxes.iter().fold(net, |sum, (_, tax)| sum.plus_fraction(*tax))
    }

    /// Returns the price that coupons apply to: as entered, but with the buyer's taxes if prices include tax, in whole cents.
    pub fn discountable(&self, entered: Cents) -> Cents {
        if !self.prices_include_tax {
            return entered;
        }
        Cents(self.gross_there(Fraction::cents(entered.0)).round(Half::Up))
    }
}

/// Returns whether the rates are the same rows of the table.
fn same(a: &[(RateIndex, &TaxRate)], b: &[(RateIndex, &TaxRate)]) -> bool {
    a.iter().map(|(i, _)| i).eq(b.iter().map(|(i, _)| i))
}

#[cfg(test)]
mod tests;
