//! VAT by rate beyond a single invoice: refunds subtracted from the sums of an order, and the sums of many orders.

use crate::base::text::parse_fixed;
use crate::base::{Cents, Half, round_div};

use super::vat::{VatRow, VatSummary};

/// A refund of an order; sums with tax.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefundAmounts {
    /// Refunded lines: their index in the order, from 0, and the amount.
    pub lines: Vec<(usize, Cents)>,
    /// Refunded delivery cost.
    pub shipping: Cents,
    /// Total; the part beyond lines and delivery is distributed over all rates.
    pub total: Cents,
}

/// Returns the amounts that each refund subtracts from an order's sums by rate, in the given order.
///
/// The amount of a line or of the delivery counts for its rate; any other amount is divided over the rates in proportion to the
/// remainder of each. Once everything is refunded, the sums are 0, whatever was rounded on the way.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::orders::document::vat::{Charged, Taxed, summary};
/// use shop_core::orders::document::vat_sums::{RefundAmounts, refund_rows};
/// let wine = Taxed { class: "", rate: None, net: Cents(1000), tax: Cents(220) };
/// let order = summary(&[wine], None, &[Charged { rate: "22%", name: "IVA", items: Cents(220), shipping: Cents(0) }]);
/// let half = RefundAmounts { lines: vec![(0, Cents(610))], total: Cents(610), ..RefundAmounts::default() };
/// let off = refund_rows(&order, Cents(1220), &[half]);
/// assert_eq!((off[0][0].net, off[0][0].tax), (Cents(500), Cents(110)));
/// ```
pub fn refund_rows(order: &VatSummary, paid: Cents, refunds: &[RefundAmounts]) -> Vec<Vec<VatRow>> {
    let mut rows: Vec<Row<'_>> = order.rows.iter().map(Row::from_charged).collect();
    let mut given = Cents::ZERO;
    let of_refund = |refund: &RefundAmounts| {
        given += refund.total;
        if given >= paid && paid > Cents::ZERO {
            return rows.iter_mut().filter_map(Row::take_rest).collect();
        }
        let mut named = Cents::ZERO;
        for (rate, sum) in named_sums(order, refund) {
            if let Some(row) = rows.iter_mut().find(|row| row.charged.rate == rate) {
                row.given += sum;
                named += sum;
            }
        }
        share(&mut rows, (refund.total - named).max(Cents::ZERO));
        rows.iter_mut().filter_map(Row::take).collect()
    };
    refunds.iter().map(of_refund).collect()
}

/// Scales a refund of which only a part arrived: its lines and delivery are reduced proportionally.
#[must_use]
pub fn part_of(refund: RefundAmounts, arrived: Cents) -> RefundAmounts {
    if arrived >= refund.total {
        return refund;
    }
    let (arrived, all) = (arrived.max(Cents::ZERO), refund.total.0.max(1));
    let less = |sum: Cents| Cents(round_div(i128::from(sum.0) * i128::from(arrived.0), all.into(), Half::Down));
    RefundAmounts {
        lines: refund.lines.into_iter().map(|(place, sum)| (place, less(sum))).collect(),
        shipping: less(refund.shipping),
        total: arrived,
    }
}

/// Adds rows to sums: one row for each rate and name, the highest rate first, untaxed amounts last.
pub fn add_rows(sums: &mut Vec<VatRow>, rows: &[VatRow]) {
    for row in rows {
        match sums.iter_mut().find(|sum| sum.rate == row.rate && sum.name == row.name) {
            Some(sum) => {
                sum.net += row.net;
                sum.tax += row.tax;
            }
            None => sums.push(row.clone()),
        }
    }
    let rate = |row: &VatRow| parse_fixed(row.rate.trim_end_matches('%'), 4);
    sums.sort_by(|a, b| rate(b).cmp(&rate(a)).then_with(|| a.name.cmp(&b.name)));
}

