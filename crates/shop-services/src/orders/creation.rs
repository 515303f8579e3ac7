//! Data that every new order needs, whether it comes from a cart or a subscription renewal.

use shop_core::base::Cents;
use shop_core::cart::totals::Totals;

use crate::Random;
use crate::platform::random::ALPHANUMERIC;
use crate::platform::settings::ShopSettings;
use crate::records::OrderTax;

/// Taxes of a total, goods and delivery separately.
pub(crate) fn order_taxes(totals: &Totals, settings: &ShopSettings) -> Vec<OrderTax> {
    let mut taxes: Vec<OrderTax> = Vec::new();
    // Rates of the goods first, in the order of the lines; then those that only the delivery has.
    let mut indices: Vec<_> = totals.lines.iter().flat_map(|line| line.taxes.iter().map(|(index, _)| *index)).collect();
    indices.extend(totals.tax_by_rate.iter().map(|(index, _)| *index));
    let mut seen = std::collections::BTreeSet::new();
    indices.retain(|index| seen.insert(*index));
    for index in &indices {
        let Some((_, tax)) = totals.tax_by_rate.iter().find(|(other, _)| other == index) else { continue };
        let Some(rate) = settings.tax.rates.get(*index) else { continue };
        let items: Cents =
            totals.lines.iter().flat_map(|l| &l.taxes).filter(|(i, _)| i == index).map(|(_, tax)| *tax).sum();
        taxes.push(OrderTax {
            name: rate.name.clone(),
            percent: rate.percent(),
            items_cents: items,
            shipping_cents: *tax - items,
        });
    }
    taxes
}

/// Generates an order key that nobody can guess: 22 characters of 62 are 130 bits.
pub(crate) fn order_key(random: &dyn Random) -> String {
    format!("wc_order_{}", random.word(ALPHANUMERIC, 22))
}
