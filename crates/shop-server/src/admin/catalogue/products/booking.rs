//! Booking rules of a product in the product form.

use serde::{Deserialize, Serialize};
use shop_core::base::Cents;
use shop_core::catalogue::purchase::slots::{BookingOffer, WeeklyTime};
use utoipa::ToSchema;

use super::form_parser::FormParser;
use crate::admin::messages;

/// Booking rules of a product. Numbers are strings.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct BookingForm {
    /// Start times by day of the week, Monday first: "11:00, 16:30"; empty for none.
    times: Vec<String>,
    duration_minutes: String,
    capacity: String,
    min_persons: String,
    /// Largest group; defaults to the capacity if empty.
    max_persons: String,
    /// Amount per person in addition to the product's price.
    base: String,
    notice_hours: String,
    days_ahead: String,
    closed_on_holidays: bool,
    /// Dates such as "2026-12-24", separated by commas, spaces or line breaks.
    closed_days: String,
}

/// Parses "18:00" as minutes after midnight.
fn minute(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once([':', '.'])?;
    let digits = |text: &str| text.len() <= 2 && text.chars().all(|one| one.is_ascii_digit());
    let number = |text: &str| text.parse::<i64>().ok().filter(|_| digits(text));
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    ((0..24).contains(&hours) && (0..60).contains(&minutes)).then_some(hours * 60 + minutes)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ' ', '\n', '\r', '\t']).filter(|word| !word.is_empty())
}

impl BookingForm {
    pub(super) fn into_offer(self, parser: &mut FormParser) -> BookingOffer {
        let mut times = Vec::new();
        let mut readable = true;
        for (weekday, text) in (1..=7).zip(&self.times) {
            for word in words(text) {
                match minute(word) {
                    Some(minute) => times.push(WeeklyTime { weekday, minute }),
                    None => readable = false,
                }
            }
        }
        if !readable {
            parser.refuse("booking.times", messages::TIMES_INVALID);
        }
        let capacity = parser.number("booking.capacity", &self.capacity, 0);
        let max_persons = self.max_persons.trim();
        BookingOffer {
            times,
            duration_minutes: parser.number("booking.duration_minutes", &self.duration_minutes, 0),
            capacity,
            min_persons: parser.number("booking.min_persons", &self.min_persons, 1),
            max_persons: (!max_persons.is_empty()).then(|| parser.number("booking.max_persons", max_persons, capacity)),
            base_cents: parser.cents("booking.base_cents", &self.base),
            notice_hours: parser.number("booking.notice_hours", &self.notice_hours, 0),
            days_ahead: parser.number("booking.days_ahead", &self.days_ahead, 60),
            closed_on_holidays: self.closed_on_holidays,
            closed_days: words(&self.closed_days).map(str::to_owned).collect(),
        }
    }

    pub(super) fn from_offer(offer: &BookingOffer) -> Self {
        let of_day = |weekday: i64| {
            let mut minutes: Vec<i64> =
                offer.times.iter().filter(|time| time.weekday == weekday).map(|time| time.minute).collect();
            minutes.sort_unstable();
            let text = |minute: &i64| format!("{:02}:{:02}", minute / 60, minute % 60);
            minutes.iter().map(text).collect::<Vec<_>>().join(", ")
        };
        Self {
            times: (1..=7).map(of_day).collect(),
            duration_minutes: offer.duration_minutes.to_string(),
            capacity: offer.capacity.to_string(),
            min_persons: offer.min_persons.to_string(),
            max_persons: offer.max_persons.map(|most| most.to_string()).unwrap_or_default(),
            base: if offer.base_cents == Cents::ZERO { String::new() } else { offer.base_cents.to_decimal() },
            notice_hours: offer.notice_hours.to_string(),
            days_ahead: offer.days_ahead.to_string(),
            closed_on_holidays: offer.closed_on_holidays,
            closed_days: offer.closed_days.join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, expected) in [
            ("18:00", Some(1080)),
            ("9.30", Some(570)),
            ("24:00", None),
            ("18", None),
            ("18:60", None),
            ("+1:00", None),
        ] {
            assert_eq!(minute(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_shown_is_read_as_the_same() {
        let offer = BookingOffer {
            times: vec![WeeklyTime { weekday: 2, minute: 660 }, WeeklyTime { weekday: 7, minute: 5 }],
            duration_minutes: 90,
            capacity: 16,
            min_persons: 2,
            max_persons: Some(6),
            base_cents: Cents(1050),
            notice_hours: 24,
            days_ahead: 90,
            closed_on_holidays: true,
            closed_days: vec!["2026-12-24".into(), "2026-12-31".into()],
        };
        let mut parser = FormParser::default();
        assert_eq!(BookingForm::from_offer(&offer).into_offer(&mut parser), offer);
        assert!(parser.errors.is_empty());
        let mut wrong = BookingForm::from_offer(&offer);
        wrong.times = vec!["alle sei".into()];
        wrong.capacity = "tanti".into();
        wrong.into_offer(&mut parser);
        let fields: Vec<&str> = parser.errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["booking.times", "booking.capacity"]);
    }
}
