//! Decimal numbers and amounts: what is written is read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::base::Cents;
use shop_core::base::text::{format_fixed, parse_fixed, slugify};

fuzz_target!(|input: (&str, u8)| {
    let (text, decimals) = (input.0, u32::from(input.1 % 10));
    if let Some(value) = parse_fixed(text, decimals) {
        assert_eq!(parse_fixed(&format_fixed(value, decimals), decimals), Some(value), "{text:?}");
    }
    let _ = Cents::parse(text);
    let slug = slugify(text);
    assert_eq!(slugify(&slug), slug, "{text:?}");
});
