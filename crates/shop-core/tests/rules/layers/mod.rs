//! The top modules of a crate are layers: each uses only lower ones, so that there are no cycles. [`orders`] defines the order.

mod circles;
mod methods;
mod orders;
mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::sources::{self, code};
use orders::ORDERS;
use paths::{brought_in, named};

/// The code of each file, by its path below the crate's `src`.
type Files = BTreeMap<String, String>;

fn files_of(name: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
    let mut files = Files::new();
    for path in sources::files(&folder) {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
        if !name.ends_with("tests.rs") {
            files.insert(name, code(&std::fs::read_to_string(path).unwrap()));
        }
    }
    files
}

/// Returns the module path of a file from the crate's root.
fn module(file: &str) -> Vec<&str> {
    let name = file.strip_suffix(".rs").unwrap();
    let name = name.strip_suffix("/mod").unwrap_or(name);
    name.split('/').filter(|part| !matches!(*part, "lib" | "main")).collect()
}

/// The modules of a crate with their positions: `cart`, or `trade::offers` for a nested one.
struct Order<'a>(Vec<(usize, &'a str)>);

impl<'a> Order<'a> {
    fn new(lines: &[&'a str]) -> Self {
        Self(
            lines.iter().enumerate().flat_map(|(place, line)| line.split(' ').map(move |name| (place, name))).collect(),
        )
    }

    /// Returns the listed module that contains the item of a path, and its position.
    fn find<S: AsRef<str>>(&self, path: &[S]) -> Option<(usize, &'a str)> {
        let parts: Vec<&str> = path.iter().map(AsRef::as_ref).collect();
        let mut longest_first = (1..=parts.len()).rev().map(|length| parts[..length].join("::"));
        longest_first.find_map(|name| self.0.iter().find(|(_, known)| *known == name).copied())
    }

    /// Returns whether a module only contains others, which are listed.
    fn is_room(&self, name: &str) -> bool {
        let inside = format!("{name}::");
        self.find(&[name]).is_none() && self.0.iter().any(|(_, known)| known.starts_with(&inside))
    }
}

/// Returns the violations of the order.
fn wrong(files: &Files, order: &[&str]) -> Vec<String> {
    let order = Order::new(order);
    let root = brought_in(&files["lib.rs"]);
    let is_there =
        |name: &&str| files.keys().any(|file| order.find(&module(file)).is_some_and(|found| found.1 == *name));
    let gone = order.0.iter().map(|(_, name)| *name).filter(|name| !is_there(name));
    let mut out: BTreeSet<String> = gone.map(|name| format!("{name} is in the order, and not there")).collect();
    for (file, code) in files {
        let module = module(file);
        let Some(&top) = module.first() else { continue };
        let own = order.find(&module);
        if own.is_none() && !(module.len() == 1 && order.is_room(top)) {
            out.insert(format!("{file}: {top} is not in the order"));
            continue;
        }
        for path in named(&module, code) {
            let path =
                path.first().and_then(|first| root.get(first)).filter(|_| order.find(&path).is_none()).unwrap_or(&path);
            let is_all = |room: &[String]| room.is_empty() || matches!(room, [room] if order.is_room(room));
            match (order.find(path), path.split_last()) {
                (Some((place, name)), _) if own.is_none_or(|own| own.1 != name && own.0 <= place) => {
                    out.insert(format!("{file} names {name}"));
                }
                (None, Some((last, room))) if is_all(path) || (last == "*" && is_all(room)) => {
                    out.insert(format!(
                        "{file} brings in all of {}",
                        if room.is_empty() { "the root" } else { &room[0] }
                    ));
                }
                _ => {}
            }
        }
    }
    out.into_iter().collect()
}

#[test]
fn every_module_names_lower_ones_only() {
    for (name, order) in ORDERS {
        let wrong = wrong(&files_of(name), order);
        assert!(wrong.is_empty(), "{name}: against its order in tests/rules/layers/orders.rs\n{}", wrong.join("\n"));
    }
}

#[test]
fn no_type_has_more_than_25_methods() {
    for name in crates() {
        let large: Vec<_> =
            methods::counted(&files_of(&name)).into_iter().filter(|one| one.1 > methods::MOST).collect();
        assert!(large.is_empty(), "{name}: {large:?}");
    }
}

#[test]
fn every_method_is_counted_for_its_type() {
    let source = "impl A { fn a() { impl B { fn b() {} } } pub async fn c(&self) -> B {} }\n\
        impl<T: Into<X<Y>>> low::A<T> where T: Z { const fn d() {} }\n\
        impl X for A { fn e() {} }\n\
        pub trait D: E { fn f(); fn g() {} }\n\
        fn h() -> impl Fn() { a() }";
    let counted = methods::counted(&with("a.rs", source));
    let known = [("A".to_owned(), 3), ("B".to_owned(), 1), ("D".to_owned(), 2)];
    assert_eq!(counted.into_iter().collect::<Vec<_>>(), known);
}

/// Returns the names of all crates.
fn crates() -> Vec<String> {
    let all = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
    let mut names: Vec<String> = all.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn with(name: &str, source: &str) -> Files {
    let files = [
        ("lib.rs", "pub mod low; pub mod high; pub use low::Money; pub use high::{self as top, View as Page};"),
        ("low.rs", "pub struct Money;"),
        ("high/mod.rs", "use crate::low::Money; use super::low; use deep::Low; pub mod deep;"),
        (name, source),
    ];
    files.into_iter().map(|(name, source)| (name.to_owned(), code(source))).collect()
}

#[test]
fn the_test_sees_every_way_up() {
    for source in [
        "use crate::high;",
        "use crate::high::View;",
        "pub(crate) use crate::{low::Money, high::{deep::Low, View}};",
        "use crate::{\n    base as other,\n    high as low,\n};",
        "use crate::*;",
        "use super::high::View;",
        "use super::{low, high};",
        "fn price() -> crate::high::View { View }",
        "fn price() { super::high::price() }",
        "mod inside { use super::super::high; }",
        "mod inside { fn price() { super::super::high::price() } }",
        "macro_rules! price { () => { $crate::high::price() }; }",
        "fn price() -> crate::Page { crate::Page }",
        "fn price() { crate::top::price() }",
        "#[cfg(test)] mod tests { use super::*; } use crate::high;",
        "#[cfg(test)] use crate::low; use crate::high;",
        "#[cfg(not(test))] use crate::high;",
        "#[cfg(any(test, feature = \"host\"))] use crate::high;",
        "#[cfg(feature = \"test\")] use crate::high;",
        "const MARK: char = '{'; use crate::high;",
    ] {
        assert_eq!(wrong(&with("low.rs", source), &["low", "high"]).len(), 1, "{source}");
    }
    let deep = with("low/deep/deeper.rs", "use super::super::super::high;");
    assert_eq!(wrong(&deep, &["low", "high"]), ["low/deep/deeper.rs names high"]);
    assert_eq!(wrong(&with("low.rs", ""), &["high", "low"]), ["high/mod.rs names low"]);
    assert_eq!(wrong(&with("low.rs", ""), &["low high"]), ["high/mod.rs names low"], "not in one line either");
    assert_eq!(wrong(&with("new.rs", ""), &["low", "high"]), ["new.rs: new is not in the order"]);
    assert_eq!(wrong(&with("low.rs", ""), &["low", "high", "gone"]), ["gone is in the order, and not there"]);
}

#[test]
fn modules_in_rooms_stand_one_above_the_other_too() {
    let order = ["low", "trade::offers", "trade::quotes high"];
    for source in [
        "use crate::trade::quotes::Quote;",
        "use super::quotes;",
        "fn price() { super::quotes::price() }",
        "use crate::high::View;",
        "use crate::trade;",
        "use crate::trade::*;",
        "use super::*;",
        "mod inside { use super::super::quotes; }",
    ] {
        assert_eq!(wrong(&in_rooms("trade/offers.rs", source), &order).len(), 1, "{source}");
    }
    for source in
        ["use crate::low::Money;", "use super::super::low;", "use self::view::View; mod view {}", "use crate::Money;"]
    {
        assert!(wrong(&in_rooms("trade/offers.rs", source), &order).is_empty(), "{source}");
    }
    assert!(wrong(&in_rooms("trade/quotes.rs", "use super::offers::Offer;"), &order).is_empty());
    assert_eq!(wrong(&in_rooms("trade/quotes.rs", "use crate::top::View;"), &order), ["trade/quotes.rs names high"]);
    assert_eq!(wrong(&in_rooms("trade/lists.rs", ""), &order), ["trade/lists.rs: trade is not in the order"]);
    assert_eq!(wrong(&in_rooms("trade/mod.rs", "use crate::low::Money;"), &order), ["trade/mod.rs names low"]);
}

fn in_rooms(name: &str, source: &str) -> Files {
    let mut files = with("trade/offers.rs", "");
    for (name, source) in [("trade/quotes.rs", ""), ("trade/mod.rs", "pub mod offers; pub mod quotes;"), (name, source)]
    {
        files.insert(name.to_owned(), code(source));
    }
    files
}

#[test]
fn the_test_sees_only_ways_up() {
    for source in [
        "use crate::low::Money;",
        "use crate::Money;",
        "use self::high::View; mod high {}",
        "mod high { pub fn price() {} } fn price() { high::price() }",
        "mod inside { use super::high; }",
        "use other::high; use ::high::View;",
        "fn price() { other::crate_high::price() } fn high() -> impl Sized + use<> {}",
        "// use crate::high;",
        "/// See [`crate::high`].\nfn price() { write(\"crate::high\") }",
        "#[cfg(test)]\nmod tests {\n    use crate::high::View;\n    fn price() { if true { View } }\n}",
        "#[cfg(test)]\n#[path = \"x.rs\"]\nmod tests;",
        "#[cfg(all(test, feature = \"host\"))] fn price(a: [u8; 2]) -> crate::high::View { View }",
    ] {
        assert!(wrong(&with("low.rs", source), &["low", "high"]).is_empty(), "{source}");
    }
}
