//! Delivery days that the buyer can request: the merchant's calendar of offered days, and the validation of a choice.

use serde::{Deserialize, Serialize};

use crate::base::calendar::{day_named, is_holiday, local, local_day, name_of_day, weekday};
use crate::base::time::UnixSeconds;
use crate::base::{FieldError, Lang};
use crate::catalogue::purchase::words::day_with_weekday;
use crate::platform::messages::codes;

/// Name of the field in the form and in errors.
pub const DELIVERY_DAY_FIELD: &str = "delivery_day";
/// Limit for how many days ahead a merchant can offer.
pub const MAX_DAYS_AHEAD: i64 = 90;
/// Number of days named in an error.
const NAMED_DAYS: usize = 3;
const SATURDAY: i64 = 6;
const SUNDAY: i64 = 0;

/// The merchant's delivery calendar. Days are those of Rome, counted from 1970-01-01.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryCalendar {
    /// Whether goods are delivered on each day of the week, Sunday first.
    pub weekdays: [bool; 7],
    /// First and last day of each closure.
    pub closures: Vec<(i64, i64)>,
    /// Whether the shop is closed on national holidays, including Easter Monday.
    pub holidays_closed: bool,
    /// Hour, 0 to 24, before which an order is prepared starting the same day.
    pub cut_off_hour: i64,
    /// Working days between order and delivery.
    pub preparation_days: i64,
    /// Number of days after the order that are offered, at most [`MAX_DAYS_AHEAD`].
    pub days_ahead: i64,
    /// Whether perishable goods travel overnight between two working days only: never over a closure or a weekend.
    pub fresh_needs_worked_days: bool,
}

/// An offered delivery day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DeliveryDay {
    /// ISO date such as `2026-12-02`.
    pub day: String,
    /// Written out, with its weekday.
    pub label: String,
}

impl DeliveryCalendar {
    /// Returns whether the shop is closed on a day.
    pub fn is_closed(&self, day: i64) -> bool {
        self.closures.iter().any(|(first, last)| (*first..=*last).contains(&day))
            || (self.holidays_closed && is_holiday(day))
    }

    /// Returns whether goods are delivered on a day, regardless of the order time.
    pub fn delivers_on(&self, day: i64) -> bool {
        let on = usize::try_from(weekday(day)).ok().and_then(|at| self.weekdays.get(at));
        on.copied().unwrap_or(false) && !self.is_closed(day)
    }

    /// Returns whether orders are prepared on a day: Monday to Friday, and whenever goods are delivered.
    fn prepares_on(&self, day: i64) -> bool {
        !self.is_closed(day) && (self.delivers_on(day) || !is_weekend(day))
    }

    /// Returns whether perishable goods can arrive on a day: the night before is between two general working days.
    fn fresh_arrives_on(&self, day: i64) -> bool {
        let worked = |day: i64| !is_weekend(day) && !self.is_closed(day);
        !self.fresh_needs_worked_days || (worked(day) && worked(day.saturating_sub(1)))
    }

    /// Returns the first day on which an order placed now can be ready, within the offered days.
    fn ready_on(&self, now: UnixSeconds) -> Option<i64> {
        let today = local_day(now);
        let hour = local(now).rem_euclid(86_400) / 3600;
        let begins = if hour < self.cut_off_hour { today } else { today.saturating_add(1) };
        let worked = |day: &i64| self.prepares_on(*day);
        let days = usize::try_from(self.preparation_days.max(0)).unwrap_or(usize::MAX);
        (begins..=self.last_day(today)).filter(worked).nth(days)
    }

    fn last_day(&self, today: i64) -> i64 {
        today.saturating_add(self.days_ahead.clamp(0, MAX_DAYS_AHEAD))
    }

    /// Returns the offered days for an order placed now, in order. `fresh`: it contains perishable goods.
    pub fn days(&self, now: UnixSeconds, fresh: bool) -> Vec<i64> {
        let Some(ready) = self.ready_on(now) else { return Vec::new() };
        let offered = |day: &i64| self.delivers_on(*day) && (!fresh || self.fresh_arrives_on(*day));
        (ready..=self.last_day(local_day(now))).filter(offered).collect()
    }

    /// Returns the offered day nearest to a planned one: itself, else the next one, else the first of all; `None`: no day is
    /// offered.
    pub fn nearest(&self, now: UnixSeconds, fresh: bool, planned: i64) -> Option<i64> {
        let days = self.days(now, fresh);
        days.iter().find(|day| **day >= planned).or(days.first()).copied()
    }
}

fn is_weekend(day: i64) -> bool {
    matches!(weekday(day), SATURDAY | SUNDAY)
}

/// Converts days to options of a form.
pub fn offered(days: &[i64], lang: Lang) -> Vec<DeliveryDay> {
    days.iter().map(|day| DeliveryDay { day: name_of_day(*day), label: day_with_weekday(*day, lang) }).collect()
}

/// Parses the chosen day; `None`: as soon as possible.
///
/// # Errors
/// The day is not offered; the error names the next offered ones.
pub fn chosen_day(typed: &str, on_offer: &[DeliveryDay]) -> Result<Option<i64>, FieldError> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    if let Some(day) = day_named(typed).filter(|_| on_offer.iter().any(|one| one.day == typed)) {
        return Ok(Some(day));
    }
    if on_offer.is_empty() {
        return Err(FieldError::new(DELIVERY_DAY_FIELD, codes::DELIVERY_DAY_NONE));
    }
    let next: Vec<&str> = on_offer.iter().take(NAMED_DAYS).map(|one| one.label.as_str()).collect();
    Err(FieldError::new(DELIVERY_DAY_FIELD, codes::DELIVERY_DAY_UNAVAILABLE).with("days", next.join(", ")))
}

#[cfg(test)]
#[path = "delivery_day_tests.rs"]
mod tests;
