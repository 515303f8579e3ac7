//! The bytes of a file to records with line numbers.

use std::io::Read;

use super::columns::HeaderError;
use super::problem::{Problem, ProblemCode};
use super::record::Record;
use super::report::ImportError;

/// Largest file: some twenty times a catalogue of 10,000 products with long texts.
const MAX_BYTES: u64 = 256 * 1024 * 1024;
/// Most rows of a file, which are all held while it is imported.
const MAX_ROWS: usize = 200_000;

/// A file as read.
#[derive(Debug)]
pub(super) struct RawFile {
    pub(super) header: csv::StringRecord,
    pub(super) records: Vec<Record>,
    /// Rows that are no records.
    pub(super) broken: Vec<Problem>,
}

/// Reads a file. The separator is the comma; a header without commas may use semicolons or tabs, as spreadsheets do in
/// countries with a decimal comma.
pub(super) fn read_file(reader: impl Read) -> Result<RawFile, ImportError> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_BYTES {
        return Err(ImportError::TooLarge("256 MB"));
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut scanner = Scanner::new(text);
    let header = scanner.next()?.ok_or(HeaderError::Empty)?.cells;
    let header = csv::StringRecord::from_byte_record(header).map_err(|_| HeaderError::NotUtf8)?;
    let mut file = RawFile { header, records: Vec::new(), broken: Vec::new() };
    while let Some(raw) = scanner.next()? {
        if raw.cells.iter().all(|cell| cell.iter().all(u8::is_ascii_whitespace)) {
            continue;
        }
        if file.records.len() + file.broken.len() == MAX_ROWS {
            return Err(ImportError::TooLarge("200,000 rows"));
        }
        let expected = file.header.len();
        if !well_quoted(text.get(raw.start..raw.end).unwrap_or_default(), scanner.separator) {
            file.broken.push(Problem::new(raw.line, "", ProblemCode::BadQuotes, ""));
            scanner.recover(&raw, expected)?;
            continue;
        }
        if raw.cells.len() != expected {
            let count = raw.cells.len().to_string();
            let problem = Problem::new(raw.line, "", ProblemCode::CellCount, &count);
            file.broken.push(problem.with("expected", expected));
            scanner.recover(&raw, expected)?;
            continue;
        }
        match csv::StringRecord::from_byte_record(raw.cells) {
            Ok(cells) => file.records.push(Record { line: raw.line, cells }),
            Err(_) => file.broken.push(Problem::new(raw.line, "", ProblemCode::NotUtf8, "")),
        }
    }
    Ok(file)
}

/// A record and where it stands.
struct RawRecord {
    cells: csv::ByteRecord,
    line: u64,
    start: usize,
    end: usize,
}

/// Reads records one by one and can start again in the middle.
struct Scanner<'a> {
    text: &'a [u8],
    separator: u8,
    reader: csv::Reader<&'a [u8]>,
    /// Where the reader started.
    base: usize,
    line: u64,
    /// Line breaks before this byte are in `line`.
    counted: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a [u8]) -> Self {
        let separator = separator(text);
        Self { text, separator, reader: reader_at(text, separator, 0), base: 0, line: 1, counted: 0 }
    }

    fn position(&self) -> usize {
        self.base.saturating_add(usize::try_from(self.reader.position().byte()).unwrap_or(usize::MAX))
    }

    fn next(&mut self) -> Result<Option<RawRecord>, ImportError> {
        let mut start = self.position();
        while matches!(self.text.get(start), Some(b'\n' | b'\r')) {
            start += 1;
        }
        let mut cells = csv::ByteRecord::new();
        if !self.reader.read_byte_record(&mut cells).map_err(std::io::Error::from)? {
            return Ok(None);
        }
        let passed = self.text.get(self.counted..start).unwrap_or_default();
        self.line += passed.iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        self.counted = start;
        Ok(Some(RawRecord { cells, line: self.line, start, end: self.position() }))
    }

    fn record_bytes(&self, start: usize, after: &csv::Reader<&[u8]>) -> &'a [u8] {
        let length = usize::try_from(after.position().byte()).unwrap_or(usize::MAX);
        self.text.get(start..start.saturating_add(length)).unwrap_or_default()
    }

    /// A row with a missing or extra quote swallows the rows after it. Goes back to the first line inside it at which a
    /// whole record starts; lines of a long text do not look like one.
    fn recover(&mut self, broken: &RawRecord, expected: usize) -> Result<(), ImportError> {
        let inside = self.text.get(broken.start..broken.end).unwrap_or_default();
        for (offset, _) in inside.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
            let start = broken.start + offset + 1;
            let mut cells = csv::ByteRecord::new();
            let mut reader = reader_at(self.text, self.separator, start);
            if start < broken.end
                && reader.read_byte_record(&mut cells).map_err(std::io::Error::from)?
                && cells.len() == expected
                && well_quoted(self.record_bytes(start, &reader), self.separator)
            {
                self.reader = reader_at(self.text, self.separator, start);
                self.base = start;
                break;
            }
        }
        Ok(())
    }
}

