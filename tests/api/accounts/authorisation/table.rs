//! Reading the table; its head says how a row is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::visitors::COLUMNS;

/// A row: what is asked, and what each column meets.
#[derive(Debug)]
pub(super) struct Row {
    /// `GET`, `POST`, …, `AJAX` or `CALL`.
    pub method: String,
    /// Route as the server registers it, or the name of a call.
    pub path: String,
    /// A sign for each column.
    pub expected: String,
    /// Values: of placeholders of the route, of the query (`?name`), of the body.
    pub values: Vec<(String, String)>,
}

impl Row {
    /// What the row is about.
    pub(super) fn route(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The same with its values.
    pub(super) fn name(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{} {}", self.route(), values.join(" "))
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    pub rows: Vec<Row>,
}

impl Table {
    /// Reads the file.
    ///
    /// # Panics
    /// A line is not written as its head says.
    pub(super) fn read() -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("api/accounts/authorisation/table.txt");
        let text = fs::read_to_string(file).expect("the table");
        let mut kinds: BTreeMap<String, String> = BTreeMap::new();
        let mut rows = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let mut next = || words.next().unwrap_or_default().to_owned();
            let (first, second) = (next(), next());
            if second == "=" {
                let signs: String = words.collect();
                assert_eq!(signs.len(), COLUMNS.len(), "{line}");
                kinds.insert(first, signs);
                continue;
            }
            let kind = next();
            let expected = kinds.get(&kind).unwrap_or_else(|| panic!("there is no kind {kind}: {line}")).clone();
            let value = |word: &str| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
            let values = words.map(|word| value(word).unwrap_or_else(|| panic!("{word}: {line}"))).collect();
            rows.push(Row { method: first, path: second, expected, values });
        }
        Self { rows }
    }
}
