//! Distribution of discounts over the lines of a cart, to the cent, as on the platform whose totals this follows.
//!
//! Coupons apply in the order per piece, percent, whole cart; among equals first those without an item limit and then by rising
//! limit, by rising amount, the later one of the list first. Each applies to full prices (or, sequentially, to what the earlier
//! ones left) and never takes more than what is left of a line. Expensive pieces come before cheap ones.

use std::borrow::Borrow;

use super::{Coupon, CouponGoods, CouponKind};
use crate::base::text::in_order;
use crate::base::{Cents, Fraction, Half};

/// Hundredths of a percent in a whole.
const WHOLE: i128 = 10_000;

/// A line that discounts apply to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpreadLine {
    /// Price of all its pieces, net or gross like the discounts.
    pub cents: Cents,
    pub quantity: u32,
    /// Properties for the coupons' conditions.
    pub goods: CouponGoods,
}

/// Returns the discount of each coupon on each line: one row for each coupon, one amount for each line, both in the given order.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::cart::coupon::spread::{SpreadLine, spread};
/// use shop_core::cart::coupon::{Coupon, CouponKind};
/// let line = |cents, quantity| SpreadLine { cents: Cents(cents), quantity, ..SpreadLine::default() };
/// let five = Coupon { kind: CouponKind::FixedCart, amount_hundredths: 500, ..Coupon::default() };
/// // 1.66 a piece, and the two odd cents to the dearest pieces.
/// assert_eq!(spread(&[line(3600, 2), line(733, 1)], &[five], false), [[Cents(334), Cents(166)]]);
/// ```
pub fn spread<C: Borrow<Coupon>>(lines: &[SpreadLine], coupons: &[C], sequential: bool) -> Vec<Vec<Cents>> {
    let mut work = Work {
        lines,
        dearest_first: dearest_first(lines),
        left: lines.iter().map(|line| line.cents.0.max(0)).collect(),
        sequential,
    };
    let mut out = vec![vec![Cents::ZERO; lines.len()]; coupons.len()];
    for (row, coupon) in in_turn(coupons) {
        if let Some(taken) = out.get_mut(row) {
            work.apply(coupon, taken);
        }
    }
    out
}

fn in_turn<C: Borrow<Coupon>>(coupons: &[C]) -> Vec<(usize, &Coupon)> {
    let rank = |kind| match kind {
        CouponKind::FixedProduct => 0,
        CouponKind::Percent => 1,
        CouponKind::FixedCart => 2,
    };
    in_order(coupons.iter().map(Borrow::borrow).enumerate(), |(row, coupon)| {
        (rank(coupon.kind), coupon.item_limit.unwrap_or(0), coupon.amount_hundredths, std::cmp::Reverse(*row))
    })
}

fn dearest_first(lines: &[SpreadLine]) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.quantity > 0) {
        let dearer = |other: &usize| {
            lines.get(*other).is_some_and(|other| {
                i128::from(other.cents.0) * i128::from(line.quantity)
                    >= i128::from(line.cents.0) * i128::from(other.quantity)
            })
        };
        out.insert(out.partition_point(dearer), at);
    }
    out
}

struct Work<'a> {
    lines: &'a [SpreadLine],
    dearest_first: Vec<usize>,
    left: Vec<i64>,
    sequential: bool,
}

impl<'a> Work<'a> {
    fn apply(&mut self, coupon: &Coupon, taken: &mut [Cents]) {
        let amount = coupon.amount_hundredths.max(0);
        let targets: Vec<(usize, &SpreadLine)> = self
            .dearest_first
            .iter()
            .filter_map(|at| self.lines.get(*at).map(|line| (*at, line)))
            .filter(|(at, line)| {
                let for_all = coupon.kind == CouponKind::FixedCart && !line.goods.agreed_price;
                self.remaining(*at) > 0 && (for_all || coupon.acts_on(&line.goods))
            })
            .collect();
        match coupon.kind {
            CouponKind::Percent => self.percent(coupon, amount, &targets, taken),
            CouponKind::FixedProduct => {
                self.per_piece(coupon, amount, &targets, taken);
            }
            CouponKind::FixedCart => self.whole_cart(coupon, amount, &targets, taken),
        }
    }