/// Returns the sums less the subtracted amounts, without rows that become 0.
pub fn less_rows(sums: &[VatRow], off: &[VatRow]) -> Vec<VatRow> {
    let mut left = sums.to_vec();
    let negative: Vec<VatRow> = off.iter().map(|row| VatRow { net: -row.net, tax: -row.tax, ..row.clone() }).collect();
    add_rows(&mut left, &negative);
    left.retain(|row| row.net != Cents::ZERO || row.tax != Cents::ZERO);
    left
}

/// A rate of an order while refunds are subtracted.
struct Row<'a> {
    charged: &'a VatRow,
    /// Amount refunded so far, with tax.
    given: Cents,
    /// Net amount subtracted so far.
    net: Cents,
    tax: Cents,
}

impl<'a> Row<'a> {
    fn from_charged(charged: &'a VatRow) -> Self {
        Self { charged, given: Cents::ZERO, net: Cents::ZERO, tax: Cents::ZERO }
    }

    fn gross(&self) -> Cents {
        self.charged.net + self.charged.tax
    }

    /// Returns what the latest refund subtracts: its tax is the rate's share, calculated from the total refunded so far, so that
    /// parts add up.
    fn take(&mut self) -> Option<VatRow> {
        let tax = match self.gross().0 {
            gross @ 1.. => {
                Cents(round_div(i128::from(self.charged.tax.0) * i128::from(self.given.0), gross.into(), Half::Up))
            }
            _ => Cents::ZERO,
        };
        self.moved(self.given - tax, tax)
    }

    fn take_rest(&mut self) -> Option<VatRow> {
        self.moved(self.charged.net, self.charged.tax)
    }

    fn moved(&mut self, net: Cents, tax: Cents) -> Option<VatRow> {
        let off = VatRow { net: net - self.net, tax: tax - self.tax, ..self.charged.clone() };
        (self.net, self.tax) = (net, tax);
        (off.net != Cents::ZERO || off.tax != Cents::ZERO).then_some(off)
    }
}

/// Iterates over the amounts of a refund whose rate is known.
fn named_sums<'a>(order: &'a VatSummary, refund: &'a RefundAmounts) -> impl Iterator<Item = (&'a str, Cents)> {
    let lines = refund.lines.iter().filter_map(|(place, sum)| Some((order.lines.get(*place)?.as_str(), *sum)));
    lines.chain(std::iter::once((order.shipping.as_str(), refund.shipping)))
}

