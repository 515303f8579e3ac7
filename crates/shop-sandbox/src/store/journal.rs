//! The journal of earlier versions: a file with one line of JSON for each transaction. It is imported once, into a new database.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use rusqlite::Connection;
use serde_json::{Map, Value};

/// Imports a journal into the tables, if there is one. A torn last line is skipped.
pub(super) fn import(db: &Connection, path: &Path) -> io::Result<()> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut lines = BufReader::new(file).split(b'\n').enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        match serde_json::from_slice::<Vec<Map<String, Value>>>(&line?) {
            Ok(changes) => changes.iter().flatten().try_for_each(|(verb, what)| change(db, verb, what)),
            // Only the last line can be torn by a crash.
            Err(_) if lines.peek().is_none() => Ok(()),
            Err(error) => Err(error.to_string()),
        }
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("line {}: {error}", number + 1)))?;
    }
    Ok(())
}

/// Applies one change. `put`: `{kind: document}`, `drop`: `[table, key]`.
fn change(db: &Connection, verb: &str, what: &Value) -> Result<(), String> {
    if let ("drop", Some([Value::String(table), Value::String(key)])) = (verb, what.as_array().map(Vec::as_slice)) {
        return match table.as_str() {
            "waiting" => set_event_field(db, key, "next_ms", &Value::Null),
            // Attempts are deleted with their event.
            "deliveries" => Ok(()),
            table => super::tx::remove(db, find_table(table)?, key).map(|_| ()).map_err(|error| error.to_string()),
        };
    }
    let (kind, document) = what.as_object().and_then(|what| what.iter().next()).ok_or("no change")?;
    let key = ["id", "event", "object", "key", "name"].iter().find_map(|name| document.get(name)?.as_str());
    let key = key.ok_or("an object without a key")?;
    let table = match kind.as_str() {
        "waiting" => return set_event_field(db, key, "next_ms", &document["at_ms"]),
        "delivery" => return set_event_field(db, key, "attempts", &document["attempts"]),
        "kept" => kind.clone(),
        other => format!("{other}s"),
    };
    super::tx::put(db, find_table(&table)?, key, &document.to_string()).map_err(|error| error.to_string())
}

/// Sets a delivery field of an event; the journal stored those apart from the event.
fn set_event_field(db: &Connection, id: &str, field: &str, value: &Value) -> Result<(), String> {
    let sql = format!("UPDATE events SET doc = json_set(doc, '$.{field}', json(?2)) WHERE id = ?1");
    db.execute(&sql, [id, &value.to_string()]).map(|_| ()).map_err(|error| error.to_string())
}

fn find_table(table: &str) -> Result<&'static str, String> {
    let found = super::TABLES.iter().find(|(known, _)| *known == table);
    found.map(|(known, _)| *known).ok_or_else(|| format!("unknown table {table}"))
}
