//! Which SQL ran on which database, so that none is tried on SQLite alone; and the statements of a release as they are, which
//! those after it must still understand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use shop_storage::{StatementHeard, listen_to_statements};

/// Statements heard: their shape, the first of them as it was, and whether they are written down.
static HEARD: Mutex<BTreeMap<(bool, String), (String, bool)>> = Mutex::new(BTreeMap::new());

/// Hashes of statements already recorded: deriving a shape takes longer than running most statements.
static RECORDED: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// Where they are written down (`TEST_STATEMENTS`), a line each with the database's name before it.
static FILE: LazyLock<Option<File>> = LazyLock::new(|| opened("TEST_STATEMENTS"));

/// Where they are written down as they are (`TEST_STATEMENTS_OF_RELEASE`), to be kept with the fixtures of a release.
static RELEASE: LazyLock<Option<File>> = LazyLock::new(|| opened("TEST_STATEMENTS_OF_RELEASE"));

fn opened(variable: &str) -> Option<File> {
    let path = std::env::var_os(variable)?;
    let file = File::options().create(true).append(true).open(path).expect("statements can be written down");
    listen_to_statements(hear);
    Some(file)
}

/// Listens from now on, where that is asked for.
pub(crate) fn listen() {
    LazyLock::force(&FILE);
    LazyLock::force(&RELEASE);
}

/// Writes down what was heard since.
pub(crate) fn write_down() {
    if FILE.is_none() && RELEASE.is_none() {
        return;
    }
    let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut shapes, mut texts) = (String::new(), String::new());
    for ((postgres, shape), (text, written)) in heard.iter_mut().filter(|(_, (_, written))| !*written) {
        *written = true;
        let database = if *postgres { "postgres" } else { "sqlite" };
        shapes.push_str(&format!("{database}\t{shape}\n"));
        texts.push_str(&format!("{database}\t{text}\n"));
    }
    for (file, lines) in [(&*FILE, shapes), (&*RELEASE, texts)] {
        let Some(mut file) = file.as_ref() else { continue };
        file.write_all(lines.as_bytes()).expect("statements can be written down");
    }
}

fn hear(statement: &StatementHeard<'_>) {
    if ["BEGIN", "COMMIT"].contains(&statement.sql) {
        return;
    }
    let mut hasher = DefaultHasher::new();
    (statement.postgres, statement.sql).hash(&mut hasher);
    if !RECORDED.lock().unwrap_or_else(PoisonError::into_inner).insert(hasher.finish()) {
        return;
    }
    let key = (statement.postgres, shape(statement.sql));
    let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
    heard.entry(key).or_insert_with(|| (statement.sql.split_whitespace().collect::<Vec<_>>().join(" "), false));
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