/// Divides an amount over the rates in proportion to the remainder of each.
fn share(rows: &mut [Row<'_>], sum: Cents) {
    let left = |row: &Row<'_>| i128::from((row.gross() - row.given).0.max(0));
    let weights: Vec<i128> = rows.iter().map(left).collect();
    let all: i128 = weights.iter().sum();
    if all <= 0 {
        return;
    }
    let (mut before, mut up_to) = (0, 0);
    for (row, weight) in rows.iter_mut().zip(weights) {
        up_to += weight;
        let share = round_div(i128::from(sum.0) * up_to, all, Half::Up);
        row.given += Cents(share - before);
        before = share;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::vat::{Charged, Taxed, summary};
    use super::*;

    /// Bread at 4 %, wine at 22 %, delivery at 22 %.
    fn order() -> VatSummary {
        let lines = [
            Taxed { class: "reduced-4", rate: None, net: Cents(1000), tax: Cents(40) },
            Taxed { class: "", rate: None, net: Cents(2000), tax: Cents(440) },
        ];
        let charged = [
            Charged { rate: "22%", name: "IVA 22", items: Cents(440), shipping: Cents(110) },
            Charged { rate: "4%", name: "IVA 4", items: Cents(40), shipping: Cents(0) },
        ];
        summary(&lines, Some((Cents(500), Cents(110))), &charged)
    }

    const PAID: Cents = Cents(4090);

    fn refund(lines: &[(usize, i64)], shipping: i64, total: i64) -> RefundAmounts {
        let lines = lines.iter().map(|(place, sum)| (*place, Cents(*sum))).collect();
        RefundAmounts { lines, shipping: Cents(shipping), total: Cents(total) }
    }

    fn seen(rows: &[VatRow]) -> Vec<(&str, i64, i64)> {
        rows.iter().map(|row| (row.rate.as_str(), row.net.0, row.tax.0)).collect()
    }

    #[test]
    fn a_line_and_the_delivery_count_for_their_own_rates() {
        let off = refund_rows(&order(), PAID, &[refund(&[(0, 520)], 0, 520), refund(&[(1, 1220)], 610, 1830)]);
        assert_eq!(seen(&off[0]), [("4%", 500, 20)]);
        assert_eq!(seen(&off[1]), [("22%", 1500, 330)]);
    }

    #[test]
    fn a_sum_beside_the_lines_is_shared_out_by_what_is_left() {
        // Remaining: 1040 at 4 %, 3050 at 22 %.
        let off = refund_rows(&order(), PAID, &[refund(&[], 0, 409)]);
        assert_eq!(seen(&off[0]), [("22%", 250, 55), ("4%", 100, 4)]);
        let after_bread = refund_rows(&order(), PAID, &[refund(&[(0, 1040)], 0, 1040), refund(&[], 0, 610)]);
        assert_eq!(seen(&after_bread[1]), [("22%", 500, 110)], "of the bread nothing is left");
    }

    #[test]
    fn when_all_is_given_back_nothing_is_left() {
        let parts = [refund(&[(0, 333)], 0, 333), refund(&[], 0, 1000), refund(&[(1, 1)], 7, 8), refund(&[], 0, 2749)];
        let mut off = Vec::new();
        for rows in refund_rows(&order(), PAID, &parts) {
            add_rows(&mut off, &rows);
        }
        assert_eq!(seen(&less_rows(&order().rows, &off)), []);
        // A cent of rounding between lines and taxes is subtracted too.
        let off = refund_rows(&order(), Cents(4089), &[refund(&[(0, 1040), (1, 2440)], 609, 4089)]);
        assert_eq!(seen(&less_rows(&order().rows, &off[0])), []);
    }

    #[test]
    fn what_did_not_arrive_is_not_taken_off() {
        let part = part_of(refund(&[(0, 1000)], 500, 2000), Cents(1000));
        assert_eq!(part, refund(&[(0, 500)], 250, 1000));
        assert_eq!(part_of(refund(&[(0, 1000)], 0, 1000), Cents::ZERO).total, Cents::ZERO);
        assert_eq!(part_of(refund(&[(0, 7)], 0, 7), Cents(7)), refund(&[(0, 7)], 0, 7));
    }

    #[test]
    fn what_is_not_taxed_comes_last_and_lines_that_are_unknown_are_shared_out() {
        let mut sums = Vec::new();
        let row = |rate: &str, net| VatRow { rate: rate.into(), net: Cents(net), ..VatRow::default() };
        add_rows(&mut sums, &[row("", 5), row("4%", 1), row("22%", 1), row("10%", 1), row("4%", 2)]);
        assert_eq!(seen(&sums), [("22%", 1, 0), ("10%", 1, 0), ("4%", 3, 0), ("", 5, 0)]);
        let off = refund_rows(&order(), PAID, &[refund(&[(9, 409)], 0, 409)]);
        assert_eq!(seen(&off[0]), [("22%", 250, 55), ("4%", 100, 4)]);
        assert!(refund_rows(&VatSummary::default(), PAID, &[refund(&[], 0, 5)]).iter().all(Vec::is_empty));
    }

    proptest! {
        #[test]
        fn parts_take_off_exactly_what_they_give(sums in prop::collection::vec((0_i64..400, 0_i64..300, 0_i64..200), 1..5)) {
            let parts: Vec<RefundAmounts> = sums
                .iter()
                .map(|(line, shipping, other)| refund(&[(1, *line)], *shipping, line + shipping + other))
                .collect();
            let total: i64 = parts.iter().map(|one| one.total.0).sum();
            let off = refund_rows(&order(), PAID, &parts);
            let taken: i64 = off.iter().flatten().map(|row| row.net.0 + row.tax.0).sum();
            prop_assert_eq!(taken, total.min(PAID.0));
            prop_assert!(off.iter().flatten().all(|row| row.tax.0 >= 0));
        }
    }
}
