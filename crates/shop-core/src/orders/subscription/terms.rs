//! Payment interval and payment dates of a subscription.

use serde::{Deserialize, Serialize};

use crate::base::time::{civil, seconds_of_day};
use crate::base::{Cents, wire_enum};

wire_enum! {
    /// Unit of the payment interval.
    PeriodUnit {
        Week = "week",
        Month = "month",
        Year = "year",
    } default Month
}

/// Terms that the merchant offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionTerms {
    /// Number of periods between two payments.
    pub every: i64,
    pub unit: PeriodUnit,
    /// Days before the product's price is first paid; 0: it is paid with the order.
    #[serde(default)]
    pub trial_days: i64,
    /// Sign-up fee, paid once with the order.
    #[serde(default)]
    pub sign_up_cents: Cents,
    /// Number of payments after which it ends; `None`: when it is cancelled.
    #[serde(default)]
    pub payments: Option<i64>,
}

impl SubscriptionTerms {
    /// Returns the day of payment `number`, from 0: the first one is on the day of the order, or at the end of the trial. Days
    /// are counted from 1970-01-01. Every day is derived from the first: a month without that day uses its last one, and the next
    /// month has the day again. `None`: there is no such payment any more.
    ///
    /// ```
    /// use shop_core::orders::subscription::terms::{PeriodUnit, SubscriptionTerms};
    /// # let day = |text| shop_core::base::time::seconds_of_day(text).unwrap() / 86_400;
    /// let monthly = SubscriptionTerms {
    ///     every: 1,
    ///     unit: PeriodUnit::Month,
    ///     trial_days: 0,
    ///     sign_up_cents: shop_core::base::Cents(0),
    ///     payments: None,
    /// };
    /// let start = day("2027-01-31");
    /// assert_eq!(monthly.payment_day(start, 1), Some(day("2027-02-28")));
    /// assert_eq!(monthly.payment_day(start, 2), Some(day("2027-03-31")));
    /// ```
    pub fn payment_day(&self, ordered: i64, number: i64) -> Option<i64> {
        if number < 0 || self.payments.is_some_and(|payments| number >= payments) {
            return None;
        }
        let first = ordered.saturating_add(self.trial_days.max(0));
        let periods = self.every.max(1).checked_mul(number)?;
        match self.unit {
            PeriodUnit::Week => first.checked_add(periods.checked_mul(7)?),
            PeriodUnit::Month => add_months(first, periods),
            PeriodUnit::Year => add_months(first, periods.checked_mul(12)?),
        }
    }

    /// Returns the terms by which lines are grouped for payment: those that determine the days, without one-time fees.
    #[must_use]
    pub fn schedule(&self) -> Self {
        Self { sign_up_cents: Cents::ZERO, ..self.clone() }
    }

    /// Returns the terms that apply to goods: those that are shipped have no trial, even if one was entered.
    #[must_use]
    pub fn for_goods(&self, sent: bool) -> Self {
        Self { trial_days: if sent { 0 } else { self.trial_days.max(0) }, ..self.clone() }
    }

    /// Returns whether the subscription is complete after `made` payments.
    pub fn ends_after(&self, made: i64) -> bool {
        self.payments.is_some_and(|payments| made >= payments)
    }

    /// Returns the first period from `period` on whose day is `today` or later, with its day. Periods missed in the meantime, as
    /// during a pause, are never charged later. `None`: there is no such day.
    ///
    /// ```
    /// use shop_core::orders::subscription::terms::{PeriodUnit, SubscriptionTerms};
    /// # let (unit, sign_up_cents) = (PeriodUnit::Week, shop_core::base::Cents(0));
    /// # let terms = SubscriptionTerms { every: 1, unit, trial_days: 0, sign_up_cents, payments: Some(3) };
    /// assert_eq!(terms.period_from(100, 1, 90), Some((1, 107)));
    /// assert_eq!(terms.period_from(100, 1, 122), Some((4, 128)));
    /// ```
    pub fn period_from(&self, started: i64, period: i64, today: i64) -> Option<(i64, i64)> {
        let endless = Self { payments: None, ..self.clone() };
        // A weekly subscription that is paused for a lifetime skips some four thousand periods.
        (period..period.saturating_add(5_000)).find_map(|period| {
            let day = endless.payment_day(started, period)?;
            (day >= today).then_some((period, day))
        })
    }

