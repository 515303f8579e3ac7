//! Which SQL ran on which database, so that none is tried on SQLite alone; and the statements of a release as they are, which
//! those after it must still understand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use shop_storage::{ObservedStatement, observe_statements};

/// Statements heard, by their shape.
static HEARD: Mutex<BTreeMap<(bool, String), Heard>> = Mutex::new(BTreeMap::new());

struct Heard {
    /// The first of them as it was.
    text: String,
    /// The rules that were being tried at that moment: one of them sent it.
    rules: String,
    written: bool,
}

/// The rules that are being tried.
static RUNNING: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Hashes of statements already recorded: deriving a shape takes longer than running most statements.
static RECORDED: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// Where they are written down (`TEST_STATEMENTS`), a line each: the database's name, the shape, the rules that may have sent it.
static FILE: LazyLock<Option<File>> = LazyLock::new(|| opened("TEST_STATEMENTS"));

/// Where they are written down as they are (`TEST_STATEMENTS_OF_RELEASE`), to be kept with the fixtures of a release.
static RELEASE: LazyLock<Option<File>> = LazyLock::new(|| opened("TEST_STATEMENTS_OF_RELEASE"));

fn opened(variable: &str) -> Option<File> {
    let path = std::env::var_os(variable)?;
    let file = File::options().create(true).append(true).open(path).expect("statements can be written down");
    observe_statements(hear);
    Some(file)
}

/// Listens from now on, where that is asked for, to the rule of this thread too.
pub(crate) fn listen() {
    LazyLock::force(&FILE);
    LazyLock::force(&RELEASE);
    let rule = std::thread::current().name().unwrap_or_default().to_owned();
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner).push(rule);
}

/// Writes down what was heard since; a shop of this thread's rule is gone.
pub(crate) fn write_down() {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = running.iter().position(|rule| Some(rule.as_str()) == std::thread::current().name()) {
        running.swap_remove(place);
    }
    drop(running);
    if FILE.is_none() && RELEASE.is_none() {
        return;
    }
    let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut shapes, mut texts) = (String::new(), String::new());
    for ((postgres, shape), heard) in heard.iter_mut().filter(|(_, heard)| !heard.written) {
        heard.written = true;
        let database = if *postgres { "postgres" } else { "sqlite" };
        shapes.push_str(&format!("{database}\t{shape}\t{}\n", heard.rules));
        texts.push_str(&format!("{database}\t{}\n", heard.text));
    }
    for (file, lines) in [(&*FILE, shapes), (&*RELEASE, texts)] {
        let Some(mut file) = file.as_ref() else { continue };
        file.write_all(lines.as_bytes()).expect("statements can be written down");
    }
}

fn hear(statement: &ObservedStatement<'_>) {
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
    heard.entry(key).or_insert_with(|| Heard {
        text: statement.sql.split_whitespace().collect::<Vec<_>>().join(" "),
        rules: RUNNING.lock().unwrap_or_else(PoisonError::into_inner).join(" "),
        written: false,
    });
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
            // SQLite's placeholders have no numbers.
            let c = if c == '?' { '$' } else { c };
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
    // Locks of rows that SQLite, with its one writer, does not need; how each database writes a backslash; and parentheses
    // around the parts of a union.
    let text = text.replace(" FOR UPDATE SKIP LOCKED", "").replace(" FOR NO KEY UPDATE", "").replace("E'\\\\'", "'\\'");
    let mut words: Vec<String> = Vec::new();
    for word in text.replace(['(', ')'], " ").split_whitespace() {
        words.push(word.to_owned());
        // Of an expression with a branch for each row one is enough.
        if let [.., a, b, c, d, e, f, g, h, i, j, k, l] = words.as_slice()
            && a == "WHEN"
            && [a, b, c, d, e, f] == [g, h, i, j, k, l]
        {
            words.truncate(words.len() - 6);
        }
    }
    words.join(" ")
}
