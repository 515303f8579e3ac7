//! Splits a file into records with line numbers.

use std::io::Read;

use super::encoding::decode_file;
use super::header_error::HeaderError;
use super::problem::{Problem, ProblemCode};
use super::record::Record;
use super::report::ImportError;
use super::scanner::{Cells, MAX_COLUMNS, MAX_ROW_BYTES, RawRecord, SEPARATORS, Scanner, is_known, well_quoted};

/// Maximum file size in bytes: some twenty times a catalogue of 10,000 products with long texts.
pub const MAX_FILE_BYTES: u64 = 256 * 1024 * 1024;
/// Maximum number of rows, which are all in memory during the import.
const MAX_ROWS: usize = 200_000;
#[derive(Debug)]
pub(super) struct RawFile {
    pub(super) header: csv::StringRecord,
    /// Line of the header: 2 if the first line names the separator.
    pub(super) header_line: u64,
    pub(super) records: Vec<Record>,
    /// Rows that could not be parsed.
    pub(super) broken: Vec<Problem>,
}

/// Reads a file. The separator is the comma, semicolon, tab or bar that yields the most known columns, or the one named in
/// Excel's first line, `sep=;`.
pub(super) fn read_file(reader: impl Read) -> Result<RawFile, ImportError> {
    let mut bytes = Vec::new();
    reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_FILE_BYTES {
        return Err(ImportError::TooManyBytes(MAX_FILE_BYTES >> 20));
    }
    let text = decode_file(bytes, known_columns)?;
    let text = text.as_slice();
    let mut scanner = Scanner::new(text);
    let (raw, header) = scanner.next().ok_or(HeaderError::Empty)?;
    let header = header.map_err(|_| HeaderError::TooManyColumns(MAX_COLUMNS))?;
    let header = csv::StringRecord::from_byte_record(header).map_err(|_| HeaderError::NotText)?;
    let mut file = RawFile { header, header_line: raw.line, records: Vec::new(), broken: Vec::new() };
    let expected = file.header.len();
    while let Some((raw, cells)) = scanner.next() {
        if cells.as_ref().is_ok_and(is_blank) {
            continue;
        }
        if file.records.len() + file.broken.len() == MAX_ROWS {
            return Err(ImportError::TooManyRows(MAX_ROWS));
        }
        match checked(&raw, cells, text, scanner.separator, expected) {
            Ok(cells) => {
                scanner.usual_cells = cells.len();
                file.records.push(Record { line: raw.line, cells });
            }
            Err(problem) => {
                let utf8 = problem.code == ProblemCode::NotUtf8;
                file.broken.push(problem);
                if !utf8 {
                    scanner.recover(&raw, expected)?;
                }
            }
        }
    }
    Ok(file)
}

/// Whether a record is empty: spreadsheets append such rows.
fn is_blank(cells: &csv::ByteRecord) -> bool {
    cells.iter().all(|cell| std::str::from_utf8(cell).is_ok_and(|cell| cell.trim().is_empty()))
}

/// Returns a record's cells if it is complete. Cells missing at its end are empty, because spreadsheets omit them.
fn checked(
    raw: &RawRecord,
    cells: Cells,
    text: &[u8],
    separator: u8,
    expected: usize,
) -> Result<csv::StringRecord, Problem> {
    let problem = |code, value: &str| Problem::new(raw.line, "", code, value);
    let count = |count: String| problem(ProblemCode::CellCount, &count).with("expected", expected);
    let cells = cells.map_err(|code| match code {
        ProblemCode::CellCount => count(format!("> {MAX_COLUMNS}")),
        other => problem(other, "").with("max", MAX_ROW_BYTES),
    })?;
    if !well_quoted(text.get(raw.start..raw.end).unwrap_or_default(), separator) {
        return Err(problem(ProblemCode::BadQuotes, ""));
    }
    if cells.len() > expected {
        return Err(count(cells.len().to_string()));
    }
    csv::StringRecord::from_byte_record(cells).map_err(|_| problem(ProblemCode::NotUtf8, ""))
}

/// Number of known columns in a header, with the separator that yields the most.
fn known_columns(header: &[u8]) -> usize {
    let by = |separator: &u8| header.split(|byte| byte == separator).filter(|cell| is_known(cell)).count();
    SEPARATORS.iter().map(by).max().unwrap_or_default()
}

#[cfg(test)]
#[path = "tests/file.rs"]
mod tests;
