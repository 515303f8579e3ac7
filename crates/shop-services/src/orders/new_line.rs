//! Converts cart lines to order lines, which record everything as it was at the time of purchase.

use shop_core::cart::tax::{TaxRate, TaxTable};
use shop_core::cart::totals::LineTotals;
use shop_core::catalogue::food::Label;
use shop_core::catalogue::product::Backorders;
use shop_core::catalogue::purchase::add_ons::{AddOnInput, ChosenAddOn};

use crate::cart::PricedLine;
use crate::ports::{NewOrderLine, WantedPlaces};
use crate::records::OrderLineContent;

/// Converts a cart line to an order line.
pub(crate) fn order_line(line: &PricedLine<'_>, taxes: &TaxTable) -> NewOrderLine {
    let item = line.item();
    let holder = line.stock_item();
    let label = Label::new(line.product, line.variation);
    NewOrderLine {
        product_id: item.id,
        stock_product_id: holder.stock.managed.then_some(holder.id),
        backorders_allowed: holder.stock.backorders != Backorders::No,
        quantity: line.line.quantity,
        sku: item.sku.clone(),
        name: line.name.to_owned(),
        places: line.purchase.booking.zip(line.product.purchase.booking.as_ref()).map(|(booking, offer)| {
            WantedPlaces {
                product_id: line.product.item.id,
                starts_at: booking.starts_at,
                persons: booking.persons,
                capacity: offer.capacity,
            }
        }),
        content: OrderLineContent {
            parent_id: line.product.item.id.0,
            item_name: item.name.clone(),
            key: line.line.key.clone(),
            variation: line.chosen.clone(),
            facts: line.facts.iter().cloned().map(|fact| (fact.name, fact.label, fact.value)).collect(),
            choices: line.line.choices.clone(),
            booking: line.purchase.booking,
            offer_id: line.line.offer.map(|offer| offer.id),
            subtotal_cents: line.totals.subtotal,
            subtotal_tax_cents: line.totals.subtotal_tax,
            total_cents: line.totals.total,
            total_tax_cents: line.totals.total_tax,
            unit_price_cents: line.unit_price,
            unit_regular_cents: line.unit_regular,
            shop_price_cents: line.shop_price,
            shop_regular_cents: line.shop_regular,
            tax_class: item.tax_class.clone(),
            tax_rate: tax_rate(&line.totals, taxes),
            is_virtual: item.is_virtual,
            downloadable: item.downloadable,
            perishable: label.perishable(),
            sealed: label.text("sealed") == "1",
            personalised: line.purchase.add_ons.iter().any(is_personal),
            path: format!("/prodotto/{}/", line.product.slug),
            image: item
                .images
                .first()
                .or(line.product.item.images.first())
                .map_or_else(String::new, |i| i.file.clone()),
        },
    }
}

/// The single tax rate of a line; empty if untaxed, `None` if several rates apply.
fn tax_rate(totals: &LineTotals, taxes: &TaxTable) -> Option<String> {
    match totals.taxes.as_slice() {
        [] => Some(String::new()),
        [(index, _)] => taxes.rates.get(*index).map(TaxRate::percent),
        _ => None,
    }
}

/// Whether the goods are personalised with the buyer's text.
fn is_personal(add_on: &ChosenAddOn<'_>) -> bool {
    matches!(add_on.field.input, AddOnInput::Text { .. }) && !add_on.value.trim().is_empty()
}
