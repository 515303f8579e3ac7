//! The addresses that a quote request takes, against `tests/vectors/form_rules.json`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(clippy::disallowed_methods, reason = "test data is read from files")]

use serde_json::Value;
use shop_core::trade::quote::is_quote_email;

#[test]
fn quote_addresses_are_judged_as_recorded() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/form_rules.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = file["quote_email"].as_array().unwrap();
    let wrong: Vec<&Value> =
        cases.iter().filter(|case| is_quote_email(case["value"].as_str().unwrap()) != case["valid"]).collect();
    assert!(!cases.is_empty() && wrong.is_empty(), "{} of {} differ: {wrong:?}", wrong.len(), cases.len());
}
