//! Full scans that are meant.

use std::collections::BTreeSet;

/// The conditions of statements that may read a table whole; lines that begin with `#` say why those below may.
pub struct Reasons(BTreeSet<String>);

impl Reasons {
    /// Reads `full_scans.txt`; a condition without a reason above it is refused.
    pub fn read() -> Self {
        let mut explained = false;
        let mut conditions = BTreeSet::new();
        for line in include_str!("full_scans.txt").lines() {
            match line.trim() {
                "" => explained = false,
                reason if reason.starts_with('#') => explained = true,
                condition => {
                    assert!(explained, "no reason is given for: {condition}");
                    conditions.insert(condition.to_owned());
                }
            }
        }
        Self(conditions)
    }

    /// Whether a statement with this condition may read a table whole.
    pub fn hold(&self, condition: &str) -> bool {
        self.0.contains(condition)
    }

    /// All conditions.
    pub fn conditions(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// A statement without what it reads of each row: from its first `FROM` outside parentheses on, without quotes and numbers of
/// placeholders, and what only one of the databases has: locks of rows, how it writes a backslash. A new column does not change it.
pub fn condition(sql: &str) -> String {
    let from = outer_from(sql).filter(|_| sql.starts_with("SELECT"));
    let mut out = String::new();
    let mut after_dollar = false;
    for c in sql.get(from.unwrap_or(0)..).unwrap_or(sql).chars() {
        match c {
            '"' => {}
            '?' => out.push('$'),
            '0'..='9' if after_dollar => continue,
            other => out.push(other),
        }
        after_dollar = c == '$';
    }
    let mut before = 0;
    while before != out.len() {
        before = out.len();
        out = out.replace("$, $", "$");
    }
    out.replace(" FOR UPDATE SKIP LOCKED", "").replace(" FOR NO KEY UPDATE", "").replace("E'\\\\'", "'\\'")
}

fn outer_from(sql: &str) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, c) in sql.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            'F' if depth == 0 && sql.get(at..).is_some_and(|rest| rest.starts_with("FROM ")) => return Some(at),
            _ => {}
        }
    }
    None
}
