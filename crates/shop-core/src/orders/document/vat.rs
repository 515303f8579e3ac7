//! The VAT summary at the end of an invoice: the rate of each line is derived from the amounts charged, so that it stays true
//! when rates change.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::Cents;
use crate::base::text::parse_fixed;
use crate::cart::tax::RATE_UNIT;

/// A taxable amount with its tax.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct VatRow {
    /// Rate such as "22%"; empty: not taxed.
    pub rate: String,
    /// Name of the tax.
    pub name: String,
    pub net: Cents,
    pub tax: Cents,
}

/// Goods or delivery as charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taxed<'a> {
    /// Slug of the tax class; goods of one class have the same rate.
    pub class: &'a str,
    /// Rate recorded with the sale ("22%"; empty: not taxed). `None`: it was not recorded, and is derived.
    pub rate: Option<&'a str>,
    /// Net amount after discounts.
    pub net: Cents,
    pub tax: Cents,
}

/// Tax charged at one rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged<'a> {
    /// Rate such as "22%".
    pub rate: &'a str,
    /// Name of the tax.
    pub name: &'a str,
    /// Tax on the goods.
    pub items: Cents,
    /// Tax on the delivery.
    pub shipping: Cents,
}

/// Rates of an order's lines, and its sums by rate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VatSummary {
    /// Rate of each line, in order; empty: not taxed.
    pub lines: Vec<String>,
    /// Rate of the delivery.
    pub shipping: String,
    /// Sums by rate, as charged; untaxed amounts come last.
    pub rows: Vec<VatRow>,
}

/// Summarises the VAT of an order.
///
/// The recorded rate of a line counts, even if its tax is rounded to 0 or a coupon leaves nothing of it. The rate of other lines
/// is that of their class: the charged one whose tax is closest. Taxes are those that were charged, so that the rows add up to
/// the payment even if taxes were rounded for the whole cart.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::orders::document::vat::{Charged, Taxed, summary};
/// let oil = Taxed { class: "reduced-4", rate: None, net: Cents(1000), tax: Cents(40) };
/// let charged = [Charged { rate: "4%", name: "IVA 4", items: Cents(40), shipping: Cents(20) }];
/// let found = summary(&[oil], Some((Cents(500), Cents(20))), &charged);
/// assert_eq!((found.lines, found.rows[0].net, found.rows[0].tax), (vec!["4%".to_owned()], Cents(1500), Cents(60)));
/// ```
pub fn summary(lines: &[Taxed<'_>], shipping: Option<(Cents, Cents)>, charged: &[Charged<'_>]) -> VatSummary {
    let mut classes: BTreeMap<&str, (Cents, Cents)> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.rate.is_none()) {
        let sums = classes.entry(line.class).or_default();
        sums.0 += line.net;
        sums.1 += line.tax;
    }
    let of_class: BTreeMap<&str, Option<usize>> =
        classes.into_iter().map(|(class, (net, tax))| (class, nearest(net, tax, charged, |one| one.items))).collect();
    let of_line = |line: &Taxed<'_>| match line.rate {
        Some(rate) => charged.iter().position(|one| one.rate == rate),
        None => of_class.get(line.class).copied().flatten(),
    };
    let is_recorded = |at: usize| lines.iter().any(|line| line.rate.is_some() && of_line(line) == Some(at));
    let of_shipping = shipping.and_then(|(net, tax)| nearest(net, tax, charged, |one| one.shipping));
    let name = |at: Option<usize>| at.and_then(|at| charged.get(at)).map(|one| one.rate.to_owned()).unwrap_or_default();
    let net_of = |at: Option<usize>| {
        let goods: Cents = lines.iter().filter(|line| of_line(line) == at).map(|line| line.net).sum();
        goods + shipping.filter(|_| of_shipping == at).map_or(Cents::ZERO, |(net, _)| net)
    };
    let mut rows: Vec<VatRow> = charged
        .iter()
        .enumerate()
        .map(|(at, one)| {
            let row = VatRow {
                rate: one.rate.to_owned(),
                name: one.name.to_owned(),
                net: net_of(Some(at)),
                tax: one.items + one.shipping,
            };
            (at, row)
        })
        .filter(|(at, row)| row.net != Cents::ZERO || row.tax != Cents::ZERO || is_recorded(*at))
        .map(|(_, row)| row)
        .collect();
    let untaxed = net_of(None);
    if untaxed != Cents::ZERO {
        rows.push(VatRow { net: untaxed, ..VatRow::default() });
    }
    VatSummary { lines: lines.iter().map(|line| name(of_line(line))).collect(), shipping: name(of_shipping), rows }
}

