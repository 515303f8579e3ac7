//! Rows as text: one JSON array a line.

use std::io::{BufRead, BufReader, Read};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use shop_storage::transfer::{Cell, Kind, Table};

/// Appends a row.
pub(super) fn write(out: &mut Vec<u8>, row: Vec<Cell>) {
    let values = row.into_iter().map(|cell| match cell {
        Cell::Null => Value::Null,
        Cell::Integer(number) => number.into(),
        Cell::Text(text) => text.into(),
        Cell::Boolean(yes) => yes.into(),
        Cell::Real(number) => number.into(),
        Cell::Bytes(bytes) => STANDARD.encode(bytes).into(),
    });
    out.extend_from_slice(Value::Array(values.collect()).to_string().as_bytes());
    out.push(b'\n');
}

/// Longest row, in bytes: many times the longest text of the shop.
const MAX_ROW_BYTES: u64 = 32 << 20;
/// Rows and bytes that are read at once.
const ROWS_AT_ONCE: usize = 5000;
const BYTES_AT_ONCE: usize = 4 << 20;

/// Reader of rows in batches.
pub(super) struct RowReader<'a> {
    text: BufReader<&'a mut dyn Read>,
    line: Vec<u8>,
}

impl<'a> RowReader<'a> {
    /// Creates a reader for a member.
    pub(super) fn new(content: &'a mut dyn Read) -> Self {
        Self { text: BufReader::new(content), line: Vec::new() }
    }

    /// Returns the next rows; none at the end.
    pub(super) fn next_batch(&mut self, table: &Table) -> Result<Vec<Vec<Cell>>, String> {
        let (mut rows, mut bytes) = (Vec::new(), 0);
        while rows.len() < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE {
            self.line.clear();
            let mut one = (&mut self.text).take(MAX_ROW_BYTES);
            let read = one.read_until(b'\n', &mut self.line).map_err(|error| error.to_string())?;
            if read == 0 {
                break;
            }
            let whole = self.line.strip_suffix(b"\n");
            if whole.is_none() && u64::try_from(read).unwrap_or(u64::MAX) == MAX_ROW_BYTES {
                return Err(format!("a row of the table {} is too long", table.name));
            }
            let line = whole.unwrap_or(&self.line);
            if !line.is_empty() {
                rows.push(row(line, table)?);
            }
            bytes += read;
        }
        Ok(rows)
    }
}

fn row(line: &[u8], table: &Table) -> Result<Vec<Cell>, String> {
    let wrong = || format!("a row of the table {} makes no sense", table.name);
    let values: Vec<Value> = serde_json::from_slice(line).map_err(|_| wrong())?;
    if values.len() != table.columns.len() {
        return Err(wrong());
    }
    let cells = values.into_iter().zip(&table.columns).map(|(value, column)| cell(value, column.kind));
    cells.collect::<Option<Vec<_>>>().ok_or_else(wrong)
}

fn cell(value: Value, kind: Kind) -> Option<Cell> {
    Some(match (value, kind) {
        (Value::Null, _) => Cell::Null,
        (Value::Number(number), Kind::Integer) => Cell::Integer(number.as_i64()?),
        (Value::Number(number), Kind::Real) => Cell::Real(number.as_f64()?),
        (Value::String(text), Kind::Text) => Cell::Text(text),
        (Value::String(text), Kind::Bytes) => Cell::Bytes(STANDARD.decode(text).ok()?),
        (Value::Bool(yes), Kind::Boolean) => Cell::Boolean(yes),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use shop_storage::transfer::Column;

    use super::*;

    fn read(mut text: &[u8], table: &Table) -> Result<Vec<Vec<Cell>>, String> {
        let (mut lines, mut rows) = (RowReader::new(&mut text), Vec::new());
        loop {
            let some = lines.next_batch(table)?;
            if some.is_empty() {
                return Ok(rows);
            }
            assert!(some.len() <= ROWS_AT_ONCE);
            rows.extend(some);
        }
    }

    #[test]
    fn many_rows_come_some_at_a_time_and_a_row_without_end_is_refused() {
        let table = table(&[Kind::Integer]);
        assert_eq!(read("[7]\n".repeat(12_001).as_bytes(), &table).unwrap().len(), 12_001);
        let mut endless = std::io::repeat(b'[');
        let refused = RowReader::new(&mut endless).next_batch(&table).unwrap_err();
        assert!(refused.contains("too long"), "{refused}");
    }

    fn table(kinds: &[Kind]) -> Table {
        let column = |kind: &Kind| Column { name: format!("{kind:?}"), kind: *kind };
        Table { name: "things".into(), columns: kinds.iter().map(column).collect(), counter: None }
    }

    #[test]
    fn every_kind_of_value_comes_back_as_it_was() {
        let kinds = [Kind::Integer, Kind::Text, Kind::Boolean, Kind::Real, Kind::Bytes];
        let rows = vec![
            vec![
                Cell::Integer(i64::MAX),
                Cell::Text("È \"vero\"\n\t\u{1F34B} \\ \u{2028}".into()),
                Cell::Boolean(true),
                Cell::Real(0.1),
                Cell::Bytes(vec![0, 10, 255]),
            ],
            vec![
                Cell::Integer(i64::MIN),
                Cell::Text(String::new()),
                Cell::Boolean(false),
                Cell::Real(-1e300),
                Cell::Bytes(Vec::new()),
            ],
            vec![Cell::Null; 5],
        ];
        let mut text = Vec::new();
        for row in &rows {
            write(&mut text, row.clone());
        }
        assert_eq!(read(&text, &table(&kinds)).unwrap(), rows);
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        for (text, kind) in [
            ("[1]", Kind::Text),
            ("[1]", Kind::Boolean),
            ("[\"1\"]", Kind::Integer),
            ("[1.5]", Kind::Integer),
            ("[99999999999999999999]", Kind::Integer),
            ("[\"%\"]", Kind::Bytes),
            ("[1, 2]", Kind::Integer),
            ("[]", Kind::Integer),
            ("{}", Kind::Integer),
            ("[1", Kind::Integer),
        ] {
            assert!(read(text.as_bytes(), &table(&[kind])).is_err(), "{text}");
        }
    }
}
