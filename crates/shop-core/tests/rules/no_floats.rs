//! Money is whole cents: the rules contain no floating-point type and no float literal, except where the wire format has one.

use std::path::Path;

use crate::sources::{code, files};

/// Files that may use a float, with the reason. None of them calculates with one.
const ALLOWED: [(&str, &str); 2] = [
    ("catalogue/variation.rs", "reads a whole number that a script wrote as 5.0"),
    ("store_api/cart.rs", "the weight of a cart in kilograms, as the platform's clients read it"),
];

/// Modules that must exist: otherwise this test looks in the wrong place.
const MONEY: [&str; 12] = [
    "base/money.rs",
    "base/fraction.rs",
    "catalogue/price.rs",
    "cart/tax/mod.rs",
    "cart/shipping.rs",
    "cart/totals/mod.rs",
    "cart/totals/cart.rs",
    "cart/coupon/spread.rs",
    "cart/coupon/credit.rs",
    "payments/amount.rs",
    "catalogue/purchase/deposit.rs",
    "base/format.rs",
];

/// Returns the words of a source that are or name a float.
fn floats(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = ' ';
    let mut rest = code;
    while let Some(sign) = rest.chars().next() {
        let word_end =
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len()).max(sign.len_utf8());
        let (word, after) = rest.split_at(word_end);
        let number = word.starts_with(|c: char| c.is_ascii_digit()) && before != '.';
        let radix = ["0x", "0b", "0o"].iter().any(|prefix| word.starts_with(prefix));
        // `1.5` and `1.` count, but neither a range `1..5` nor a method of a number `1.max(2)`.
        let point = after
            .strip_prefix('.')
            .is_some_and(|tail| !tail.starts_with(|c: char| c == '.' || c == '_' || c.is_alphabetic()));
        let exponent = number && !radix && word.contains(['e', 'E']) && !word.ends_with("size");
        if word.ends_with("f32") || word.ends_with("f64") || (number && !radix && (point || exponent)) {
            found.push(format!("{word}{}", after.split_whitespace().next().unwrap_or_default()));
        }
        before = word.chars().next_back().unwrap();
        rest = after;
    }
    found
}

#[test]
fn no_float_stands_in_the_rules() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let files = files(folder);
    let name = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
    let names: Vec<String> = files.iter().map(|path| name(path)).collect();
    for wanted in MONEY.iter().chain(ALLOWED.iter().map(|(file, _)| file)) {
        assert!(names.iter().any(|name| name == wanted), "{wanted} is not there");
    }
    let mut wrong = Vec::new();
    for path in files {
        let name = name(&path);
        if name.ends_with("tests.rs") || ALLOWED.iter().any(|(file, _)| *file == name) {
            continue;
        }
        let found = floats(&code(&std::fs::read_to_string(&path).unwrap()));
        if !found.is_empty() {
            wrong.push(format!("{name}: {}", found.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "floats in the rules:\n{}", wrong.join("\n"));
}

#[test]
fn the_test_sees_floats_and_only_those() {
    for text in ["x: f64", "as f32", "1.5", "1.", "2e3", "1_f64", "visit_f64()", "(0.5)", "3.0.max(1)", "7E-2"] {
        assert!(!floats(&code(text)).is_empty(), "{text}");
    }
    for text in [
        "1..5",
        "0..=9",
        "a.0.1",
        "7.max(2)",
        "0xe5",
        "0x1f32_u8",
        "// 1.5",
        "/* f64 */ 1",
        "\"1.5 f64\"",
        "r#\"0.5\"\"#",
        "'\\''",
        "10_i64",
        "a1.5",
        "b'e'",
        "#[cfg(test)] 1.5",
    ] {
        assert!(floats(&code(text)).is_empty(), "{text}: {:?}", floats(&code(text)));
    }
}
