//! Bookings: a tasting or a course at a given time for a number of people.

use serde::{Deserialize, Serialize};

use crate::base::time::UnixSeconds;
use crate::base::{Cents, FieldError};
use crate::platform::messages::codes;

/// A time slot that can be booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BookingSlot {
    /// Seconds since 1970 UTC.
    pub starts_at: UnixSeconds,
    /// First second after its end.
    pub ends_at: UnixSeconds,
    /// Maximum number of people.
    pub capacity: i64,
}

/// A booking of a time slot for a number of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Booking {
    /// Seconds since 1970 UTC.
    pub starts_at: UnixSeconds,
    /// First second after its end.
    pub ends_at: UnixSeconds,
    pub persons: i64,
}

/// Booking rules of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct BookingRules {
    /// Time slots on offer.
    pub slots: Vec<BookingSlot>,
    /// Minimum number of people; values below 1 count as 1.
    pub min_persons: i64,
    /// Maximum number of people; `None`: limited by the capacity only.
    pub max_persons: Option<i64>,
    /// Seconds before the start at which booking closes.
    pub notice_seconds: i64,
    /// Price of the booking.
    pub base_cents: Cents,
    /// Additional price for each person.
    pub person_cents: Cents,
}

/// Result of checking a requested booking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BookingAnswer {
    /// Price; `None` if it is rejected.
    pub price_cents: Option<Cents>,
    /// Places available in the slot before this booking; 0 for a time that is not on offer.
    pub available: i64,
    pub errors: Vec<FieldError>,
}

/// Checks a booking against the others in the same room: the slot must be on offer and still open, the number of people within
/// its limits, and the capacity is never exceeded. Consecutive bookings do not overlap.
///
/// ```
/// use shop_core::catalogue::purchase::booking::{Booking, BookingRules, BookingSlot, check};
/// use shop_core::platform::messages::codes;
/// use shop_core::base::Cents;
/// let slots = vec![BookingSlot { starts_at: 7200, ends_at: 10_800, capacity: 10 }];
/// let rules = BookingRules { slots, person_cents: Cents(2500), ..BookingRules::default() };
/// let people = |persons| Booking { starts_at: 7200, ends_at: 10_800, persons };
/// assert_eq!(check(&rules, people(2), &[people(8)], 0).price_cents, Some(Cents(5000)));
/// assert_eq!(check(&rules, people(3), &[people(8)], 0).errors[0].code, codes::BOOKING_FULL);
/// ```
pub fn check(rules: &BookingRules, wanted: Booking, others: &[Booking], now: UnixSeconds) -> BookingAnswer {
    let refuse = |available, error| BookingAnswer { price_cents: None, available, errors: vec![error] };
    let slot = rules.slots.iter().find(|slot| {
        slot.starts_at == wanted.starts_at && slot.ends_at == wanted.ends_at && slot.starts_at < slot.ends_at
    });
    let Some(slot) = slot else { return refuse(0, FieldError::new("slot", codes::BOOKING_SLOT_UNKNOWN)) };
    let available = slot.capacity.saturating_sub(most_people(slot, others)).max(0);
    if now > slot.starts_at.saturating_sub(rules.notice_seconds.max(0)) {
        return refuse(available, FieldError::new("slot", codes::BOOKING_TOO_LATE));
    }
    let least = rules.min_persons.max(1);
    let most = rules.max_persons.unwrap_or(slot.capacity).max(least);
    if wanted.persons < least || wanted.persons > most {
        let error = FieldError::new("persons", codes::BOOKING_PERSONS);
        return refuse(available, error.with("minimum", least).with("maximum", most));
    }
    if wanted.persons > available {
        return refuse(available, FieldError::new("persons", codes::BOOKING_FULL).with("available", available));
    }
    let people = u32::try_from(wanted.persons).unwrap_or(u32::MAX);
    let price = rules.base_cents + rules.person_cents.times(people);
    BookingAnswer { price_cents: Some(price), available, errors: Vec::new() }
}

/// Returns the highest number of people present at once during a slot, which occurs at its start or at the start of another
/// booking.
fn most_people(slot: &BookingSlot, others: &[Booking]) -> i64 {
    let overlapping = || others.iter().filter(|one| one.starts_at < slot.ends_at && one.ends_at > slot.starts_at);
    let at = |moment: UnixSeconds| {
        let there = overlapping().filter(|one| one.starts_at <= moment && one.ends_at > moment);
        there.fold(0_i64, |sum, one| sum.saturating_add(one.persons.max(0)))
    };
    overlapping().map(|one| at(one.starts_at.max(slot.starts_at))).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> BookingRules {
        BookingRules {
            slots: vec![BookingSlot { starts_at: 1000, ends_at: 2000, capacity: 10 }],
            min_persons: 2,
            max_persons: Some(8),
            notice_seconds: 100,
            base_cents: Cents(1000),
            person_cents: Cents(2500),
        }
    }

    fn booking(starts_at: i64, ends_at: i64, persons: i64) -> Booking {
        Booking { starts_at, ends_at, persons }
    }

    fn code(wanted: Booking, others: &[Booking], now: i64) -> String {
        check(&rules(), wanted, others, now).errors.first().map_or_else(String::new, |error| error.code.to_string())
    }

    #[test]
    fn the_price_is_the_bookings_and_each_persons() {
        assert_eq!(check(&rules(), booking(1000, 2000, 4), &[], 0).price_cents, Some(Cents(11_000)));
    }

    #[test]
    fn times_not_on_offer_and_late_ones_are_refused() {
        assert_eq!(code(booking(1000, 1500, 2), &[], 0), codes::BOOKING_SLOT_UNKNOWN);
        assert_eq!(code(booking(1000, 2000, 2), &[], 900), "");
        assert_eq!(code(booking(1000, 2000, 2), &[], 901), codes::BOOKING_TOO_LATE);
    }

    #[test]
    fn too_few_and_too_many_people_are_refused() {
        assert_eq!(code(booking(1000, 2000, 1), &[], 0), codes::BOOKING_PERSONS);
        assert_eq!(code(booking(1000, 2000, 9), &[], 0), codes::BOOKING_PERSONS);
    }

    #[test]
    fn a_room_is_full_when_at_one_moment_it_would_be_too_many() {
        let others = [booking(0, 1500, 5), booking(1500, 3000, 6), booking(2000, 3000, 9), booking(0, 1000, 9)];
        assert_eq!(check(&rules(), booking(1000, 2000, 4), &others, 0).available, 4);
        assert_eq!(code(booking(1000, 2000, 5), &others, 0), codes::BOOKING_FULL);
        assert_eq!(code(booking(1000, 2000, 4), &others, 0), "");
    }
}
