//! Integers as JSON may write them: `2`, `2.0` and `2e0` are the same number, which an OpenAPI document calls an integer.

use serde::de::DeserializeOwned;
use serde_json::{Number, Value};

/// 2^63, the first value beyond `i64`.
const BEYOND: f64 = 9_223_372_036_854_775_808.0;

/// Converts a number to `i64` when it is an integer in range.
pub(crate) fn whole(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        // An integer literal below `i64::MIN` parses as the float -2^63, so that value is rejected as well.
        let float = number.as_f64().filter(|float| float.fract() == 0.0 && -BEYOND < *float && *float < BEYOND)?;
        #[allow(clippy::cast_possible_truncation, reason = "whole and within bounds")]
        Some(float as i64)
    })
}

/// Parses a document whose integers may be written as floats; a fallback for when typed parsing fails.
pub(crate) fn parse_with_float_integers<T: DeserializeOwned>(document: &[u8]) -> Option<T> {
    let mut value: Value = serde_json::from_slice(document).ok()?;
    rewrite(&mut value);
    serde_json::from_value(value).ok()
}

fn rewrite(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(whole) = whole(number) {
                *number = whole.into();
            }
        }
        Value::Array(list) => list.iter_mut().for_each(rewrite),
        Value::Object(members) => members.values_mut().for_each(rewrite),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_may_be_written_with_a_point() {
        for (text, kept) in [
            ("[2.0]", Some(2)),
            ("[-3e2]", Some(-300)),
            ("[7]", Some(7)),
            ("[-3822219091145722.0]", Some(-3_822_219_091_145_722)),
        ] {
            assert_eq!(
                parse_with_float_integers::<Vec<i64>>(text.as_bytes()).and_then(|all| all.first().copied()),
                kept,
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_not_whole_or_too_large_is_not_read() {
        for text in ["[2.5]", "[9223372036854775808.0]", "[-9223372036854775809]", "[-1e19]", "[\"2\"]", "[2", ""] {
            assert_eq!(parse_with_float_integers::<Vec<i64>>(text.as_bytes()), None, "{text}");
        }
    }
}
