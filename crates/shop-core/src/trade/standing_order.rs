//! Orders that a company places regularly: their interval, and the next date.
//!
//! No order is ever placed automatically. Prices change, and so do ingredients and the information that the buyer must get before
//! being bound (Reg. (EU) 1169/2011 art. 14, D.Lgs. 206/2005 art. 51): each time the shop prepares the order and asks the buyer
//! to confirm it.

use serde::Serialize;

use crate::base::calendar::{day_named, weekday};
use crate::base::time::civil;
use crate::base::{FieldError, wire_enum};
use crate::platform::messages::codes;

/// Latest first day, in days from today.
pub const MAX_DAYS_TO_FIRST: i64 = 366;
/// Maximum number of standing orders of a company.
pub const MAX_STANDING_ORDERS: u64 = 50;

wire_enum! {
    /// Interval of a standing order.
    Repeats {
        Weekly = "weekly",
        /// Every second week.
        TwoWeeks = "two_weeks",
        /// Every fourth week.
        FourWeeks = "four_weeks",
        /// Every month on the same day; in a shorter month on its last day.
        Monthly = "monthly",
    } default Weekly
}

wire_enum! {
    /// Whether a standing order is active.
    StandingState {
        /// The order is prepared when it is due.
        Active = "active",
        /// No orders are prepared until somebody resumes it.
        Paused = "paused",
    } default Active
}

/// A standing order as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrderForm {
    /// Number of the purchase list to order.
    pub list_id: String,
    /// Interval: a name of [`Repeats`].
    pub repeats: String,
    /// First day of delivery: "2026-12-02".
    pub first_on: String,
}

/// Schedule of a standing order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub repeats: Repeats,
    /// First delivery day, counted from 1970-01-01.
    pub first_on: i64,
}

impl StandingOrderForm {
    /// Validates the form and returns the number of the list and the schedule. `today`: the day in Rome; `delivers`: whether
    /// goods are delivered on a weekday, 0 for Sunday.
    ///
    /// # Errors
    /// Every invalid field, in the order of the form.
    pub fn checked(&self, today: i64, delivers: impl Fn(i64) -> bool) -> Result<(i64, Plan), Vec<FieldError>> {
        let mut errors = Vec::new();
        let list_id = self.list_id.trim().parse().unwrap_or(0);
        if list_id <= 0 {
            errors.push(FieldError::new("list_id", codes::STANDING_LIST_REQUIRED));
        }
        let repeats = Repeats::parse(self.repeats.trim());
        if repeats.is_none() {
            errors.push(FieldError::new("repeats", codes::STANDING_REPEATS_REQUIRED));
        }
        let weekly = repeats != Some(Repeats::Monthly);
        let invalid = |code| FieldError::new("first_on", code);
        let first_on = match day_named(self.first_on.trim()) {
            None => Err(invalid(codes::STANDING_DAY_REQUIRED)),
            Some(day) if day <= today || day > today.saturating_add(MAX_DAYS_TO_FIRST) => {
                Err(invalid(codes::STANDING_DAY_RANGE).with("days", MAX_DAYS_TO_FIRST))
            }
            Some(day) if weekly && !delivers(weekday(day)) => Err(invalid(codes::STANDING_DAY_WEEKDAY)),
            Some(day) => Ok(day),
        };
        match (first_on, repeats) {
            (Ok(first_on), Some(repeats)) if errors.is_empty() => Ok((list_id, Plan { repeats, first_on })),
            (first_on, _) => {
                errors.extend(first_on.err());
                Err(errors)
            }
        }
    }
}

impl Plan {
    /// Returns the first scheduled day on or after a day.
    pub fn next_from(self, day: i64) -> i64 {
        if day <= self.first_on {
            return self.first_on;
        }
        let weeks = match self.repeats {
            Repeats::Weekly => 1,
            Repeats::TwoWeeks => 2,
            Repeats::FourWeeks => 4,
            Repeats::Monthly => return self.month_from(day),
        };
        let span = 7 * weeks;
        let late = (day - self.first_on).rem_euclid(span);
        if late == 0 { day } else { day + span - late }
    }

    /// Returns the first scheduled day after a day.
    pub fn next_after(self, day: i64) -> i64 {
        self.next_from(day.saturating_add(1))
    }

    fn month_from(self, day: i64) -> i64 {
        let (_, _, wanted) = civil(self.first_on);
        let (year, month, _) = civil(day);
        let this = day_of_month(year, month, wanted);
        if this >= day {
            return this;
        }
        if month == 12 { day_of_month(year + 1, 1, wanted) } else { day_of_month(year, month + 1, wanted) }
    }
}