    /// Returns the number of payments made with the order itself: none during a trial.
    pub fn paid_with_order(&self) -> i64 {
        i64::from(self.trial_days <= 0)
    }
}

fn add_months(day: i64, months: i64) -> Option<i64> {
    let (year, month, date) = civil(day);
    let months = (year * 12 + month - 1).checked_add(months)?;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    // The last day of the month: four tries reach the 28th.
    (date - 3..=date)
        .rev()
        .find_map(|date| seconds_of_day(&format!("{year:04}-{month:02}-{date:02}")))
        .map(|seconds| seconds.div_euclid(86_400))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> i64 {
        seconds_of_day(text).unwrap() / 86_400
    }

    fn terms(every: i64, unit: PeriodUnit) -> SubscriptionTerms {
        SubscriptionTerms { every, unit, trial_days: 0, sign_up_cents: Cents::ZERO, payments: None }
    }

    #[test]
    fn the_last_day_of_a_month_stays_the_last_and_comes_back() {
        let monthly = terms(1, PeriodUnit::Month);
        for (number, due) in
            [(0, "2028-01-31"), (1, "2028-02-29"), (2, "2028-03-31"), (3, "2028-04-30"), (13, "2029-02-28")]
        {
            assert_eq!(monthly.payment_day(day("2028-01-31"), number), Some(day(due)), "{number}");
        }
    }

    #[test]
    fn weeks_quarters_and_years_are_counted_from_the_first_day() {
        let start = day("2028-02-29");
        assert_eq!(terms(2, PeriodUnit::Week).payment_day(start, 3), Some(start + 42));
        assert_eq!(terms(3, PeriodUnit::Month).payment_day(start, 1), Some(day("2028-05-29")));
        assert_eq!(terms(1, PeriodUnit::Year).payment_day(start, 1), Some(day("2029-02-28")));
        assert_eq!(terms(1, PeriodUnit::Year).payment_day(start, 4), Some(day("2032-02-29")));
    }

    #[test]
    fn a_trial_moves_every_payment_and_an_end_stops_them() {
        let tried = SubscriptionTerms { trial_days: 14, payments: Some(2), ..terms(1, PeriodUnit::Month) };
        assert_eq!(tried.payment_day(day("2027-01-17"), 0), Some(day("2027-01-31")));
        assert_eq!(tried.payment_day(day("2027-01-17"), 1), Some(day("2027-02-28")));
        assert_eq!(tried.payment_day(day("2027-01-17"), 2), None);
        assert_eq!((tried.paid_with_order(), terms(1, PeriodUnit::Week).paid_with_order()), (0, 1));
        assert_eq!(terms(1, PeriodUnit::Month).payment_day(0, i64::MAX), None, "no day so far away");
    }

    #[test]
    fn what_passed_in_a_pause_is_skipped_and_the_day_of_the_month_stays() {
        let monthly = SubscriptionTerms { payments: Some(2), ..terms(1, PeriodUnit::Month) };
        let start = day("2028-01-31");
        assert_eq!(monthly.period_from(start, 1, day("2028-02-10")), Some((1, day("2028-02-29"))));
        assert_eq!(monthly.period_from(start, 1, day("2028-02-29")), Some((1, day("2028-02-29"))), "due today");
        assert_eq!(monthly.period_from(start, 1, day("2028-03-01")), Some((2, day("2028-03-31"))));
        assert!(!monthly.ends_after(1) && monthly.ends_after(2), "payments are counted, not periods");
    }

    #[test]
    fn goods_that_are_sent_have_no_trial() {
        let tried = SubscriptionTerms { trial_days: 30, ..terms(1, PeriodUnit::Month) };
        assert_eq!((tried.for_goods(true).trial_days, tried.for_goods(false).trial_days), (0, 30));
    }
}
