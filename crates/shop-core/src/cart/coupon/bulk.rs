//! Bulk creation of coupons or credits: their number and the format of their codes. The caller supplies the random characters.

use serde::Serialize;

use super::check::{Check, is_code_character};
use super::validity::code_of;
use crate::base::FieldError;
use crate::platform::messages::codes;

/// Characters of random codes, without those that are confused when read aloud (no 0, o, 1, i, l).
pub const ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";
/// Maximum number of codes created at once: one statement and one file of reasonable size.
pub const MAX_COUNT: i64 = 5000;
/// Minimum number of random characters: with 31^8 codes, nobody guesses one of 5,000 within the rate limit.
pub const MIN_LENGTH: i64 = 8;
/// Maximum number of random characters.
pub const MAX_LENGTH: i64 = 24;
/// Longest prefix, in characters.
pub const MAX_PREFIX_CHARS: usize = 20;
/// Number of random characters of a credit's code, which is worth money: 31^14 is more than 2^69.
pub const CREDIT_LENGTH: usize = 14;
/// Prefix of a credit's code.
pub const CREDIT_PREFIX: &str = "credito-";

/// Number and format of codes, as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BulkForm {
    pub count: String,
    /// Prefix of all codes; may be empty.
    pub prefix: String,
    /// Number of random characters after it.
    pub length: String,
}

/// Validated number and format of codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bulk {
    /// Number of codes: 1 to [`MAX_COUNT`].
    pub count: usize,
    /// Prefix of all codes.
    pub prefix: String,
    /// Number of random characters: [`MIN_LENGTH`] to [`MAX_LENGTH`].
    pub length: usize,
}

/// Validates number and format.
///
/// ```
/// use shop_core::cart::coupon::bulk::{BulkForm, check};
/// let form = BulkForm { count: "3".into(), prefix: "Natale-".into(), length: "10".into() };
/// assert_eq!(check(&form).unwrap().prefix, "natale-");
/// assert_eq!(check(&BulkForm { length: "4".into(), ..form }).unwrap_err()[0].field, "length");
/// ```
pub fn check(form: &BulkForm) -> Result<Bulk, Vec<FieldError>> {
    let mut check = Check::default();
    let mut wanted = |field, typed: &str, minimum, maximum| {
        if typed.trim().is_empty() {
            check.push(FieldError::new(field, codes::MERCHANT_REQUIRED));
            return 0;
        }
        let number = check.number(field, typed, minimum, maximum).unwrap_or(0);
        usize::try_from(number).unwrap_or(0)
    };
    let (count, length) =
        (wanted("count", &form.count, 1, MAX_COUNT), wanted("length", &form.length, MIN_LENGTH, MAX_LENGTH));
    let prefix = code_of(&form.prefix);
    if prefix.chars().count() > MAX_PREFIX_CHARS {
        check.push(FieldError::new("prefix", codes::MERCHANT_TOO_LONG).with("maximum", MAX_PREFIX_CHARS));
    } else if !prefix.chars().all(is_code_character) {
        check.push(FieldError::new("prefix", codes::MERCHANT_CODE_INVALID));
    }
    check.done(Bulk { count, prefix, length })
}

/// Builds a code from the prefix and the characters of [`ALPHABET`] at these indices, each taken modulo its length.
pub fn code(prefix: &str, places: &[usize]) -> String {
    let random = places.iter().filter_map(|place| ALPHABET.get(place % ALPHABET.len())).map(|byte| char::from(*byte));
    prefix.chars().chain(random).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invalid_fields(count: &str, prefix: &str, length: &str) -> Vec<String> {
        let form = BulkForm { count: count.into(), prefix: prefix.into(), length: length.into() };
        check(&form).unwrap_err().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn numbers_out_of_range_and_prefixes_that_cannot_be_typed_are_refused() {
        assert_eq!(invalid_fields("0", "", "8"), ["count"]);
        assert_eq!(invalid_fields("5001", "", "8"), ["count"]);
        assert_eq!(invalid_fields("", "", ""), ["count", "length"]);
        assert_eq!(invalid_fields("1", "", "7"), ["length"]);
        assert_eq!(invalid_fields("1", "due parole", "8"), ["prefix"]);
        assert_eq!(invalid_fields("1", "=cmd", "8"), ["prefix"]);
        assert_eq!(invalid_fields("1", &"x".repeat(21), "8"), ["prefix"]);
    }

    #[test]
    fn codes_have_the_prefix_and_only_clear_characters() {
        assert_eq!(code("estate-", &[0, 30, 31]), "estate-2z2");
        assert!(!ALPHABET.iter().any(|byte| b"01ilo".contains(byte)));
    }
}