/// Returns a day of a month, or the month's last day if it is shorter.
fn day_of_month(year: i64, month: i64, wanted: i64) -> i64 {
    let named = |date: i64| day_named(&format!("{year:04}-{month:02}-{date:02}"));
    // Every month has a 28th.
    (wanted.min(28)..=wanted).rev().find_map(named).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::calendar::name_of_day;

    fn day(name: &str) -> i64 {
        day_named(name).unwrap()
    }

    fn plan(repeats: Repeats, first: &str) -> Plan {
        Plan { repeats, first_on: day(first) }
    }

    fn days(plan: Plan, from: &str, count: usize) -> Vec<String> {
        let first = plan.next_from(day(from));
        std::iter::successors(Some(first), |day| Some(plan.next_after(*day))).take(count).map(name_of_day).collect()
    }

    #[test]
    fn weeks_are_counted_from_the_first_day() {
        let every_second = plan(Repeats::TwoWeeks, "2026-12-02");
        assert_eq!(days(every_second, "2026-11-25", 2), ["2026-12-02", "2026-12-16"]);
        assert_eq!(days(every_second, "2026-12-03", 2), ["2026-12-16", "2026-12-30"]);
        assert_eq!(days(plan(Repeats::Weekly, "2026-12-02"), "2027-03-01", 1), ["2027-03-03"]);
        assert_eq!(days(plan(Repeats::FourWeeks, "2026-12-02"), "2026-12-03", 1), ["2026-12-30"]);
    }

    #[test]
    fn a_month_that_is_too_short_has_it_on_its_last_day_and_the_next_one_on_its_own() {
        let last = plan(Repeats::Monthly, "2026-12-31");
        assert_eq!(days(last, "2026-12-31", 5), ["2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]);
        assert_eq!(days(plan(Repeats::Monthly, "2026-12-02"), "2026-12-03", 2), ["2027-01-02", "2027-02-02"]);
    }

    #[test]
    fn a_form_names_each_wrong_field() {
        let today = day("2026-11-25");
        let workdays = |weekday: i64| (1..=5).contains(&weekday);
        let form = |list: &str, repeats: &str, first: &str| StandingOrderForm {
            list_id: list.into(),
            repeats: repeats.into(),
            first_on: first.into(),
        };
        let good = form("7", "weekly", "2026-12-02").checked(today, workdays);
        assert_eq!(good, Ok((7, plan(Repeats::Weekly, "2026-12-02"))));
        assert!(form("7", "monthly", "2026-12-05").checked(today, workdays).is_ok(), "its weekday changes anyway");
        let codes = |form: StandingOrderForm| -> Vec<(String, String)> {
            let errors = form.checked(today, workdays).unwrap_err();
            errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
        };
        let pair = |field: &str, code: &str| (field.to_owned(), code.to_owned());
        assert_eq!(
            codes(StandingOrderForm::default()),
            [
                pair("list_id", "standing_list_required"),
                pair("repeats", "standing_repeats_required"),
                pair("first_on", "standing_day_required")
            ]
        );
        for (first, code) in [
            ("2/12/2026", "standing_day_required"),
            ("2026-11-25", "standing_day_range"),
            ("2020-01-01", "standing_day_range"),
            ("2028-01-05", "standing_day_range"),
            ("2026-12-05", "standing_day_weekday"),
        ] {
            assert_eq!(codes(form("7", "weekly", first)), [pair("first_on", code)], "{first}");
        }
        assert_eq!(codes(form("-1", "daily", "2026-12-02")).len(), 2);
    }

    proptest! {
        #[test]
        fn the_next_day_is_the_first_of_the_plan_that_is_not_before(
            repeats in prop::sample::select(Repeats::ALL),
            first_on in 20_000_i64..22_000,
            from in 19_000_i64..24_000,
        ) {
            let plan = Plan { repeats, first_on };
            let next = plan.next_from(from);
            prop_assert!(next >= from && next >= first_on);
            prop_assert_eq!(plan.next_from(next), next);
            prop_assert!(plan.next_after(next) > next);
            let longest = if from < first_on { first_on - from } else { 31 };
            prop_assert!(next - from <= longest);
            if repeats != Repeats::Monthly {
                prop_assert_eq!(weekday(next), weekday(first_on));
            }
        }
    }
}
