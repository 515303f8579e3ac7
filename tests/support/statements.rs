//! Which SQL ran on which database, so that none is tried on SQLite alone.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use shop_storage::{StatementHeard, listen_to_statements};

/// Statements heard, and whether they are written down.
static HEARD: Mutex<BTreeMap<(bool, String), bool>> = Mutex::new(BTreeMap::new());

/// Where they are written down (`TEST_STATEMENTS`), a line each with the database's name before it.
static FILE: LazyLock<Option<File>> = LazyLock::new(|| {
    let path = std::env::var_os("TEST_STATEMENTS")?;
    let file = File::options().create(true).append(true).open(path).expect("statements can be written down");
    listen_to_statements(hear);
    Some(file)
});

/// Listens from now on, where that is asked for.
pub(crate) fn listen() {
    LazyLock::force(&FILE);
}

/// Writes down what was heard since.
pub(crate) fn write_down() {
    let Some(mut file) = FILE.as_ref() else { return };
    let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
    let mut lines = String::new();
    for ((postgres, sql), written) in heard.iter_mut().filter(|(_, written)| !**written) {
        *written = true;
        lines.push_str(&format!("{}\t{sql}\n", if *postgres { "postgres" } else { "sqlite" }));
    }
    file.write_all(lines.as_bytes()).expect("statements can be written down");
}

fn hear(statement: &StatementHeard<'_>) {
    let key = (statement.postgres, shape(statement.sql));
    HEARD.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(false);
}

/// The statement whatever the number of its rows and values: one line, placeholders without number, lists of one.
fn shape(sql: &str) -> String {
    let mut text = String::with_capacity(sql.len());
    let mut after_dollar = false;
    for word in sql.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        for c in word.chars() {
            if after_dollar && c.is_ascii_digit() {
                continue;
            }
            after_dollar = c == '$';
            text.push(c);
        }
        after_dollar = false;
    }
    let mut before = 0;
    while before != text.len() {
        before = text.len();
        text = text.replace("$, $", "$").replace("($), ($)", "($)");
    }
    // Locks of rows that SQLite, with its one writer, does not need.
    text.replace(" FOR UPDATE SKIP LOCKED", "").replace(" FOR UPDATE", "")
}
