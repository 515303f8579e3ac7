use proptest::prelude::*;

use super::*;
use crate::base::calendar::from_local;

/// Monday to Friday, cut-off at noon, one working day of preparation, four weeks ahead.
fn usual() -> DeliveryCalendar {
    DeliveryCalendar {
        weekdays: [false, true, true, true, true, true, false],
        holidays_closed: true,
        cut_off_hour: 12,
        preparation_days: 1,
        days_ahead: 28,
        fresh_needs_worked_days: true,
        ..DeliveryCalendar::default()
    }
}

fn day(name: &str) -> i64 {
    day_named(name).unwrap()
}

/// Returns the time at an hour of a day in Rome.
fn at(name: &str, hour: i64) -> UnixSeconds {
    from_local(day(name) * 86_400 + hour * 3600)
}

fn first(calendar: &DeliveryCalendar, now: UnixSeconds, fresh: bool) -> String {
    calendar.days(now, fresh).first().map(|day| name_of_day(*day)).unwrap_or_default()
}

#[test]
fn what_is_ordered_before_the_cut_off_of_rome_is_prepared_the_same_day() {
    // Tuesday 2026-12-01, and a Tuesday in summer.
    for (name, next, later) in [("2026-12-01", "2026-12-02", "2026-12-03"), ("2026-07-07", "2026-07-08", "2026-07-09")]
    {
        assert_eq!(first(&usual(), at(name, 12) - 1, false), next);
        assert_eq!(first(&usual(), at(name, 12), false), later);
    }
    let none_needed = DeliveryCalendar { preparation_days: 0, ..usual() };
    assert_eq!(first(&none_needed, at("2026-12-01", 9), false), "2026-12-01");
}

#[test]
fn ends_of_weeks_and_holidays_are_neither_worked_nor_delivered_on() {
    assert_eq!(first(&usual(), at("2026-12-04", 9), false), "2026-12-07", "ordered on a Friday morning");
    assert_eq!(
        first(&usual(), at("2026-12-04", 15), false),
        "2026-12-09",
        "Monday is worked, Tuesday the 8th a holiday"
    );
    let open = DeliveryCalendar { holidays_closed: false, ..usual() };
    assert_eq!(first(&open, at("2026-12-04", 15), false), "2026-12-08");
    // Easter Monday is a holiday.
    assert_eq!(first(&usual(), at("2026-04-03", 9), false), "2026-04-07");
}

#[test]
fn who_delivers_on_saturdays_works_on_them() {
    let saturdays = DeliveryCalendar { weekdays: [false, true, true, true, true, true, true], ..usual() };
    assert_eq!(first(&saturdays, at("2026-12-04", 9), false), "2026-12-05");
}

#[test]
fn closures_are_left_out_from_their_first_day_to_their_last() {
    let closed = DeliveryCalendar { closures: vec![(day("2026-08-10"), day("2026-08-21"))], ..usual() };
    assert_eq!(first(&closed, at("2026-08-07", 9), false), "2026-08-24");
    assert!(closed.days(at("2026-08-07", 9), false).iter().all(|day| !closed.is_closed(*day)));
}

#[test]
fn fresh_goods_arrive_neither_from_saturday_to_monday_nor_after_a_closure() {
    let every_day = DeliveryCalendar { weekdays: [true; 7], ..usual() };
    let days: Vec<String> = every_day.days(at("2026-12-03", 9), true).into_iter().take(4).map(name_of_day).collect();
    // Friday; then Tuesday the 8th is a holiday, and Wednesday the day after it.
    assert_eq!(days, ["2026-12-04", "2026-12-10", "2026-12-11", "2026-12-15"]);
    let careless = DeliveryCalendar { fresh_needs_worked_days: false, ..every_day };
    assert_eq!(careless.days(at("2026-12-03", 9), true), careless.days(at("2026-12-03", 9), false));
}

