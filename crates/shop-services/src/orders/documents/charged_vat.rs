//! VAT by rate of what an order was charged.

use shop_core::base::Cents;
use shop_core::orders::document::vat::{Charged, Taxed, VatSummary, summary};

use crate::records::{OrderContent, OrderLineContent};

/// A class of goods that are not taxed although others of their class are.
const UNTAXED: &str = "not taxed";
/// Goods of so much would bear a cent at any rate there is.
const BEARS_TAX: Cents = Cents(100);

/// The summary by rate of what an order was charged.
pub(crate) fn charged<'a>(paid: &OrderContent, lines: impl Iterator<Item = &'a OrderLineContent>) -> VatSummary {
    let line = |line: &'a OrderLineContent| {
        let untaxed = line.total_tax_cents == Cents::ZERO && line.total_cents >= BEARS_TAX;
        let class = if untaxed { UNTAXED } else { &line.tax_class };
        Taxed { class, rate: line.tax_rate.as_deref(), net: line.total_cents, tax: line.total_tax_cents }
    };
    let taxed: Vec<Taxed<'_>> = lines.map(line).collect();
    let rates: Vec<Charged<'_>> = paid
        .taxes
        .iter()
        .map(|tax| Charged {
            rate: &tax.percent,
            name: &tax.name,
            items: tax.items_cents,
            shipping: tax.shipping_cents,
        })
        .collect();
    let delivery = paid.delivery.as_ref().filter(|way| way.cost_cents != Cents::ZERO);
    summary(&taxed, delivery.map(|way| (way.cost_cents, way.tax_cents)), &rates)
}
