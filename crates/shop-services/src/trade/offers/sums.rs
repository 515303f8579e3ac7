//! Totals of an offer. They are computed by pricing a cart with its goods alone, so that they equal those of its order.

use shop_core::base::{Cents, CustomerId, Half, OfferId, round_div};
use shop_core::orders::document::vat::{Charged, Taxed, VatRow, summary};
use shop_core::trade::offer::OfferContent;

use super::Offers;
use crate::cart::{CartView, OfferItems, PricedLine, offer_alone};
use crate::orders::order_taxes;
use crate::ports::StoreError;

/// Totals of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferSum {
    /// Index among the offer's lines.
    pub line: usize,
    /// Product name with the chosen values.
    pub name: String,
    pub sku: String,
    /// Path of the product page.
    pub path: String,
    pub quantity: i64,
    /// Price of a piece without tax, rounded.
    pub unit_net: Cents,
    /// Total without tax.
    pub net: Cents,
    pub tax: Cents,
    /// Tax rate as displayed, "22%"; empty if untaxed.
    pub rate: String,
    /// Regular price of a piece as entered; `None` if there is none now.
    pub list_price: Option<Cents>,
}

/// Totals of an offer, without delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferSums {
    /// Lines whose goods are on sale, in order.
    pub lines: Vec<OfferSum>,
    /// Total without tax.
    pub net: Cents,
    pub tax: Cents,
    /// Taxable amounts and taxes by rate.
    pub vat: Vec<VatRow>,
}

impl OfferSums {
    pub fn total(&self) -> Cents {
        self.net + self.tax
    }

    /// Returns the totals of a line; `None` for a text line or goods that are no longer sold.
    pub fn of_line(&self, line: usize) -> Option<&OfferSum> {
        self.lines.iter().find(|one| one.line == line)
    }
}

impl Offers {
    /// Computes an offer's totals for an account at its saved address; without one, at the shop's address.
    pub async fn sums(
        &self,
        content: &OfferContent,
        id: OfferId,
        customer: Option<CustomerId>,
    ) -> Result<OfferSums, StoreError> {
        let goods: Vec<_> = content.goods().collect();
        let items = OfferItems { id, valid_until: None, goods: &goods };
        let alone = offer_alone(&self.carts, customer, items).await?;
        Ok(sums_of(&alone.view(), self.context.now()))
    }
}

fn sums_of(view: &CartView<'_>, now: i64) -> OfferSums {
    let taxed: Vec<Taxed<'_>> = view
        .lines
        .iter()
        .map(|line| Taxed {
            class: &line.item().tax_class,
            rate: None,
            net: line.totals.total,
            tax: line.totals.total_tax,
        })
        .collect();
    let taxes = order_taxes(&view.totals, view.settings);
    // Delivery is not part of an offer: the cart shows it.
    let charged: Vec<Charged<'_>> = taxes
        .iter()
        .filter(|tax| tax.items_cents != Cents::ZERO)
        .map(|tax| Charged { rate: &tax.percent, name: &tax.name, items: tax.items_cents, shipping: Cents::ZERO })
        .collect();
    let found = summary(&taxed, None, &charged);
    OfferSums {
        lines: view.lines.iter().zip(found.lines).map(|(line, rate)| sum_of(line, rate, now)).collect(),
        net: view.totals.items,
        tax: view.totals.items_tax,
        vat: found.rows,
    }
}

fn sum_of(line: &PricedLine<'_>, rate: String, now: i64) -> OfferSum {
    let chosen = &line.chosen;
    let words = chosen.iter().map(|(_, label, value)| format!(", {label}: {value}"));
    let quantity = line.line.quantity;
    let unit_net = round_div(line.totals.total.0.into(), quantity.max(1).into(), Half::Up);
    OfferSum {
        line: line.line.offer.map_or(0, |offer| offer.line),
        name: std::iter::once(line.name.to_owned()).chain(words).collect(),
        sku: line.item().sku.clone(),
        path: format!("/prodotto/{}/", line.product.slug),
        quantity,
        unit_net: Cents(unit_net),
        net: line.totals.total,
        tax: line.totals.total_tax,
        rate,
        list_price: line.item().prices.current(now),
    }
}
