//! Splits a text into records with line numbers.

use super::column_names::find_title;
use super::problem::ProblemCode;
use super::report::ImportError;

/// Maximum number of columns: all known names with all their numbers are some 4,100.
pub(super) const MAX_COLUMNS: usize = 5000;
/// Maximum length of a row in bytes: ten of the longest cells.
pub(super) const MAX_ROW_BYTES: usize = 4 * 1024 * 1024;
/// Cell separators, the usual one first.
pub(super) const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// In a file whose rows omit cells, minimum number of cells by which the row after a broken one may be recognised.
const MIN_USUAL_CELLS: usize = 3;
/// How often a file may be parsed again to find the row after a broken one. A forgotten quote costs little more than its own row;
/// a file whose quotes never close would be parsed once for each of its lines.
const MAX_READINGS: usize = 8;

/// Cells of a record, or the limit that it exceeds.
pub(super) type Cells = Result<csv::ByteRecord, ProblemCode>;

/// Position of a record.
pub(super) struct RawRecord {
    pub(super) line: u64,
    pub(super) start: usize,
    pub(super) end: usize,
    /// It was truncated: its real end is further on.
    cut: bool,
}

/// Reads records one by one and can restart in the middle. A record is read into memory of a fixed size.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    pub(super) separator: u8,
    reader: csv_core::Reader,
    content: Vec<u8>,
    ends: Vec<usize>,
    /// Start of the next record.
    at: usize,
    line: u64,
    /// Line breaks before this byte are included in `line`.
    counted: usize,
    /// Bytes parsed again so far.
    again: usize,
    /// Cells of the last valid row, without omitted ones.
    pub(super) usual_cells: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let (named, start) = named_separator(text).map_or((None, 0), |(sign, start)| (Some(sign), start));
        let (content, ends) = (vec![0; MAX_ROW_BYTES.min(text.len() + 1)], vec![0; MAX_COLUMNS]);
        let reader = csv_core::Reader::new();
        let mut scanner = Self {
            text,
            separator: b',',
            reader,
            content,
            ends,
            at: start,
            line: 1,
            counted: 0,
            again: 0,
            usual_cells: 0,
        };
        scanner.separate_by(named.unwrap_or(b','));
        if named.is_none() {
            scanner.find_separator();
        }
        scanner
    }

    fn separate_by(&mut self, separator: u8) {
        self.separator = separator;
        self.reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
    }

    /// Chooses the separator that yields the most known columns, else the one with the most columns.
    fn find_separator(&mut self) {
        let start = self.text.iter().take_while(|byte| is_line_break(**byte)).count();
        let mut best = (b',', (0, 0));
        for separator in SEPARATORS {
            self.separate_by(separator);
            let Some((cells, _)) = self.read(start) else { continue };
            let columns = cells.as_ref().map_or(MAX_COLUMNS + 1, csv::ByteRecord::len);
            let known = cells.map_or(0, |cells| cells.iter().filter(|cell| is_known(cell)).count());
            if (known, columns) > best.1 {
                best = (separator, (known, columns));
            }
        }
        self.separate_by(best.0);
    }

    pub(super) fn next(&mut self) -> Option<(RawRecord, Cells)> {
        while self.text.get(self.at).copied().is_some_and(is_line_break) {
            self.at += 1;
        }
        let start = self.at;
        let (cells, end) = self.read(start)?;
        self.at = end;
        let ends = (self.counted..start).filter(|at| self.ends_line(*at)).count();
        self.line += u64::try_from(ends).unwrap_or(u64::MAX);
        self.counted = start;
        Some((RawRecord { line: self.line, start, end, cut: cells.is_err() }, cells))
    }

    /// Parses the record that starts at a byte, and returns its end; `None` if there is none. For one that is too long the end is
    /// where parsing stopped.
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

    /// Whether a line ends with a byte: with a line feed, or a carriage return alone.
    fn ends_line(&self, at: usize) -> bool {
        match self.text.get(at) {
            Some(b'\n') => true,
            Some(b'\r') => self.text.get(at + 1) != Some(&b'\n'),
            _ => false,
        }
    }

    /// A row with a missing or extra quote swallows the rows after it. Returns to the first line inside it at which a complete
    /// record starts; lines of a long text do not look like one.
    pub(super) fn recover(&mut self, broken: &RawRecord, expected: usize) -> Result<(), ImportError> {
        self.again += broken.end - broken.start;
        for line_end in (broken.start..broken.end).filter(|at| self.ends_line(*at)).collect::<Vec<_>>() {
            let start = line_end + 1;
            if self.again > MAX_READINGS * self.text.len() + MAX_ROW_BYTES {
                return Err(ImportError::UnclosedQuotes(broken.line));
            }
            if start >= broken.end {
                break;
            }
            let Some((cells, end)) = self.read(start) else { break };
            self.again += end - start;
            // Lines of a long text look like rows with few cells.
            let usual = self.usual_cells >= MIN_USUAL_CELLS;
            let whole = cells.is_ok_and(|cells| cells.len() == expected || (usual && cells.len() == self.usual_cells));
            if whole && well_quoted(self.text.get(start..end).unwrap_or_default(), self.separator) {
                self.at = start;
                return Ok(());
            }
        }
        if broken.cut {
            // The rest of its line is no row.
            let rest = self.text.get(broken.end..).unwrap_or_default();
            self.at = broken.end + rest.iter().position(|byte| is_line_break(*byte)).unwrap_or(rest.len());
        }
        Ok(())
    }
}

/// Whether every quoted cell of a record ends right before a separator or the record's end (RFC 4180, section 2). The CSV reader
/// tolerates text after a closing quote; then a row with a missing quote, joined with the next row, can have as many cells as the
/// header, and the head of one product would get the tail of another.
pub(super) fn well_quoted(record: &[u8], separator: u8) -> bool {
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

/// Parses the separator in the first line, `sep=;` as Excel writes it, and returns where the line ends.
fn named_separator(text: &[u8]) -> Option<(u8, usize)> {
    let end = text.iter().position(|byte| is_line_break(*byte))?;
    let line = text.get(..end)?.trim_ascii_start();
    let line = line.strip_prefix(b"\"").unwrap_or(line);
    let (name, rest) = line.split_at_checked(4)?;
    let separator = *rest.first().filter(|sign| !sign.is_ascii_alphanumeric() && **sign != b'"' && sign.is_ascii())?;
    // A spreadsheet that saves such a file again pads the line with separators.
    let ends_there = rest.iter().all(|byte| *byte == separator || *byte == b'"');
    (name.eq_ignore_ascii_case(b"sep=") && ends_there).then_some((separator, end))
}

fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

pub(super) fn is_known(title: &[u8]) -> bool {
    std::str::from_utf8(title).is_ok_and(|title| find_title(title.trim()).is_some())
}
