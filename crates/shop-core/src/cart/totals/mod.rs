//! What a cart costs: lines, delivery, taxes, total. Cents in, cents out; the lines add up to the total.
//!
//! Prices are entered with or without tax. A price entered with tax holds at the shop's own place; for a buyer elsewhere
//! its net part stays and the buyer's taxes come on top (EU distance sales). Costs of delivery are entered for the place that
//! they are for: with tax, they hold there.

pub mod cart;
mod display;
pub mod printed;

pub use display::{PriceContext, displayed_unit_price};

use serde::{Deserialize, Serialize};

use crate::base::{Cents, Fraction, Half, round_div};
use crate::cart::tax::{RateIndex, Split, TaxPlace, TaxRate, TaxTable, split_exclusive, split_inclusive};

/// A line to be priced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct LineInput {
    /// Price of a piece as entered.
    pub unit_price: Cents,
    pub quantity: u32,
    /// Whether the goods are taxed.
    pub taxable: bool,
    /// Slug of the tax class.
    pub tax_class: String,
    /// Whether the goods are delivered.
    pub needs_shipping: bool,
    /// What coupons take off the whole line, in the terms in which prices are entered; where prices include tax, with
    /// the taxes of the buyer's place ([`PriceContext::discountable`]).
    pub discount: Cents,
}

/// A way of delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ShippingInput {
    /// Cost as entered: with or without tax, see [`TotalsRules::shipping_prices_include_tax`].
    pub cost: Cents,
    /// Whether it is taxed.
    pub taxable: bool,
}

/// What a way of delivery comes to on its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShippingPrice {
    pub net: Cents,
    /// Taxes by rate.
    pub taxes: Vec<(RateIndex, Cents)>,
}

impl ShippingPrice {
    /// All its taxes.
    pub fn tax(&self) -> Cents {
        self.taxes.iter().map(|(_, tax)| *tax).sum()
    }
}

/// How the shop calculates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TotalsRules {
    /// Whether tax is calculated at all.
    pub taxes: bool,
    /// Whether prices are entered with tax.
    pub prices_include_tax: bool,
    /// Where the shop is: the taxes inside its prices.
    pub base: TaxPlace,
    /// Round once for the whole cart, delivery included, instead of line by line.
    pub round_at_subtotal: bool,
    /// Class of delivery; `None`: as the goods.
    pub shipping_tax_class: Option<String>,
    /// Whether costs of delivery are entered with tax: what is entered for a place is then what buyers there pay, whatever the
    /// rates of the goods with it.
    #[serde(default)]
    pub shipping_prices_include_tax: bool,
}

/// A priced line, in cents without and with tax, before and after discounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct LineTotals {
    /// Net before discounts.
    pub subtotal: Cents,
    pub subtotal_tax: Cents,
    /// Net after discounts.
    pub total: Cents,
    pub total_tax: Cents,
    /// Tax after discounts by rate.
    pub taxes: Vec<(RateIndex, Cents)>,
}

impl LineTotals {
    /// What one of so many pieces costs after coupons, with tax or without; nothing: no coupon takes anything off.
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
    /// Lines, in the order given.
    pub lines: Vec<LineTotals>,
    /// Goods, net, before discounts.
    pub items: Cents,
    pub items_tax: Cents,
    /// Net of VAT.
    pub discount: Cents,
    pub discount_tax: Cents,
    /// Delivery, net; `None` while nothing is delivered or the destination is unknown.
    pub shipping: Option<Cents>,
    pub shipping_tax: Cents,
    /// All taxes by rate, in the order of the rates' first use.
    pub tax_by_rate: Vec<(RateIndex, Cents)>,
    pub tax: Cents,
    pub total: Cents,
}

/// Prices a cart for a buyer at `place`. `exempt`: a business buyer who owes the tax himself.
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
    // Rates of the delivery come first, as in the lists of the platform.
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

/// Rounds the exact sums of goods and delivery together, each sum once: the total, all taxes, and the row of each rate. So
/// prices with tax stay as shown, and net and tax are the total; the rates' rows may differ by a cent from all taxes, and
/// so may the tax of the goods and that of the delivery.
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
        // What was entered stays, and so do the goods: the delivery's tax is what the rounded sum leaves for it.
        out.shipping_tax = out.tax - Cents(sum(goods_taxes).round(tax_half(rules)));
        out.shipping = Some(Cents(entered.round(Half::Up)) - out.shipping_tax);
    }
    out.total = Cents(net.plus_fraction(cost).plus_fraction(tax).round(Half::Up));
}

/// Exact taxes by rate.
type ExactTaxes = Vec<(RateIndex, Fraction)>;

fn sum(taxes: &[(RateIndex, Fraction)]) -> Fraction {
    taxes.iter().fold(Fraction::cents(0), |sum, (_, tax)| sum.plus_fraction(*tax))
}

/// What a way of delivery comes to with these lines, in whole cents: to show what is on offer.
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

/// Rounds each tax. A cost entered with tax keeps its sum: what is not tax is net.
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

/// Half cents of the delivery's taxes. Entered without tax and rounded once with the whole cart they go up, as the platform has it.
fn shipping_half(rules: &TotalsRules) -> Half {
    if rules.shipping_prices_include_tax {
        Half::Down
    } else if rules.round_at_subtotal {
        Half::Up
    } else {
        tax_half(rules)
    }
}

/// Net and taxes of a way of delivery, not rounded. A buyer who owes the tax himself pays the net that the buyer beside him does.
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

/// Rates of the delivery of these lines.
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

/// Taxes of a half cent: down when prices include tax, so that the buyer's gross price stays as entered.
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
    /// Splits a line's price, entered for all its pieces, into net and taxes for the buyer's place.
    fn split(&self, entered: Cents, discount: Cents) -> Split {
        let entered = Fraction::cents(entered.0);
        let discount = Fraction::cents(discount.0);
        if !self.prices_include_tax {
            return split_exclusive(entered.minus_fraction(discount).at_least_nothing(), &self.place_rates);
        }
        let gross = self.gross_there(entered);
        split_inclusive(gross.minus_fraction(discount).at_least_nothing(), &self.place_rates)
    }

    /// What a price entered with tax is, with tax, for the buyer's place.
    fn gross_there(&self, entered: Fraction) -> Fraction {
        if self.same_rates() {
            return entered;
        }
        let net = split_inclusive(entered, &self.base_rates).net;
        let there = split_exclusive(net, &self.place_rates);
        there.taxes.iter().fold(net, |sum, (_, tax)| sum.plus_fraction(*tax))
    }

    /// The price on which coupons act: as entered, but with the buyer's taxes where prices include tax, in whole cents.
    pub fn discountable(&self, entered: Cents) -> Cents {
        if !self.prices_include_tax {
            return entered;
        }
        Cents(self.gross_there(Fraction::cents(entered.0)).round(Half::Up))
    }
}

/// Rates are the same when they are the same rows of the table.
fn same(a: &[(RateIndex, &TaxRate)], b: &[(RateIndex, &TaxRate)]) -> bool {
    a.iter().map(|(i, _)| i).eq(b.iter().map(|(i, _)| i))
}

#[cfg(test)]
mod tests;
