//! Time slots: a weekly timetable in Rome's time zone becomes the slots of a day.

use serde::{Deserialize, Serialize};

use super::{PERSONS_FIELD, SLOT_FIELD, last_value};
use crate::base::calendar::{from_local, is_holiday, local_day, weekday};
use crate::base::time::{UnixSeconds, civil, seconds_of_day};
use crate::base::{Cents, FieldError};
use crate::catalogue::purchase::booking::{Booking, BookingAnswer, BookingRules, BookingSlot, check};
use crate::platform::messages::codes;

const DAY_S: i64 = 86_400;

/// Booking offer of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookingOffer {
    /// Start times, by week.
    pub times: Vec<WeeklyTime>,
    /// Duration of a slot in minutes.
    pub duration_minutes: i64,
    /// Maximum number of people in each slot.
    pub capacity: i64,
    /// Minimum number of people.
    #[serde(default = "one")]
    pub min_persons: i64,
    /// Maximum number of people; `None`: limited by the capacity only.
    #[serde(default)]
    pub max_persons: Option<i64>,
    /// Price of a booking besides the product's price for each person.
    #[serde(default)]
    pub base_cents: Cents,
    /// Hours before the start at which booking closes.
    #[serde(default)]
    pub notice_hours: i64,
    /// Number of days that can be booked in advance, including today.
    pub days_ahead: i64,
    /// Whether it is closed on national holidays.
    #[serde(default)]
    pub closed_on_holidays: bool,
    /// Additional closed days: "2026-12-24".
    #[serde(default)]
    pub closed_days: Vec<String>,
}

fn one() -> i64 {
    1
}

/// A time of the week, in Rome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeeklyTime {
    /// Day of the week, 1 for Monday to 7 for Sunday.
    pub weekday: i64,
    /// Minutes after midnight.
    pub minute: i64,
}

/// Parses the requested slot and people. Both are required for a product that is booked, and invalid for any other.
pub(super) fn choose(
    offer: Option<&BookingOffer>,
    given: &[(String, String)],
    errors: &mut Vec<FieldError>,
) -> Option<Booking> {
    let (slot, persons) = (last_value(given, SLOT_FIELD), last_value(given, PERSONS_FIELD));
    let Some(offer) = offer else {
        if slot.or(persons).is_some_and(|text| !text.is_empty()) {
            errors.push(FieldError::new(SLOT_FIELD, codes::BOOKING_SLOT_UNKNOWN));
        }
        return None;
    };
    let starts_at = slot.and_then(|text| text.parse::<i64>().ok()).filter(|moment| is_a_start(offer, *moment));
    let persons: Option<i64> = match persons {
        None | Some("") => Some(offer.min_persons.max(1)),
        Some(text) => text.parse().ok(),
    };
    if starts_at.is_none() {
        errors.push(FieldError::new(SLOT_FIELD, codes::BOOKING_SLOT_UNKNOWN));
    }
    let (least, most) = limits(offer);
    if !persons.is_some_and(|persons| (least..=most).contains(&persons)) {
        let error = FieldError::new(PERSONS_FIELD, codes::BOOKING_PERSONS);
        errors.push(error.with("minimum", least).with("maximum", most));
    }
    let (starts_at, persons) = (starts_at?, persons?);
    Some(Booking { starts_at, ends_at: starts_at.saturating_add(offer.duration_minutes * 60), persons })
}

/// Returns the minimum and maximum number of people of a booking.
pub fn limits(offer: &BookingOffer) -> (i64, i64) {
    let least = offer.min_persons.max(1);
    (least, offer.max_persons.unwrap_or(offer.capacity).min(offer.capacity).max(least))
}

fn is_a_start(offer: &BookingOffer, moment: UnixSeconds) -> bool {
    (0..253_402_300_800).contains(&moment) && slots_of(offer, local_day(moment)).iter().any(|s| s.starts_at == moment)
}

