//! The bytes of a file to records with line numbers.

use std::io::Read;

use super::columns::HeaderError;
use super::problem::{Problem, ProblemCode};
use super::record::Record;
use super::report::ImportError;

/// Largest file, in bytes: some twenty times a catalogue of 10,000 products with long texts.
pub const MAX_FILE_BYTES: u64 = 256 * 1024 * 1024;
/// Most rows of a file, which are all held while it is imported.
const MAX_ROWS: usize = 200_000;
/// Most columns: all that have a meaning, with all their numbers, are some 4,100.
const MAX_COLUMNS: usize = 5000;
/// Longest row, in bytes: ten of the longest cells.
const MAX_ROW_BYTES: usize = 4 * 1024 * 1024;
/// How often a file may be read again to find out where the row after a broken one begins. A forgotten quote costs little more
/// than its own row; a file without end of quotes would be read once for each of its lines.
const MAX_READINGS: usize = 8;

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
    reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_FILE_BYTES {
        return Err(ImportError::TooManyBytes(MAX_FILE_BYTES >> 20));
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut scanner = Scanner::new(text);
    let (_, header) = scanner.next().ok_or(HeaderError::Empty)?;
    let header = header.map_err(|_| HeaderError::TooManyColumns(MAX_COLUMNS))?;
    let header = csv::StringRecord::from_byte_record(header).map_err(|_| HeaderError::NotUtf8)?;
    let mut file = RawFile { header, records: Vec::new(), broken: Vec::new() };
    let expected = file.header.len();
    while let Some((raw, cells)) = scanner.next() {
        let blank = |cells: &csv::ByteRecord| cells.iter().all(|cell| cell.iter().all(u8::is_ascii_whitespace));
        if cells.as_ref().is_ok_and(blank) {
            continue;
        }
        if file.records.len() + file.broken.len() == MAX_ROWS {
            return Err(ImportError::TooManyRows(MAX_ROWS));
        }
        match checked(&raw, cells, text, scanner.separator, expected) {
            Ok(cells) => file.records.push(Record { line: raw.line, cells }),
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

/// Cells of a record, or which bound it exceeds.
type Cells = Result<csv::ByteRecord, ProblemCode>;

/// A record's cells, if it is whole.
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
    if cells.len() != expected {
        return Err(count(cells.len().to_string()));
    }
    csv::StringRecord::from_byte_record(cells).map_err(|_| problem(ProblemCode::NotUtf8, ""))
}

/// Where a record stands.
struct RawRecord {
    line: u64,
    start: usize,
    end: usize,
    /// Its end is not where the reading was given up.
    cut: bool,
}

/// Reads records one by one and can start again in the middle. A record is read into memory of a fixed size.
struct Scanner<'a> {
    text: &'a [u8],
    separator: u8,
    reader: csv_core::Reader,
    content: Vec<u8>,
    ends: Vec<usize>,
    /// Where the next record begins.
    at: usize,
    line: u64,
    /// Line breaks before this byte are in `line`.
    counted: usize,
    /// Bytes read again so far.
    again: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a [u8]) -> Self {
        let separator = separator(text);
        let reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
        let (content, ends) = (vec![0; MAX_ROW_BYTES.min(text.len() + 1)], vec![0; MAX_COLUMNS]);
        Self { text, separator, reader, content, ends, at: 0, line: 1, counted: 0, again: 0 }
    }

    fn next(&mut self) -> Option<(RawRecord, Cells)> {
        while matches!(self.text.get(self.at), Some(b'\n' | b'\r')) {
            self.at += 1;
        }
        let start = self.at;
        let (cells, end) = self.read(start)?;
        self.at = end;
        let passed = self.text.get(self.counted..start).unwrap_or_default();
        self.line += passed.iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        self.counted = start;
        Some((RawRecord { line: self.line, start, end, cut: cells.is_err() }, cells))
    }

    /// The record that begins at a byte, and where it ends; `None`: there is none. Of one that is too long the end is where the
    /// reading was given up.
    fn read(&mut self, start: usize) -> Option<(Cells, usize)> {
        use csv_core::ReadRecordResult as Read;
        self.reader.reset();
        let (mut at, mut written, mut count) = (start, 0, 0);
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let content = self.content.get_mut(written..).unwrap_or_default();
            let ends = self.ends.get_mut(count..).unwrap_or_default();
            let (read, bytes_in, bytes_out, more) = self.reader.read_record(rest, content, ends);
            (at, written, count) = (at + bytes_in, written + bytes_out, count + more);
            match read {
                Read::InputEmpty => {}
                Read::OutputFull => return Some((Err(ProblemCode::RowTooLong), at)),
                Read::OutputEndsFull => return Some((Err(ProblemCode::CellCount), at)),
                Read::End => return None,
                Read::Record => {
                    let mut cells = csv::ByteRecord::with_capacity(written, count);
                    let mut from = 0;
                    for end in self.ends.iter().take(count) {
                        cells.push_field(self.content.get(from..*end).unwrap_or_default());
                        from = *end;
                    }
                    return Some((Ok(cells), at));
                }
            }
        }
    }

    /// A row with a missing or extra quote swallows the rows after it. Goes back to the first line inside it at which a
    /// whole record starts; lines of a long text do not look like one.
    fn recover(&mut self, broken: &RawRecord, expected: usize) -> Result<(), ImportError> {
        let inside = self.text.get(broken.start..broken.end).unwrap_or_default();
        self.again += inside.len();
        for (offset, _) in inside.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
            let start = broken.start + offset + 1;
            if self.again > MAX_READINGS * self.text.len() + MAX_ROW_BYTES {
                return Err(ImportError::UnclosedQuotes(broken.line));
            }
            if start >= broken.end {
                break;
            }
            let Some((cells, end)) = self.read(start) else { break };
            self.again += end - start;
            let whole = cells.is_ok_and(|cells| cells.len() == expected);
            if whole && well_quoted(self.text.get(start..end).unwrap_or_default(), self.separator) {
                self.at = start;
                return Ok(());
            }
        }
        if broken.cut {
            // Nothing that is left of its line is a row.
            let rest = self.text.get(broken.end..).unwrap_or_default();
            self.at = broken.end + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        }
        Ok(())
    }
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
    fn a_file_whose_quotes_never_close_is_given_up_with_the_line() {
        // From the beginning of any line all that follows is one record.
        let endless = format!("a,b\n1,2\n{}", "a\",\"\n".repeat(300_000));
        let given_up = read_file(endless.as_bytes());
        assert!(matches!(given_up, Err(ImportError::UnclosedQuotes(3))), "{given_up:?}");
        let one = format!("a,b\n1,\"open\n{}", "x,y\n".repeat(199_000));
        let (records, broken) = read(one.as_bytes());
        assert_eq!((records.len(), broken), (199_000, vec![(2, ProblemCode::BadQuotes)]));
    }

    #[test]
    fn a_row_without_end_is_broken_and_the_rows_after_it_are_read() {
        let long = "x".repeat(MAX_ROW_BYTES + 10);
        let (records, broken) = read(format!("a,b\n{long},1\n2,\"{long}\"\n3,ok\n").as_bytes());
        assert_eq!(records, [(4, vec!["3".to_owned(), "ok".to_owned()])]);
        assert_eq!(broken, [(2, ProblemCode::RowTooLong), (3, ProblemCode::RowTooLong)]);
        let (records, broken) = read(format!("a,b\n{}\n3,ok\n", ",".repeat(1_000_000)).as_bytes());
        assert_eq!((records.len(), broken), (1, vec![(2, ProblemCode::CellCount)]));
    }

    #[test]
    fn a_million_columns_are_refused_at_the_header() {
        let wide = format!("SKU,{}\n", "x,".repeat(1_000_000));
        assert!(matches!(read_file(wide.as_bytes()), Err(ImportError::Header(HeaderError::TooManyColumns(5000)))));
    }

    #[test]
    fn a_compressed_file_is_no_text() {
        let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb\xcf\xcc\x01\0";
        assert!(matches!(read_file(&gzip[..]), Err(ImportError::Header(HeaderError::NotUtf8))));
    }

    #[test]
    fn a_file_without_a_header_is_refused() {
        for text in [&b""[..], b"\n\r\n", b"\xef\xbb\xbf"] {
            assert!(matches!(read_file(text), Err(ImportError::Header(HeaderError::Empty))), "{text:?}");
        }
        assert!(matches!(read_file(&b"SKU,caff\xe8\n"[..]), Err(ImportError::Header(HeaderError::NotUtf8))));
    }
}