fn reader_at(text: &[u8], separator: u8, start: usize) -> csv::Reader<&[u8]> {
    let mut builder = csv::ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(separator).from_reader(text.get(start..).unwrap_or_default())
}

/// Whether every quoted cell of a record ends right before a separator or the record's end (RFC 4180, section 2). The
/// reader forgives what comes after a closing quote; then a row with a missing quote, joined with the next row, can have
/// as many cells as the header, and the head of one product would get the tail of another.
fn well_quoted(record: &[u8], separator: u8) -> bool {
    let mut quoted = false;
    let mut at_start = true;
    let mut bytes = record.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' if at_start => quoted = true,
            b'"' if quoted => match bytes.peek() {
                Some(b'"') => {
                    bytes.next();
                }
                None | Some(b'\n' | b'\r') => quoted = false,
                Some(next) if *next == separator => quoted = false,
                Some(_) => return false,
            },
            _ => {}
        }
        at_start = !quoted && byte == separator;
    }
    !quoted
}

/// The separator of the header.
fn separator(text: &[u8]) -> u8 {
    let header = text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    [b',', b';', b'\t'].into_iter().find(|separator| header.contains(separator)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rows = Vec<(u64, Vec<String>)>;

    fn read(text: &[u8]) -> (Rows, Vec<(u64, ProblemCode)>) {
        let file = read_file(text).unwrap();
        let cells = |record: &Record| record.cells.iter().map(str::to_owned).collect();
        let records = file.records.iter().map(|record| (record.line, cells(record))).collect();
        (records, file.broken.iter().map(|problem| (problem.line, problem.code)).collect())
    }

    #[test]
    fn lines_are_counted_over_empty_lines_and_line_breaks_in_cells() {
        let (records, broken) = read(b"\xef\xbb\xbfa,b\r\n\r\n1,\"x\r\ny\"\r\n , \r\n\n2,z");
        let lines: Vec<u64> = records.iter().map(|(line, _)| *line).collect();
        assert_eq!((lines, broken), (vec![3, 7], vec![]));
        assert_eq!(records[0].1[1], "x\r\ny");
    }

    #[test]
    fn rows_with_too_few_or_too_many_cells_are_broken() {
        let (records, broken) = read(b"a,b\n1\n1,2,3\n4,5\n");
        assert_eq!(records.len(), 1);
        assert_eq!(broken, [(2, ProblemCode::CellCount), (3, ProblemCode::CellCount)]);
    }

    #[test]
    fn a_missing_quote_breaks_its_own_row_and_not_the_rest_of_the_file() {
        // The second line joined with the third would have three cells.
        let (records, broken) =
            read(b"a,b,c\n1,\"open,2\n3,\"x\",4\n5,\"say \"\"hi\"\"\n\",7\n8,9\" tall,0\n8,\"9,end\n0,0,0\n");
        let lines: Vec<u64> = records.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 4, 6, 8]);
        assert_eq!(broken, [(2, ProblemCode::BadQuotes), (7, ProblemCode::BadQuotes)]);
        assert_eq!(records[1].1[1], "say \"hi\"\n");
    }

    #[test]
    fn a_row_that_is_not_utf_8_is_broken_alone() {
        let (records, broken) = read(b"a,b\n1,caff\xe8\n2,ok\n");
        assert_eq!((records.len(), broken), (1, vec![(2, ProblemCode::NotUtf8)]));
    }

    #[test]
    fn a_header_of_semicolons_is_understood() {
        assert_eq!(read(b"a;b\n1,5;x\n").0[0].1, ["1,5", "x"]);
        assert_eq!(read(b"a\tb\n1,5\tx\n").0[0].1, ["1,5", "x"]);
    }

    #[test]
    fn a_file_without_a_header_is_refused() {
        for text in [&b""[..], b"\n\r\n", b"\xef\xbb\xbf"] {
            assert!(matches!(read_file(text), Err(ImportError::Header(HeaderError::Empty))), "{text:?}");
        }
        assert!(matches!(read_file(&b"SKU,caff\xe8\n"[..]), Err(ImportError::Header(HeaderError::NotUtf8))));
    }
}
