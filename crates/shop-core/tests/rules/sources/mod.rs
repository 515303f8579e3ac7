//! Reads Rust sources for tests: their files, and their code without comments, strings and tests.

use std::path::{Path, PathBuf};

/// All Rust files below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    files_of(folder, "rs")
}

/// All files below a folder whose names end with an extension.
pub(crate) fn files_of(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut files_of(&path, extension));
        } else if path.extension().is_some_and(|ending| ending == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the code of a file, with spaces in place of comments, strings and characters, and without what is compiled for tests
/// only.
pub(crate) fn code(source: &str) -> String {
    without_tests(&without_texts(source))
}

fn without_texts(source: &str) -> String {
    let signs: Vec<char> = source.chars().collect();
    let at = |at: usize| signs.get(at).copied().unwrap_or('\n');
    let mut out = String::new();
    let mut here = 0;
    while here < signs.len() {
        let start = here;
        match (at(here), at(here + 1)) {
            ('/', '/') => {
                while here < signs.len() && at(here) != '\n' {
                    here += 1;
                }
            }
            ('/', '*') => {
                here += 2;
                while here < signs.len() && (at(here), at(here + 1)) != ('*', '/') {
                    here += 1;
                }
                here += 2;
            }
            ('r', '"' | '#') if !at(here.wrapping_sub(1)).is_alphanumeric() => {
                let marks = signs[here + 1..].iter().take_while(|sign| **sign == '#').count();
                here += 1 + marks;
                if at(here) == '"' {
                    here += 1;
                    while here < signs.len() && !(at(here) == '"' && (1..=marks).all(|mark| at(here + mark) == '#')) {
                        here += 1;
                    }
                    here += 1 + marks;
                }
            }
            ('"', _) => {
                here += 1;
                while here < signs.len() && at(here) != '"' {
                    here += if at(here) == '\\' { 2 } else { 1 }
                }
                here += 1;
            }
            ('\'', '\\') => {
                here += 3;
                while here < signs.len() && at(here) != '\'' {
                    here += 1;
                }
                here += 1;
            }
            ('\'', _) if at(here + 2) == '\'' => here += 3,
            (sign, _) => {
                out.push(sign);
                here += 1;
                continue;
            }
        }
        out.push_str(&" ".repeat(here - start));
    }
    out
}

/// Removes the items after `#[cfg(test)]` and similar attributes.
fn without_tests(code: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some((before, after)) = rest.split_once("#[cfg(") {
        let (condition, item) = after.split_once(']').unwrap_or((after, ""));
        out.push_str(before);
        rest = if is_for_tests(condition) { after_item(item) } else { item };
    }
    out + rest
}

/// Returns whether a condition is true in tests only: `test`, or `all` with it.
fn is_for_tests(condition: &str) -> bool {
    let has = |word| condition.split(|sign: char| !sign.is_alphanumeric() && sign != '_').any(|one| one == word);
    has("test") && !has("not") && !has("any")
}

/// Returns the text after an item: after its last brace, or the semicolon outside all braces.
fn after_item(item: &str) -> &str {
    let mut depth = 0;
    for (at, sign) in item.char_indices() {
        match sign {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(sign, '}' | ';') {
            return &item[at + 1..];
        }
    }
    ""
}
