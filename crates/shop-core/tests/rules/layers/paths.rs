//! Extracts the paths used in a source, and the top modules of its crate in them.

use std::collections::{BTreeMap, BTreeSet};

/// A path as written, segment by segment, and the name that a `use` gives it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) path: Vec<String>,
    pub(super) name: String,
}

/// Returns the paths from the crate's root of all items that a source uses: by `crate`, by `$crate`, by `super`, by `self`, or by
/// a submodule of its own. `module`: the source's module path from the root.
pub(crate) fn named(module: &[&str], code: &str) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    read(module, code, |here, written| {
        found.insert(from_root(here, &written.path));
    });
    found
}

/// Returns the names that a crate's root re-exports from its own modules, with the path of each.
pub(crate) fn brought_in(root: &str) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    read(&[], root, |here, written| {
        if here.is_empty() {
            found.insert(written.name, from_root(here, &written.path));
        }
    });
    found
}

/// Calls `each` with every path and its module, including modules inside the source.
pub(super) fn read(module: &[&str], code: &str, mut each: impl FnMut(&[String], Written)) {
    let tokens = tokens(code);
    let at = |at: usize| tokens.get(at).copied().unwrap_or_default();
    let mut here: Vec<String> = module.iter().map(|&name| name.to_owned()).collect();
    let mut braces = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        match at(place) {
            "mod" if at(place + 2) == "{" => {
                here.push(at(place + 1).to_owned());
                braces.push(true);
                place += 3;
            }
            "{" => {
                braces.push(false);
                place += 1;
            }
            "}" => {
                if braces.pop() == Some(true) {
                    here.pop();
                }
                place += 1;
            }
            "use" => {
                let mut tree = Vec::new();
                place = read_tree(&tokens, place + 1, &[], &mut tree).max(place + 1);
                for written in tree {
                    each(&here, written);
                }
            }
            "crate" | "super" if at(place + 1) == "::" && at(place.wrapping_sub(1)) != "::" => {
                let mut path = vec![at(place).to_owned()];
                place += 1;
                while at(place) == "::" && is_word(at(place + 1)) {
                    path.push(at(place + 1).to_owned());
                    place += 2;
                }
                each(&here, Written { name: path.last().cloned().unwrap_or_default(), path });
            }
            _ => place += 1,
        }
    }
}

/// Parses one branch of a `use` and returns the position of the token that ends it.
fn read_tree(tokens: &[&str], mut place: usize, stem: &[String], out: &mut Vec<Written>) -> usize {
    let mut path = stem.to_vec();
    let mut alias = None;
    while let Some(&token) = tokens.get(place) {
        match token {
            "," | "}" | ";" => break,
            "{" => {
                place += 1;
                while tokens.get(place).is_some_and(|token| *token != "}") {
                    place = read_tree(tokens, place, &path, out);
                    place += usize::from(tokens.get(place) == Some(&","));
                }
                return place + 1;
            }
            "as" => {
                alias = tokens.get(place + 1).map(|name| (*name).to_owned());
                place += 2;
            }
            "::" => place += 1,
            word if word == "*" || is_word(word) => {
                path.push(word.to_owned());
                place += 1;
            }
            // Not an import: `use<'a>` lists what a type captures.
            _ => return place,
        }
    }
    if path.len() > stem.len() {
        path.pop_if(|last| last == "self" && !stem.is_empty());
        out.push(Written { name: alias.or_else(|| path.last().cloned()).unwrap_or_default(), path });
    }
    place
}

/// Resolves a path from the crate's root. A path of another crate resolves like one below the current module, where nothing has
/// its name.
pub(super) fn from_root(module: &[String], path: &[String]) -> Vec<String> {
    let up = path.iter().take_while(|segment| *segment == "super").count();
    let above = &module[..module.len().saturating_sub(up)];
    match path.first().map(String::as_str) {
        Some("crate") => path[1..].to_vec(),
        Some("self") => [module, &path[1..]].concat(),
        _ => [above, &path[up..]].concat(),
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|sign: char| sign.is_alphabetic() || sign == '_')
}

/// Splits into words, `::`, and single characters.
pub(super) fn tokens(code: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let part_of_word = |sign: char| sign.is_alphanumeric() || sign == '_';
        let end = match first {
            ':' if rest.starts_with("::") => 2,
            sign if part_of_word(sign) => rest.find(|sign| !part_of_word(sign)).unwrap_or(rest.len()),
            sign => sign.len_utf8(),
        };
        out.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    out
}
