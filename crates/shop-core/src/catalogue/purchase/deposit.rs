//! Deposits: a part is paid now, the rest in instalments on given days. The parts add up to the total to the cent.

use serde::{Deserialize, Serialize};

use crate::base::time::{civil, seconds_of_day};
use crate::base::{Cents, FieldError};
use crate::platform::messages::codes;

/// Amount that is paid at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Deposit {
    /// A percentage of the total.
    Percent {
        /// Hundredths of a percent.
        hundredths: i64,
    },
    Fixed {
        cents: Cents,
    },
}

/// A later payment of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PlanPart {
    /// Share of the amount after the deposit, in hundredths of a percent. All shares add up to 10,000.
    pub share_hundredths: i64,
    /// Whole months after the order, 0 to 1200; a day that the month lacks becomes its last day.
    pub months_after: i64,
    /// Additional days, 0 to 36,500.
    pub days_after: i64,
}

/// A payment with its due date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Instalment {
    /// Due date: "2026-12-31".
    pub due: String,
    pub cents: Cents,
}

/// A payment plan, or the errors that prevent it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct DepositPlan {
    /// The deposit first, then the later payments in the order of the plan.
    pub instalments: Vec<Instalment>,
    /// Errors; if there are any, there are no instalments.
    pub errors: Vec<FieldError>,
}

/// Divides a total. Without parts the rest is due in one payment a month later. Amounts are rounded down; the odd cents are added
/// to the last payment. Rejected: a deposit that is 0 or the whole, parts that are not positive or do not add up to 100 %, a day
/// that does not exist.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::catalogue::purchase::deposit::{Deposit, plan};
/// let made = plan(Cents(10_001), Deposit::Percent { hundredths: 3000 }, &[], "2027-01-31");
/// assert_eq!((made.instalments[0].cents, made.instalments[1].cents), (Cents(3000), Cents(7001)));
/// assert_eq!(made.instalments[1].due, "2027-02-28");
/// ```
pub fn plan(total: Cents, deposit: Deposit, parts: &[PlanPart], ordered_on: &str) -> DepositPlan {
    let refuse =
        |field: &str, code| DepositPlan { instalments: Vec::new(), errors: vec![FieldError::new(field, code)] };
    let Some(start) = seconds_of_day(ordered_on).map(|seconds| seconds.div_euclid(86_400)) else {
        return refuse("ordered_on", codes::DEPOSIT_DATE_INVALID);
    };
    let first = match deposit {
        Deposit::Fixed { cents } => cents,
        Deposit::Percent { hundredths } => part(total, hundredths),
    };
    if first <= Cents::ZERO || first >= total {
        return refuse("deposit", codes::DEPOSIT_TOO_LARGE);
    }
    let one = [PlanPart { share_hundredths: 10_000, months_after: 1, days_after: 0 }];
    let parts = if parts.is_empty() { &one } else { parts };
    let wrong = |part: &PlanPart| {
        !(1..=10_000).contains(&part.share_hundredths)
            || !(0..=1200).contains(&part.months_after)
            || !(0..=36_500).contains(&part.days_after)
    };
    if parts.iter().any(wrong) || parts.iter().map(|part| part.share_hundredths).sum::<i64>() != 10_000 {
        return refuse("plan", codes::DEPOSIT_PLAN_INVALID);
    }
    let rest = total - first;
    let mut instalments = vec![Instalment { due: ordered_on.to_owned(), cents: first }];
    let mut left = rest;
    for (at, one) in parts.iter().enumerate() {
        let cents = if at + 1 == parts.len() { left } else { part(rest, one.share_hundredths) };
        left = left - cents;
        instalments.push(Instalment { due: day_after(start, one), cents });
    }
    DepositPlan { instalments, errors: Vec::new() }
}

fn part(of: Cents, hundredths: i64) -> Cents {
    Cents(i64::try_from(i128::from(of.0) * i128::from(hundredths) / 10_000).unwrap_or(i64::MAX))
}

fn day_after(start: i64, part: &PlanPart) -> String {
    let (year, month, day) = civil(start);
    let months = year * 12 + month - 1 + part.months_after;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    // The last day of the month: four tries reach the 28th.
    let days = (day - 3..=day)
        .rev()
        .find_map(|day| seconds_of_day(&format!("{year:04}-{month:02}-{day:02}")))
        .map_or(start, |seconds| seconds.div_euclid(86_400));
    let (year, month, day) = civil(days + part.days_after);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(rows: &[(i64, i64, i64)]) -> Vec<PlanPart> {
        rows.iter()
            .map(|(share_hundredths, months_after, days_after)| PlanPart {
                share_hundredths: *share_hundredths,
                months_after: *months_after,
                days_after: *days_after,
            })
            .collect()
    }

    #[test]
    fn instalments_fall_due_on_the_day_or_the_months_last() {
        let made = plan(
            Cents(40_000),
            Deposit::Fixed { cents: Cents(10_000) },
            &parts(&[(3333, 1, 0), (3333, 2, 0), (3334, 0, 90)]),
            "2027-12-31",
        );
        let rows: Vec<(&str, i64)> = made.instalments.iter().map(|one| (one.due.as_str(), one.cents.0)).collect();
        assert_eq!(rows, [("2027-12-31", 10_000), ("2028-01-31", 9999), ("2028-02-29", 9999), ("2028-03-30", 10_002)]);
    }

    #[test]
    fn a_deposit_is_neither_nothing_nor_the_whole() {
        for deposit in [
            Deposit::Fixed { cents: Cents(0) },
            Deposit::Fixed { cents: Cents(-5) },
            Deposit::Fixed { cents: Cents(1000) },
            Deposit::Percent { hundredths: 10_000 },
            Deposit::Percent { hundredths: 0 },
        ] {
            let made = plan(Cents(1000), deposit, &[], "2027-01-01");
            assert_eq!(made.errors[0].code, codes::DEPOSIT_TOO_LARGE, "{deposit:?}");
        }
    }

    #[test]
    fn parts_that_are_not_the_whole_and_days_that_are_not_are_refused() {
        let half = Deposit::Percent { hundredths: 5000 };
        for rows in [&[(5000, 1, 0)][..], &[(10_000, -1, 0)], &[(12_000, 1, 0), (-2000, 2, 0)]] {
            assert_eq!(plan(Cents(1000), half, &parts(rows), "2027-01-01").errors[0].code, codes::DEPOSIT_PLAN_INVALID);
        }
        assert_eq!(plan(Cents(1000), half, &[], "2027-02-30").errors[0].code, codes::DEPOSIT_DATE_INVALID);
    }

    proptest! {
        #[test]
        fn instalments_add_up_to_the_total(total in 2_i64..1_000_000, deposit in 1_i64..10_000, cut in 1_i64..10_000) {
            let rows = parts(&[(cut, 1, 0), (10_000 - cut, 2, 5)]);
            let made = plan(Cents(total), Deposit::Percent { hundredths: deposit }, &rows, "2027-01-31");
            if made.errors.is_empty() {
                prop_assert_eq!(made.instalments.iter().map(|one| one.cents).sum::<Cents>(), Cents(total));
                prop_assert!(made.instalments.iter().all(|one| one.cents >= Cents::ZERO));
            }
        }
    }
}
