//! Limits the number of methods of a type: one with many has several responsibilities.

use std::collections::BTreeMap;

use super::Files;

/// Maximum number of methods of a type.
pub(crate) const MOST: usize = 25;

/// Counts the methods of each type and trait of a crate. Methods of a trait implementation count for the trait. Types of the same
/// name in several files count as one if they belong to one crate, because parts of a type may be in separate modules.
pub(crate) fn counted(files: &Files) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for code in files.values() {
        for (name, body) in blocks(code) {
            *counts.entry(name).or_default() += methods(body);
        }
    }
    counts
}

/// Returns the bodies of `impl Type { … }` and `trait Name { … }`.
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

/// Returns the text from a brace to its matching one.
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

/// Counts the functions of a body that are not nested in further braces.
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
