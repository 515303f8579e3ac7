//! The unit price shown to a buyer.

use super::{TotalsRules, same};
use crate::base::{Cents, Fraction, Half};
use crate::cart::tax::{RateIndex, TaxPlace, TaxRate, TaxTable, split_exclusive, split_inclusive};

/// The tax rates for one class of goods and one buyer.
#[derive(Clone, Debug)]
pub struct PriceContext<'a> {
    pub(super) prices_include_tax: bool,
    pub(super) base_rates: Vec<(RateIndex, &'a TaxRate)>,
    pub(super) place_rates: Vec<(RateIndex, &'a TaxRate)>,
}

impl<'a> PriceContext<'a> {
    /// Looks up the tax rates.
    pub fn new(
        taxable: bool,
        class: &str,
        table: &'a TaxTable,
        rules: &TotalsRules,
        place: &TaxPlace,
        exempt: bool,
    ) -> Self {
        let none = Vec::new();
        if !rules.taxes || !taxable {
            return Self { prices_include_tax: rules.prices_include_tax, base_rates: none.clone(), place_rates: none };
        }
        Self {
            prices_include_tax: rules.prices_include_tax,
            base_rates: table.rates_for(class, &rules.base),
            place_rates: if exempt { none } else { table.rates_for(class, place) },
        }
    }

    pub(super) fn same_rates(&self) -> bool {
        same(&self.base_rates, &self.place_rates)
    }
}

/// Returns the unit price with (or without) tax for the buyer's location. If the shop's taxes are replaced by the buyer's, each
/// is rounded to the cent first, as on an invoice for one piece.
pub fn displayed_unit_price(entered: Cents, context: &PriceContext<'_>, with_tax: bool) -> Cents {
    let price = Fraction::cents(entered.0);
    let half = if context.prices_include_tax { Half::Down } else { Half::Up };
    let sum = |taxes: &[(RateIndex, Fraction)]| taxes.iter().map(|(_, tax)| Cents(tax.round(half))).sum::<Cents>();
    if !context.prices_include_tax {
        return if with_tax { entered + sum(&split_exclusive(price, &context.place_rates).taxes) } else { entered };
    }
    if context.same_rates() && with_tax {
        return entered;
    }
    let net = entered - sum(&split_inclusive(price, &context.base_rates).taxes);
    if with_tax { net + sum(&split_exclusive(Fraction::cents(net.0), &context.place_rates).taxes) } else { net }
}