    fn remaining(&self, at: usize) -> i64 {
        self.left.get(at).copied().unwrap_or(0)
    }

    /// Reduces a line by at most its remaining price and returns the reduction.
    fn take(&mut self, at: usize, wanted: i64, taken: &mut [Cents]) -> i64 {
        let (Some(left), Some(sum)) = (self.left.get_mut(at), taken.get_mut(at)) else { return 0 };
        let given = wanted.min(*left).max(0);
        *left -= given;
        *sum += Cents(given);
        given
    }

    fn price(&self, at: usize, line: &SpreadLine) -> i128 {
        i128::from(if self.sequential { self.remaining(at) } else { line.cents.0 })
    }

    /// Rounds down line by line; the cents missing to the whole discount are added one for each piece, most expensive first.
    fn percent(&mut self, coupon: &Coupon, amount: i64, targets: &[(usize, &'a SpreadLine)], taken: &mut [Cents]) {
        let mut pieces = Pieces::new(coupon);
        let mut whole = Fraction::cents(0);
        let mut given = 0;
        for (at, line) in targets {
            let price = self.price(*at, line) * i128::from(pieces.count_discounted(line.quantity)) * i128::from(amount);
            let over = i128::from(line.quantity) * WHOLE;
            whole = whole.plus_fraction(Fraction::from_ratio(price, over));
            given += self.take(*at, i64::try_from(price / over).unwrap_or(i64::MAX), taken);
        }
        self.odd_cents(whole.round(Half::Down) - given, targets, taken);
    }

    fn per_piece(
        &mut self,
        coupon: &Coupon,
        amount: i64,
        targets: &[(usize, &'a SpreadLine)],
        taken: &mut [Cents],
    ) -> i64 {
        let mut pieces = Pieces::new(coupon);
        let mut given = 0_i64;
        for (at, line) in targets {
            let count = pieces.count_discounted(line.quantity);
            let of_them = i128::from(line.cents.0) * i128::from(count) / i128::from(line.quantity.max(1));
            let wanted = (i128::from(amount) * i128::from(count)).min(of_them);
            given += self.take(*at, i64::try_from(wanted).unwrap_or(i64::MAX), taken);
        }
        given
    }

    /// Takes the same whole cents off each piece that still has a price, repeats this for the remainder, then takes the odd
    /// cents.
    fn whole_cart(&mut self, coupon: &Coupon, amount: i64, targets: &[(usize, &'a SpreadLine)], taken: &mut [Cents]) {
        let mut rest = amount;
        while rest > 0 {
            let open: Vec<(usize, &SpreadLine)> =
                targets.iter().filter(|(at, _)| self.remaining(*at) > 0).copied().collect();
            let pieces: i64 = open.iter().map(|(_, line)| i64::from(line.quantity)).sum();
            if pieces == 0 {
                return;
            }
            let each = rest / pieces;
            if each == 0 {
                self.odd_cents(rest, &open, taken);
                return;
            }
            let given = self.per_piece(coupon, each, &open, taken);
            if given == 0 {
                return;
            }
            rest -= given;
        }
    }

    fn odd_cents(&mut self, missing: i64, targets: &[(usize, &'a SpreadLine)], taken: &mut [Cents]) {
        let mut missing = missing;
        for (at, line) in targets {
            missing -= self.take(*at, missing.min(i64::from(line.quantity)), taken);
        }
    }
}

/// Counts the pieces that a coupon with an item limit still applies to.
struct Pieces(Option<i64>);

impl Pieces {
    fn new(coupon: &Coupon) -> Self {
        Self(coupon.item_limit.filter(|limit| *limit > 0))
    }

    fn count_discounted(&mut self, quantity: u32) -> u32 {
        let Some(left) = &mut self.0 else { return quantity };
        let count = u32::try_from(*left).unwrap_or(u32::MAX).min(quantity);
        *left -= i64::from(count);
        count
    }
}

#[cfg(test)]
#[path = "spread_tests.rs"]
mod tests;
