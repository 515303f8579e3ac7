//! Files of a crate must not depend on each other in a cycle. A file may use the file of the parent
//! module; an item that this file only re-exports counts for the file that defines it.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{Written, from_root, read, tokens};
use super::{Files, code, crates, files_of, module};

/// Keywords before the name of an item that a file defines.
const DEFINES: [&str; 10] = ["struct", "enum", "union", "trait", "fn", "const", "static", "type", "mod", "macro_rules"];

/// Definitions and re-exports of a crate's files.
struct Names<'a> {
    /// Files by their module path from the crate's root.
    files: BTreeMap<Vec<&'a str>, &'a str>,
    defined: BTreeMap<&'a str, BTreeSet<&'a str>>,
    brought_in: BTreeMap<&'a str, BTreeMap<String, Vec<String>>>,
}

impl<'a> Names<'a> {
    fn of(files: &'a Files) -> Self {
        let mut names = Self { files: BTreeMap::new(), defined: BTreeMap::new(), brought_in: BTreeMap::new() };
        for (file, code) in files {
            names.files.insert(module(file), file);
            let tokens = tokens(code);
            let defined = tokens.windows(2).filter(|pair| DEFINES.contains(&pair[0])).map(|pair| pair[1]);
            names.defined.insert(file, defined.collect());
            let brought_in = paths(file, code).into_iter().map(|(written, path)| (written.name, path));
            names.brought_in.insert(file, brought_in.collect());
        }
        names
    }

    /// Returns the file that defines the item of a path from the root; `seen` stops paths that lead in a cycle.
    fn file(&self, path: &[String], seen: usize) -> Option<&'a str> {
        let parts: Vec<&str> = path.iter().map(String::as_str).collect();
        let length = (0..=parts.len()).rev().find(|length| self.files.contains_key(&parts[..*length]))?;
        let file = self.files[&parts[..length]];
        let Some(name) = parts.get(length) else { return Some(file) };
        let elsewhere = self.brought_in[file].get(*name).filter(|_| !self.defined[file].contains(name) && seen < 8);
        elsewhere.and_then(|path| self.file(path, seen + 1)).or(Some(file))
    }
}

/// Returns all paths of a file as written, and from the crate's root.
fn paths(file: &str, code: &str) -> Vec<(Written, Vec<String>)> {
    let mut found = Vec::new();
    read(&module(file), code, |here, written| {
        let path = from_root(here, &written.path);
        found.push((written, path));
    });
    found
}

/// Returns the files of a crate that are in a cycle, or between two cycles.
fn in_circles(files: &Files) -> BTreeSet<&str> {
    let names = Names::of(files);
    let mut named: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, code) in files {
        let own = module(file);
        let others = paths(file, code).into_iter().filter_map(|(_, path)| names.file(&path, 0));
        let others = others.filter(|other| !own.starts_with(&module(other))).collect();
        named.insert(file, others);
    }
    loop {
        let is_named = |file: &str| named.values().any(|others| others.contains(file));
        let leads_on = |others: &BTreeSet<&str>| others.iter().any(|other| named.contains_key(other));
        let outside: Vec<&str> =
            named.iter().filter(|(file, others)| !is_named(file) || !leads_on(others)).map(|(file, _)| *file).collect();
        if outside.is_empty() {
            return named.into_keys().collect();
        }
        for file in outside {
            named.remove(file);
        }
    }
}

#[test]
fn files_do_not_name_each_other_in_a_circle() {
    let mut found = Vec::new();
    for name in crates() {
        found.extend(in_circles(&files_of(&name)).iter().map(|file| format!("{name}: {file}")));
    }
    assert!(found.is_empty(), "these name each other in a circle:\n{}", found.join("\n"));
}

#[test]
fn a_circle_is_found_by_what_is_named_and_not_by_what_hands_it_on() {
    let crate_of = |sources: &[(&str, &str)]| -> Files {
        sources.iter().map(|(name, source)| ((*name).to_owned(), code(source))).collect()
    };
    let mutual = crate_of(&[
        ("lib.rs", "pub mod a; pub mod b; pub mod c;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "pub struct B; fn b() { super::c::c() }"),
        ("c.rs", "use super::a::A; pub fn c() {}"),
    ]);
    assert_eq!(in_circles(&mutual).into_iter().collect::<Vec<_>>(), ["a.rs", "b.rs", "c.rs"]);
    let handed_on = crate_of(&[
        ("lib.rs", "pub mod cart;"),
        ("cart/mod.rs", "mod line; mod sum; pub use line::Line; pub use sum::Sum; pub fn open() -> Sum {}"),
        ("cart/line.rs", "pub struct Line;"),
        ("cart/sum.rs", "use super::Line; use super::open; pub struct Sum;"),
    ]);
    assert!(in_circles(&handed_on).is_empty());
    let through_parent = crate_of(&[
        ("lib.rs", "pub mod cart;"),
        ("cart/mod.rs", "mod line; mod sum; pub use line::Line; pub use sum::Sum;"),
        ("cart/line.rs", "use super::Sum; pub struct Line;"),
        ("cart/sum.rs", "use super::Line; pub struct Sum;"),
    ]);
    assert_eq!(in_circles(&through_parent).into_iter().collect::<Vec<_>>(), ["cart/line.rs", "cart/sum.rs"]);
}
