//! Fields of addresses: whatever is typed becomes one line, and what was normalised stays as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::checkout::address::{one_line, phone, postcode};

fuzz_target!(|input: (&str, &str)| {
    let (country, text) = input;
    let line = one_line(text);
    assert!(!line.contains(['\r', '\n', '\u{2028}']), "{text:?}");
    let normal = postcode::normalise(country, text);
    assert_eq!(postcode::normalise(country, &normal), normal, "{country:?} {text:?}");
    let _ = (postcode::is_valid(country, text), phone::is_valid(text));
});
