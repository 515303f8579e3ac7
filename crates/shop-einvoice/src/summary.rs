//! Totals of a document: the summary by VAT rate and nature, and the rounding.

use std::collections::BTreeMap;

use shop_core::base::{Cents, Half, round_div};

use crate::document::Document;
use crate::nature::{Nature, Vat};

/// Hundredths of a percent in 1.
const WHOLE: i128 = 10_000;
/// Maximum deviation of a tax from its rate (check 00421 of the exchange system).
const TOLERANCE: Cents = Cents(1);

/// Totals of one rate or nature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SummaryRow {
    pub vat: Vat,
    pub net: Cents,
    /// Difference between the taxed amount and the lines.
    pub rounding: Cents,
    pub tax: Cents,
}

impl Document {
    /// Totals by rate and nature, rates first. Charged amounts are left as they are; only if rounding each line moved a tax
    /// further from its rate than the exchange system allows, the row's total is split anew into net and tax, and the difference
    /// is reported as rounding. Net and tax of a row always add up to what was charged.
    pub fn summary(&self) -> Vec<SummaryRow> {
        let mut sums: BTreeMap<Vat, (Cents, Cents)> = BTreeMap::new();
        for line in &self.lines {
            sums.entry(line.vat).or_default().0 += line.net();
        }
        // A rate without lines must not appear in the summary (check 00443): a cent of tax on nothing is rounding of the
        // document.
        for taxes in &self.taxes {
            if let Some((_, tax)) = sums.get_mut(&taxes.vat) {
                *tax += taxes.tax;
            }
        }
        sums.into_iter().map(|(vat, (net, tax))| row(vat, net, tax)).collect()
    }

    /// Difference between the document's total and its summary: a cent from rounding a whole cart; mostly zero.
    pub fn rounding(&self) -> Cents {
        self.total - self.summary().iter().map(|row| row.net + row.tax).sum::<Cents>()
    }

    /// Untaxed amounts by nature.
    pub(crate) fn untaxed(&self) -> impl Iterator<Item = (Nature, Cents)> {
        self.summary().into_iter().filter_map(|row| Some((row.vat.nature()?, row.net)))
    }
}

fn row(vat: Vat, net: Cents, tax: Cents) -> SummaryRow {
    let rate = i128::from(vat.rate());
    if rate == 0 {
        // Such a row has no tax: tax that was charged nevertheless is added to its amount.
        return SummaryRow { vat, net: net + tax, rounding: tax, tax: Cents::ZERO };
    }
    let due = Cents(round_div(i128::from(net.0) * rate, WHOLE, Half::Up));
    if (due - tax).0.abs() <= TOLERANCE.0 {
        return SummaryRow { vat, net, rounding: Cents::ZERO, tax };
    }
    let gross = net + tax;
    let parted = Cents(round_div(i128::from(gross.0) * WHOLE, WHOLE + rate, Half::Up));
    SummaryRow { vat, net: parted, rounding: parted - net, tax: gross - parted }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::{Line, Taxes};

    fn document(lines: &[(Vat, i64)], taxes: &[(Vat, i64)], total: i64) -> Document {
        let line = |(vat, net): &(Vat, i64)| Line {
            text: "Olio".into(),
            sku: String::new(),
            quantity: 1,
            price: Cents(*net),
            discount: Cents::ZERO,
            vat: *vat,
        };
        Document {
            lines: lines.iter().map(line).collect(),
            taxes: taxes.iter().map(|(vat, tax)| Taxes { vat: *vat, tax: Cents(*tax) }).collect(),
            total: Cents(total),
            ..Document::default()
        }
    }

    #[test]
    fn what_was_charged_stands_as_it_was() {
        let four = Vat::Rate(400);
        let exempt = Vat::None(Nature::Exempt);
        let rows = document(&[(four, 1000), (exempt, 300), (four, 13)], &[(four, 41)], 1354).summary();
        assert_eq!(
            rows,
            [
                SummaryRow { vat: four, net: Cents(1013), rounding: Cents(0), tax: Cents(41) },
                SummaryRow { vat: exempt, net: Cents(300), rounding: Cents(0), tax: Cents(0) },
            ]
        );
    }

    #[test]
    fn a_tax_that_rounding_moved_too_far_is_parted_anew_and_the_sum_stays() {
        // Ten lines of 3 cents at 22 %, each taxed with a cent: 10 instead of 7.
        let rate = Vat::Rate(2200);
        let found = document(&[(rate, 3); 10], &[(rate, 10)], 40);
        assert_eq!(found.summary(), [SummaryRow { vat: rate, net: Cents(33), rounding: Cents(3), tax: Cents(7) }]);
        assert_eq!(found.rounding(), Cents(0));
    }

    #[test]
    fn a_cent_beside_the_rows_is_told_as_rounding_of_the_document() {
        let rate = Vat::Rate(1000);
        assert_eq!(document(&[(rate, 1000)], &[(rate, 100)], 1101).rounding(), Cents(1));
    }

    #[test]
    fn a_rate_that_no_line_has_stands_in_no_summary() {
        let (four, ten) = (Vat::Rate(400), Vat::Rate(1000));
        let found = document(&[(ten, 1000)], &[(ten, 100), (four, 1)], 1101);
        assert_eq!(found.summary().len(), 1);
        assert_eq!(found.rounding(), Cents(1));
    }

    proptest! {
        #[test]
        fn taxes_fit_their_rates_and_sums_stay(net in 0..10_000_000_i64, tax in 0..2_500_000_i64, rate in 1..3000_u16) {
            let found = row(Vat::Rate(rate), Cents(net), Cents(tax));
            prop_assert_eq!(found.net + found.tax, Cents(net + tax));
            let due = round_div(i128::from(found.net.0) * i128::from(rate), WHOLE, Half::Up);
            prop_assert!((due - found.tax.0).abs() <= 1);
            prop_assert_eq!(found.net - found.rounding, Cents(net));
        }
    }
}