#[test]
fn no_days_are_offered_beyond_the_last_or_where_none_are_delivered_on() {
    let near = DeliveryCalendar { days_ahead: 2, ..usual() };
    assert_eq!(near.days(at("2026-12-01", 9), false), [day("2026-12-02"), day("2026-12-03")]);
    let never = DeliveryCalendar { weekdays: [false; 7], ..usual() };
    assert!(never.days(at("2026-12-01", 9), false).is_empty());
    let slow = DeliveryCalendar { preparation_days: i64::MAX, ..usual() };
    assert!(slow.days(at("2026-12-01", 9), false).is_empty());
}

#[test]
fn a_planned_day_that_is_not_on_offer_gives_way_to_the_next_one() {
    let now = at("2026-12-01", 9);
    let nearest = |planned: &str| usual().nearest(now, false, day(planned)).map(name_of_day);
    for (planned, offered) in [
        ("2026-12-04", "2026-12-04"),
        ("2026-12-05", "2026-12-07"),
        ("2026-12-08", "2026-12-09"),
        ("2026-11-20", "2026-12-02"),
        ("2027-12-01", "2026-12-02"),
    ] {
        assert_eq!(nearest(planned).as_deref(), Some(offered), "{planned}");
    }
    let never = DeliveryCalendar { weekdays: [false; 7], ..usual() };
    assert_eq!(never.nearest(now, false, day("2026-12-04")), None);
}

#[test]
fn a_chosen_day_is_one_on_offer_and_a_refusal_names_the_next_ones() {
    let days = offered(&usual().days(at("2026-12-01", 9), false), Lang::It);
    assert_eq!(chosen_day("", &days), Ok(None));
    assert_eq!(chosen_day(" 2026-12-02 ", &days), Ok(Some(day("2026-12-02"))));
    for typed in ["2026-12-01", "2026-12-05", "2027-12-01", "domani", "02/12/2026"] {
        let error = chosen_day(typed, &days).unwrap_err();
        assert_eq!((error.field.as_str(), error.code.as_ref()), ("delivery_day", "delivery_day_unavailable"));
        let named = "mercoledì 2 dicembre 2026, giovedì 3 dicembre 2026, venerdì 4 dicembre 2026";
        assert_eq!(error.params["days"], named, "{typed}");
    }
    assert_eq!(chosen_day("2026-12-02", &[]).unwrap_err().code, "delivery_day_none");
}

proptest! {
    #[test]
    fn no_day_on_offer_is_closed_too_early_or_wrong_for_what_goes_off_soon(
        weekdays in any::<[bool; 7]>(),
        closures in prop::collection::vec((20_000_i64..22_000, 0_i64..20), 0..8),
        holidays_closed in any::<bool>(),
        cut_off_hour in 0_i64..=24,
        preparation_days in 0_i64..6,
        days_ahead in 0_i64..120,
        fresh_needs_worked_days in any::<bool>(),
        now in 20_000_i64 * 86_400..22_000 * 86_400,
        fresh in any::<bool>(),
    ) {
        let closures = closures.into_iter().map(|(first, length)| (first, first + length)).collect();
        let calendar = DeliveryCalendar {
            weekdays, closures, holidays_closed, cut_off_hour, preparation_days, days_ahead, fresh_needs_worked_days,
        };
        let today = local_day(now);
        let before_cut_off = local(now).rem_euclid(86_400) < cut_off_hour * 3600;
        let days = calendar.days(now, fresh);
        prop_assert!(days.is_sorted());
        for day in days {
            prop_assert!(weekdays[usize::try_from(weekday(day)).unwrap()]);
            prop_assert!(!calendar.closures.iter().any(|(first, last)| *first <= day && day <= *last));
            prop_assert!(!(holidays_closed && is_holiday(day)));
            let earliest = today + preparation_days + i64::from(!before_cut_off);
            prop_assert!(earliest <= day && day <= today + days_ahead.min(MAX_DAYS_AHEAD));
            if fresh && fresh_needs_worked_days {
                prop_assert!((2..=5).contains(&weekday(day)), "sent and received from Monday to Friday");
                prop_assert!(!calendar.is_closed(day - 1));
            }
        }
    }
}
