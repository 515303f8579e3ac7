//! Parsing of the merchant's input, value by value. Errors are collected while values are parsed, so that all are returned
//! together.

use crate::base::format::price;
use crate::base::text::parse_fixed;
use crate::base::{Cents, FieldError, Lang};
use crate::platform::messages::codes;

/// Highest amount: a million euros.
const MAX_AMOUNT: Cents = Cents(100_000_000);
/// Highest measure: a million units, in thousandths.
const MAX_MEASURE: i64 = 1_000_000_000;
/// Longest slug, in characters: what address bars still show in full.
pub(crate) const MAX_SLUG_CHARS: usize = 100;

/// Parses entered values and collects errors. Fields are named as in the form; in lists with their index:
/// `zones.0.methods.1.cost`.
#[derive(Clone, Debug, Default)]
pub struct Check {
    errors: Vec<FieldError>,
}

impl Check {
    /// Adds an error for a field.
    pub fn refuse(&mut self, field: impl Into<String>, code: &'static str) {
        self.push(FieldError::new(field, code));
    }

    /// Adds an error.
    pub fn push(&mut self, error: FieldError) {
        self.errors.push(error);
    }

    /// Returns whether there are no errors so far.
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns the value, if there are no errors.
    ///
    /// # Errors
    /// All errors, in the order in which the values were parsed.
    pub fn done<T>(self, value: T) -> Result<T, Vec<FieldError>> {
        if self.errors.is_empty() { Ok(value) } else { Err(self.errors) }
    }

    /// Parses a line of text, trimmed, with a maximum length in characters.
    pub fn text(&mut self, field: &str, typed: &str, maximum: usize) -> String {
        let text = typed.trim();
        if text.chars().count() > maximum {
            self.push(FieldError::new(field, codes::MERCHANT_TOO_LONG).with("maximum", maximum));
        }
        text.to_owned()
    }

    /// Parses a line of text that must not be empty.
    pub fn required(&mut self, field: &str, typed: &str, maximum: usize) -> String {
        if typed.trim().is_empty() {
            self.refuse(field, codes::MERCHANT_REQUIRED);
        }
        self.text(field, typed, maximum)
    }

    /// Parses an amount from 0 to a million euros; empty: 0.
    pub fn amount(&mut self, field: &str, typed: &str) -> Cents {
        let typed = typed.trim();
        if typed.is_empty() {
            return Cents::ZERO;
        }
        let Some(amount) = Cents::parse(typed) else {
            self.refuse(field, codes::MERCHANT_AMOUNT_INVALID);
            return Cents::ZERO;
        };
        if amount < Cents::ZERO || amount > MAX_AMOUNT {
            let error = FieldError::new(field, codes::MERCHANT_AMOUNT_RANGE);
            self.push(error.with("minimum", price(Cents::ZERO, Lang::It)).with("maximum", price(MAX_AMOUNT, Lang::It)));
        }
        amount
    }

    /// Parses a whole number within bounds; empty: none.
    pub fn whole(&mut self, field: &str, typed: &str, minimum: i64, maximum: i64) -> Option<i64> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let number = typed.parse().ok().filter(|number| (minimum..=maximum).contains(number));
        if number.is_none() {
            let error = FieldError::new(field, codes::MERCHANT_NUMBER_INVALID);
            self.push(error.with("minimum", minimum).with("maximum", maximum));
        }
        number
    }

    /// Parses a measure with at most three decimals, in thousandths; empty: none.
    pub fn measure(&mut self, field: &str, typed: &str) -> Option<i64> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let number = parse_fixed(typed, 3).filter(|number| (0..=MAX_MEASURE).contains(number));
        if number.is_none() {
            self.refuse(field, codes::OFFICE_MEASURE_INVALID);
        }
        number
    }

    /// Parses a slug: lower-case letters, digits and single hyphens.
    pub fn slug(&mut self, field: &str, typed: &str) -> String {
        let slug = typed.trim();
        if !is_slug(slug) {
            self.refuse(field, codes::OFFICE_SLUG_INVALID);
        }
        slug.to_owned()
    }
}

/// Returns whether a text is a slug: lower-case letters, digits and single hyphens.
///
/// ```
/// use shop_core::platform::input::is_slug;
/// assert!(is_slug("olio-di-oliva"));
/// assert!(!is_slug("Olio di oliva"));
/// ```
pub fn is_slug(text: &str) -> bool {
    let letters = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let edges = text.starts_with('-') || text.ends_with('-') || text.contains("--");
    !text.is_empty() && letters && !edges && text.len() <= MAX_SLUG_CHARS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes_of(read: impl FnOnce(&mut Check)) -> Vec<String> {
        let mut check = Check::default();
        read(&mut check);
        check.done(()).err().unwrap_or_default().into_iter().map(|error| error.code.into_owned()).collect()
    }

    #[test]
    fn values_are_read_as_people_write_them() {
        let mut check = Check::default();
        assert_eq!(check.amount("a", " 12,50 "), Cents(1250));
        assert_eq!(check.amount("a", ""), Cents::ZERO);
        assert_eq!(check.measure("m", "1,5"), Some(1500));
        assert_eq!(check.measure("m", " "), None);
        assert_eq!(check.whole("n", " 7 ", 1, 9), Some(7));
        assert_eq!(check.required("t", " olio ", 4), "olio");
        assert!(check.done(()).is_ok());
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        assert_eq!(codes_of(|c| _ = c.amount("a", "-1")), ["merchant_amount_range"]);
        assert_eq!(codes_of(|c| _ = c.amount("a", "dieci")), ["merchant_amount_invalid"]);
        assert_eq!(codes_of(|c| _ = c.measure("m", "-1")), ["office_measure_invalid"]);
        assert_eq!(codes_of(|c| _ = c.measure("m", "1,2345")), ["office_measure_invalid"]);
        assert_eq!(codes_of(|c| _ = c.whole("n", "0", 1, 9)), ["merchant_number_invalid"]);
        assert_eq!(codes_of(|c| _ = c.required("t", "  ", 4)), ["merchant_required"]);
        assert_eq!(codes_of(|c| _ = c.text("t", "olio nuovo", 4)), ["merchant_too_long"]);
        for slug in ["", "Olio", "olio nuovo", "-olio", "olio-", "o--o", "caffè", "a/b", "a.b"] {
            assert_eq!(codes_of(|c| _ = c.slug("s", slug)), ["office_slug_invalid"], "{slug}");
        }
    }
}
