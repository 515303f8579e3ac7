//! How many methods a type has. One that has many is several things.

use std::collections::BTreeMap;

use super::Files;

/// Most methods of one type.
pub(crate) const MOST: usize = 25;

/// The methods of each type and trait of a crate. What a trait gives a type counts for the trait. Types of one name in
/// several files are one where they belong to one crate: parts of a type stand in modules apart.
pub(crate) fn counted(files: &Files) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for code in files.values() {
        for (name, body) in blocks(code) {
            *counts.entry(name).or_default() += methods(body);
        }
    }
    counts
}

/// The bodies of `impl Type { … }` and `trait Name { … }`.
fn blocks(code: &str) -> Vec<(String, &str)> {
    let mut out = Vec::new();
    for (at, _) in code.match_indices('{') {
        let head = code[..at].rsplit(['{', '}', ';', ']']).next().unwrap_or_default();
        let words: Vec<&str> = head.split_whitespace().collect();
        let Some(first) = words.iter().position(|word| *word == "trait" || word.starts_with("impl")) else { continue };
        let given = words[first..].contains(&"for") && words[first] != "trait";
        if given || words.iter().any(|word| *word == "fn" || *word == "->") {
            continue;
        }
        let of = head[head.find(words[first]).unwrap_or(0)..].trim_start_matches("trait").trim_start_matches("impl");
        let of = of.trim_start();
        let of = if of.starts_with('<') { after_angles(of) } else { of };
        let name = of.trim_start().split(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != ':').next();
        let name = name.unwrap_or_default().rsplit("::").next().unwrap_or_default().trim_end_matches(':');
        out.push((name.to_owned(), inside(&code[at..])));
    }
    out
}

fn after_angles(text: &str) -> &str {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        depth += match sign {
            '<' => 1,
            '>' => -1,
            _ => 0,
        };
        if depth == 0 {
            return &text[at + 1..];
        }
    }
    ""
}

/// What stands between a brace and its end.
fn inside(text: &str) -> &str {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        depth += match sign {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth == 0 {
            return &text[1..at];
        }
    }
    ""
}

/// Functions of a body that stand in no deeper braces.
fn methods(body: &str) -> usize {
    let mut depth = 0;
    let mut flat = String::new();
    for sign in body.chars() {
        match sign {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                flat.push(' ');
            }
            _ if depth == 0 => flat.push(sign),
            _ => {}
        }
    }
    flat.split_whitespace().filter(|word| *word == "fn").count()
}
