//! VAT by rate of the amounts that an order was charged.

use shop_core::base::Cents;
use shop_core::orders::document::vat::{Charged, Taxed, VatSummary, summary};

use crate::records::{OrderContent, OrderLineContent};

/// Label for untaxed goods of a class whose other goods are taxed.
const UNTAXED: &str = "not taxed";
/// An amount of which every existing rate takes at least a cent.
const BEARS_TAX: Cents = Cents(100);

/// Summarises by rate what an order was charged.
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