/// Finds the rate whose tax on `net` is closest to `tax`. If there is tax, only rates with charged tax are candidates; if there
/// is none, only rates without.
fn nearest(net: Cents, tax: Cents, charged: &[Charged<'_>], of: impl Fn(&Charged<'_>) -> Cents) -> Option<usize> {
    let rate = |one: &Charged<'_>| parse_fixed(one.rate.trim_end_matches('%'), 4).unwrap_or(0);
    let taxed = tax != Cents::ZERO;
    let far = |one: &Charged<'_>| (i128::from(net.0) * i128::from(rate(one)) - i128::from(tax.0) * RATE_UNIT).abs();
    let fits = |one: &&(usize, &Charged<'_>)| if taxed { of(one.1) != Cents::ZERO } else { rate(one.1) == 0 };
    let all: Vec<(usize, &Charged<'_>)> = charged.iter().enumerate().collect();
    all.iter().filter(fits).min_by_key(|(_, one)| far(one)).map(|(at, _)| *at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHARGED: [Charged<'_>; 2] = [
        Charged { rate: "10%", name: "IVA 10", items: Cents(100), shipping: Cents(0) },
        Charged { rate: "22%", name: "IVA 22", items: Cents(219), shipping: Cents(110) },
    ];

    fn taxed(class: &str, net: i64, tax: i64) -> Taxed<'_> {
        Taxed { class, rate: None, net: Cents(net), tax: Cents(tax) }
    }

    #[test]
    fn lines_go_to_the_rate_that_they_were_taxed_at() {
        let lines = [taxed("reduced-10", 995, 99), taxed("", 997, 219), taxed("reduced-10", 6, 1)];
        let found = summary(&lines, Some((Cents(500), Cents(110))), &CHARGED);
        assert_eq!(found.lines, ["10%", "22%", "10%"]);
        assert_eq!(found.shipping, "22%");
        let rows: Vec<(&str, i64, i64)> =
            found.rows.iter().map(|row| (row.rate.as_str(), row.net.0, row.tax.0)).collect();
        assert_eq!(rows, [("10%", 1001, 100), ("22%", 1497, 329)]);
    }

    #[test]
    fn a_cent_of_rounding_does_not_move_a_line_to_another_rate() {
        // 3 cents at 10 % are 0.3: charged as 0, they belong to the other goods of their class.
        let found = summary(&[taxed("reduced-10", 3, 0), taxed("reduced-10", 997, 100)], None, &CHARGED);
        assert_eq!(found.lines, ["10%", "10%"]);
        assert_eq!(found.rows.first().map(|row| row.net), Some(Cents(1000)));
    }

    #[test]
    fn what_was_not_taxed_is_told_apart() {
        let found = summary(&[taxed("", 997, 219), taxed("zero", 400, 0)], Some((Cents(300), Cents(0))), &CHARGED[1..]);
        assert_eq!(found.lines, ["22%", ""]);
        assert_eq!(
            (found.shipping.as_str(), found.rows.last().map(|row| (row.rate.as_str(), row.net))),
            ("", Some(("", Cents(700))))
        );
        let none = summary(&[taxed("", 500, 0)], None, &[]);
        assert_eq!(none.rows, [VatRow { net: Cents(500), ..VatRow::default() }]);
    }

    #[test]
    fn a_recorded_rate_stays_where_the_tax_comes_to_nothing() {
        let at = |rate, class, net, tax| Taxed { rate: Some(rate), ..taxed(class, net, tax) };
        // One cent, a gift and an exempt service beside wine.
        let lines = [at("10%", "reduced-10", 1, 0), at("22%", "", 0, 0), at("", "", 400, 0), at("22%", "", 997, 219)];
        let found = summary(&lines, None, &CHARGED);
        assert_eq!(found.lines, ["10%", "22%", "", "22%"]);
        let nothing = [Charged { rate: "22%", name: "IVA 22", items: Cents(0), shipping: Cents(0) }];
        let found = summary(&[at("22%", "", 0, 0)], None, &nothing);
        assert_eq!(found.rows, [VatRow { rate: "22%".into(), name: "IVA 22".into(), ..VatRow::default() }]);
    }

    #[test]
    fn a_rate_of_nothing_is_a_rate() {
        let zero = [Charged { rate: "0%", name: "VAT 0", items: Cents(0), shipping: Cents(0) }];
        let found = summary(&[taxed("reduced-10", 500, 0)], None, &zero);
        assert_eq!(found.rows, [VatRow { rate: "0%".into(), name: "VAT 0".into(), net: Cents(500), tax: Cents(0) }]);
    }

    #[test]
    fn nothing_ordered_sums_up_to_nothing() {
        assert_eq!(summary(&[], None, &[]), VatSummary::default());
        assert!(summary(&[taxed("", i64::MAX, i64::MAX)], None, &CHARGED).rows.iter().all(|row| row.net.0 >= 0));
    }
}
