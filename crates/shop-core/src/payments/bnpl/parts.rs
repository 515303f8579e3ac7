//! Equal instalments of a price.

use serde::Serialize;

use crate::base::{Cents, FieldError};
use crate::platform::messages::codes;

/// Range of the number of instalments: from "pay in two" to monthly ones over three years, the longest plans on the market.
pub const PARTS: (i64, i64) = (2, 36);

/// A price divided into instalments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PriceParts {
    /// The instalments in the order of payment; their sum is the total.
    pub parts: Vec<Cents>,
    /// Reasons why the price cannot be divided.
    pub errors: Vec<FieldError>,
}

/// Divides a total into equal instalments; the remaining cents go to the first ones, one each. Rejected: fewer than 2 or more
/// than 36 instalments, and a total with less than a cent for each.
///
/// ```
/// use shop_core::payments::bnpl::parts::price_parts;
/// use shop_core::base::Cents;
/// assert_eq!(price_parts(Cents(10_000), 3).parts, [Cents(3334), Cents(3333), Cents(3333)]);
/// ```
pub fn price_parts(total: Cents, count: i64) -> PriceParts {
    let rejected = |field: &str, code| PriceParts { parts: Vec::new(), errors: vec![FieldError::new(field, code)] };
    if count < PARTS.0 || count > PARTS.1 {
        let mut answer = rejected("parts", codes::BNPL_PARTS);
        answer.errors =
            answer.errors.into_iter().map(|error| error.with("min", PARTS.0).with("max", PARTS.1)).collect();
        return answer;
    }
    if total.0 < count {
        return rejected("total", codes::PAYMENT_AMOUNT_TOO_SMALL);
    }
    let (each, odd) = (total.0 / count, total.0 % count);
    PriceParts { parts: (0..count).map(|at| Cents(each + i64::from(at < odd))).collect(), errors: Vec::new() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn there_is_nothing_to_divide_without_parts_or_cents() {
        for (total, count) in
            [(1000, 1), (1000, 0), (1000, -3), (1000, 37), (1000, i64::MAX), (2, 3), (0, 2), (-100, 2)]
        {
            let answer = price_parts(Cents(total), count);
            assert!(answer.parts.is_empty() && answer.errors.len() == 1, "{total} {count}");
        }
    }

    proptest! {
        #[test]
        fn parts_make_the_total_and_differ_by_a_cent_at_most(total in any::<i64>(), count in 0_i64..40) {
            let parts = price_parts(Cents(total), count).parts;
            if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
                prop_assert_eq!(parts.iter().copied().sum::<Cents>(), Cents(total));
                prop_assert!(last.0 > 0 && (0..=1).contains(&(first.0 - last.0)));
                prop_assert!(parts.is_sorted_by(|a, b| a >= b));
            }
        }
    }
}