/// Returns the slots of a day, counted from 1970-01-01 in Rome, in chronological order. A closed day has none.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::catalogue::purchase::slots::{BookingOffer, WeeklyTime, slots_of};
/// let offer = BookingOffer {
///     times: vec![WeeklyTime { weekday: 6, minute: 18 * 60 }],
///     duration_minutes: 90,
///     capacity: 12,
///     min_persons: 1,
///     max_persons: None,
///     base_cents: Cents(0),
///     notice_hours: 24,
///     days_ahead: 60,
///     closed_on_holidays: true,
///     closed_days: Vec::new(),
/// };
/// // Saturday 21 November 2026, 18:00 in Rome.
/// assert_eq!(slots_of(&offer, 20_778)[0].starts_at, 1_795_280_400);
/// assert!(slots_of(&offer, 20_779).is_empty());
/// ```
pub fn slots_of(offer: &BookingOffer, day: i64) -> Vec<BookingSlot> {
    let (year, month, date) = civil(day);
    let closed = offer.closed_days.iter().any(|one| *one == format!("{year:04}-{month:02}-{date:02}"));
    if closed || (offer.closed_on_holidays && is_holiday(day)) {
        return Vec::new();
    }
    // Sunday is 0 in the calendar and 7 in timetables.
    let today = if weekday(day) == 0 { 7 } else { weekday(day) };
    let mut out: Vec<BookingSlot> = offer
        .times
        .iter()
        .filter(|time| time.weekday == today)
        .map(|time| {
            let starts_at = from_local(day.saturating_mul(DAY_S).saturating_add(time.minute * 60));
            BookingSlot {
                starts_at,
                ends_at: starts_at.saturating_add(offer.duration_minutes * 60),
                capacity: offer.capacity,
            }
        })
        .collect();
    out.sort_by_key(|slot| slot.starts_at);
    out
}

/// Returns the first and last day that can be booked at `now`, counted from 1970-01-01 in Rome.
pub fn bookable_days(offer: &BookingOffer, now: UnixSeconds) -> (i64, i64) {
    let today = local_day(now);
    (today, today.saturating_add(offer.days_ahead.max(1) - 1))
}

/// Parses the value of a date field, "2026-12-05", into days since 1970-01-01; `None` if it is no date.
pub fn day_of(text: &str) -> Option<i64> {
    seconds_of_day(text).map(|seconds| seconds.div_euclid(DAY_S))
}

/// Returns the first day on or after `from` with a slot that can still be booked.
pub fn first_open_day(offer: &BookingOffer, from: i64, now: UnixSeconds) -> Option<i64> {
    let (first, last) = bookable_days(offer, now);
    (from.max(first)..=last).find(|day| slots_of(offer, *day).iter().any(|slot| is_open(offer, slot, now)))
}

/// Returns whether a slot can still be booked at `now`, regardless of its capacity.
pub fn is_open(offer: &BookingOffer, slot: &BookingSlot, now: UnixSeconds) -> bool {
    now <= slot.starts_at.saturating_sub(offer.notice_hours.max(0).saturating_mul(3600))
        && local_day(slot.starts_at) <= bookable_days(offer, now).1
}

/// Checks a requested booking at `now`; `taken` is the number of people who booked that slot already, `person` the product's
/// price.
pub fn check_booking(
    offer: &BookingOffer,
    wanted: Booking,
    taken: i64,
    person: Cents,
    now: UnixSeconds,
) -> BookingAnswer {
    let day = local_day(wanted.starts_at);
    let rules = BookingRules {
        slots: if day <= bookable_days(offer, now).1 { slots_of(offer, day) } else { Vec::new() },
        min_persons: offer.min_persons,
        max_persons: offer.max_persons,
        notice_seconds: offer.notice_hours.max(0).saturating_mul(3600),
        base_cents: offer.base_cents,
        person_cents: person,
    };
    let mut answer = check(&rules, wanted, &[Booking { persons: taken, ..wanted }], now);
    for error in &mut answer.errors {
        let name = if error.field == "persons" { PERSONS_FIELD } else { SLOT_FIELD };
        name.clone_into(&mut error.field);
    }
    answer
}
