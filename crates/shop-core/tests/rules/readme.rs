//! The README's table names every function that JavaScript can call, and no other; the test files it names exist.

use std::collections::BTreeSet;
use std::path::Path;

use shop_core::exports::names;

const README: &str = include_str!("../../README.md");

/// Returns the texts between backticks in table rows.
fn quoted() -> impl Iterator<Item = &'static str> {
    README.lines().filter(|line| line.starts_with('|')).flat_map(|line| line.split('`').skip(1).step_by(2))
}

fn is_function(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().any(|c| c.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric())
}

#[test]
fn the_readme_names_every_function_and_no_other() {
    let named: BTreeSet<&str> = quoted().filter(|text| is_function(text)).collect();
    let missing: Vec<&str> = names().filter(|name| !named.contains(name)).collect();
    let known: BTreeSet<&str> = names().collect();
    let gone: Vec<&&str> = named.iter().filter(|name| !known.contains(**name)).collect();
    assert!(missing.is_empty() && gone.is_empty(), "missing: {missing:?}, gone: {gone:?}");
}

#[test]
fn test_files_that_the_readme_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in quoted().filter(|text| text.starts_with("tests/")) {
        let top = root.join("../..").join(file);
        assert!(root.join(file).exists() || top.exists(), "{file}");
    }
}
