//! The rows above a total as printed. Subtotal, discounts, delivery and taxes are each rounded to the cent, so their sum may
//! differ from the total by a cent or two; the printed rows add up to it.

use super::Totals;
use super::cart::PricedCoupon;
use crate::base::Cents;

/// Printed discounts and the remaining rounding difference. In whole cents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedDiscounts {
    /// Discount of each coupon, in the given order.
    pub each: Vec<Cents>,
    /// Rounding row, used if no discount can absorb the difference; zero: not printed.
    pub rounding: Cents,
}

impl PrintedDiscounts {
    /// Adjusts `discounts`, each rounded separately, so that the rows `before` them (subtotal, delivery, added taxes) less the
    /// discounts equal `total`. The largest discount absorbs the difference.
    ///
    /// ```
    /// use shop_core::base::Cents;
    /// use shop_core::cart::totals::printed::PrintedDiscounts;
    /// let printed = PrintedDiscounts::new(Cents(2390), Cents(2151), &[Cents(240)]);
    /// assert_eq!((printed.each, printed.rounding), (vec![Cents(239)], Cents::ZERO));
    /// let none = PrintedDiscounts::new(Cents(2390), Cents(2391), &[]);
    /// assert_eq!(none.rounding, Cents(1));
    /// ```
    pub fn new(before: Cents, total: Cents, discounts: &[Cents]) -> Self {
        let mut each = discounts.to_vec();
        let missing = before - total - each.iter().copied().sum();
        match each.iter_mut().max().filter(|largest| **largest > Cents::ZERO && **largest + missing >= Cents::ZERO) {
            Some(largest) => {
                *largest += missing;
                Self { each, rounding: Cents::ZERO }
            }
            None => Self { each, rounding: Cents::ZERO - missing },
        }
    }

    /// Returns the printed discounts of a cart. `net`: its rows are without tax, and all taxes are a row of their own.
    pub fn from_totals<'a>(totals: &Totals, coupons: impl Iterator<Item = &'a PricedCoupon>, net: bool) -> Self {
        let delivery = totals.shipping.unwrap_or_default();
        let before = if net {
            totals.items + delivery + totals.tax
        } else {
            totals.items + totals.items_tax + delivery + totals.shipping_tax
        };
        let row = |coupon: &PricedCoupon| if net { coupon.discount } else { coupon.discount + coupon.discount_tax };
        Self::new(before, totals.total, &coupons.map(row).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(all: &[i64]) -> Vec<Cents> {
        all.iter().copied().map(Cents).collect()
    }

    #[test]
    fn the_largest_discount_takes_the_difference_up() {
        let printed = PrintedDiscounts::new(Cents(1000), Cents(698), &cents(&[100, 200, 1]));
        assert_eq!(printed, PrintedDiscounts { each: cents(&[100, 201, 1]), rounding: Cents::ZERO });
    }

    #[test]
    fn without_a_discount_that_can_take_it_up_the_rounding_is_a_row() {
        for (discounts, total, rounding) in [(&[][..], 999, -1), (&[0, 0], 1001, 1), (&[1], 1003, 4)] {
            let printed = PrintedDiscounts::new(Cents(1000), Cents(total), &cents(discounts));
            assert_eq!((printed.each, printed.rounding), (cents(discounts), Cents(rounding)), "{discounts:?}");
        }
    }

    proptest! {
        #[test]
        fn printed_rows_add_up_and_no_discount_becomes_a_surcharge(
            before in 0i64..1_000_000,
            total in 0i64..1_000_000,
            discounts in prop::collection::vec(0i64..100_000, 0..5),
        ) {
            let printed = PrintedDiscounts::new(Cents(before), Cents(total), &cents(&discounts));
            let off: Cents = printed.each.iter().copied().sum();
            prop_assert_eq!(Cents(before) - off + printed.rounding, Cents(total));
            prop_assert!(printed.each.iter().all(|one| *one >= Cents::ZERO));
        }
    }
}
