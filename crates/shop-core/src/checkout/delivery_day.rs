//! The day on which a buyer wishes the delivery: which days the merchant's calendar offers, and whether one of them was chosen.

use serde::{Deserialize, Serialize};

use crate::base::calendar::{day_named, is_holiday, local, local_day, name_of_day, weekday};
use crate::base::time::UnixSeconds;
use crate::base::{FieldError, Lang};
use crate::catalogue::purchase::words::day_with_weekday;
use crate::platform::messages::codes;

/// Name of the field, and of its errors.
pub const DELIVERY_DAY_FIELD: &str = "delivery_day";
/// Most days that a merchant can offer ahead.
pub const MAX_DAYS_AHEAD: i64 = 90;
/// Days that a refusal names.
const NAMED_DAYS: usize = 3;
const SATURDAY: i64 = 6;
const SUNDAY: i64 = 0;

/// When the merchant delivers. Days are those of Rome, counted from 1970-01-01.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryCalendar {
    /// Whether goods are delivered on a day of the week, from Sunday on.
    pub weekdays: [bool; 7],
    /// First and last day of each closure.
    pub closures: Vec<(i64, i64)>,
    /// Whether the holidays of the whole country are closed, Easter Monday among them.
    pub holidays_closed: bool,
    /// What is ordered before this hour, 0 to 24, is prepared from the same day on.
    pub cut_off_hour: i64,
    /// Days of work between the order and the delivery.
    pub preparation_days: i64,
    /// How many days after the order are offered, at most [`MAX_DAYS_AHEAD`].
    pub days_ahead: i64,
    /// Goods that go off soon travel in one night from a worked day to the next: never over a closure or the end of a week.
    pub fresh_needs_worked_days: bool,
}

/// A day on offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DeliveryDay {
    /// `2026-12-02`
    pub day: String,
    /// Written out, with its weekday.
    pub label: String,
}

impl DeliveryCalendar {
    /// Whether the shop is closed on a day.
    pub fn is_closed(&self, day: i64) -> bool {
        self.closures.iter().any(|(first, last)| (*first..=*last).contains(&day))
            || (self.holidays_closed && is_holiday(day))
    }

    /// Whether goods are delivered on a day of that kind, whatever was ordered when.
    pub fn delivers_on(&self, day: i64) -> bool {
        let on = usize::try_from(weekday(day)).ok().and_then(|at| self.weekdays.get(at));
        on.copied().unwrap_or(false) && !self.is_closed(day)
    }

    /// Whether orders are prepared on a day: from Monday to Friday, and whenever goods are delivered.
    fn prepares_on(&self, day: i64) -> bool {
        !self.is_closed(day) && (self.delivers_on(day) || !is_weekend(day))
    }

    /// Whether what goes off soon can arrive on a day: the night before it lies between two days that everybody works.
    fn fresh_arrives_on(&self, day: i64) -> bool {
        let worked = |day: i64| !is_weekend(day) && !self.is_closed(day);
        !self.fresh_needs_worked_days || (worked(day) && worked(day.saturating_sub(1)))
    }

    /// The first day on which an order of this moment can be ready, within the days that are offered.
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

    /// The days on offer for an order of this moment, in order. `fresh`: something of it goes off soon.
    pub fn days(&self, now: UnixSeconds, fresh: bool) -> Vec<i64> {
        let Some(ready) = self.ready_on(now) else { return Vec::new() };
        let offered = |day: &i64| self.delivers_on(*day) && (!fresh || self.fresh_arrives_on(*day));
        (ready..=self.last_day(local_day(now))).filter(offered).collect()
    }

    /// The day on offer that comes nearest to one that was planned: itself, else the first after it, else the first of all; `None`:
    /// there is none.
    pub fn nearest(&self, now: UnixSeconds, fresh: bool, planned: i64) -> Option<i64> {
        let days = self.days(now, fresh);
        days.iter().find(|day| **day >= planned).or(days.first()).copied()
    }
}

fn is_weekend(day: i64) -> bool {
    matches!(weekday(day), SATURDAY | SUNDAY)
}

/// Days as a form offers them.
pub fn offered(days: &[i64], lang: Lang) -> Vec<DeliveryDay> {
    days.iter().map(|day| DeliveryDay { day: name_of_day(*day), label: day_with_weekday(*day, lang) }).collect()
}

/// The chosen day; `None`: as soon as possible.
///
/// # Errors
/// It is none of those on offer, of which the error names the next ones.
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
