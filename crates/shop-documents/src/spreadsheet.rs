//! Exports tables as CSV, or as XLSX for spreadsheets.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};
use shop_core::base::Lang;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    Number(i64),
    /// An amount in cents.
    Cents(i64),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// Maximum width of a column in a spreadsheet, in characters.
const MAX_WIDTH: usize = 60;

/// Writes the table as CSV: UTF-8 with a byte order mark, semicolons, and the decimal mark of the language. Text that a spreadsheet
/// would interpret as a formula is prefixed with an apostrophe.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_documents::spreadsheet::{Cell, Sheet, csv};
/// let rows = vec![vec![Cell::Text("=1+1".into()), Cell::Cents(1250)]];
/// let sheet = Sheet { columns: vec!["SKU".into(), "Prezzo".into()], rows };
/// assert_eq!(csv(&sheet, Lang::It), "\u{feff}SKU;Prezzo\r\n'=1+1;12,50\r\n");
/// ```
pub fn csv(sheet: &Sheet, lang: Lang) -> String {
    let mut out = String::from('\u{feff}');
    let mut write = |cells: Vec<String>| {
        out.push_str(&cells.join(";"));
        out.push_str("\r\n");
    };
    write(sheet.columns.iter().map(|heading| quoted(heading)).collect());
    for row in &sheet.rows {
        write(row.iter().map(|cell| written(cell, lang)).collect());
    }
    out
}

fn written(cell: &Cell, lang: Lang) -> String {
    match cell {
        Cell::Text(text) => quoted(text),
        Cell::Number(number) => number.to_string(),
        Cell::Cents(cents) => {
            let point = if lang == Lang::It { ',' } else { '.' };
            let sign = if *cents < 0 { "-" } else { "" };
            let cents = cents.unsigned_abs();
            format!("{sign}{}{point}{:02}", cents / 100, cents % 100)
        }
    }
}

fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([';', '"', '\n', '\r', '\t']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Writes the table as a spreadsheet. Text stays text, whatever its first character.
///
/// # Errors
/// The table is too large for a spreadsheet.
pub fn xlsx(sheet: &Sheet) -> Result<Vec<u8>, SpreadsheetError> {
    let mut book = Workbook::new();
    // A fixed time, so that the same table always gives the same file.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    let (heading, amount) = (Format::new().set_bold(), Format::new().set_num_format("#,##0.00"));
    let page = book.add_worksheet();
    for (at, column) in (0..).zip(&sheet.columns) {
        page.write_string_with_format(0, at, column, &heading)?;
        let widths = sheet.rows.iter().filter_map(|row| match row.get(usize::from(at)) {
            Some(Cell::Text(text)) => Some(text.chars().count()),
            _ => None,
        });
        let widest = widths.chain([column.chars().count(), 10]).max().unwrap_or(10).min(MAX_WIDTH);
        page.set_column_width(at, u32::try_from(widest + 2).unwrap_or(12))?;
    }
    page.set_freeze_panes(1, 0)?;
    for (line, row) in (1..).zip(&sheet.rows) {
        for (at, cell) in (0..).zip(row) {
            match cell {
                Cell::Text(text) => page.write_string(line, at, text)?,
                Cell::Number(number) => page.write_number(line, at, number_of(*number))?,
                Cell::Cents(cents) => page.write_number_with_format(line, at, number_of(*cents) / 100.0, &amount)?,
            };
        }
    }
    Ok(book.save_to_buffer()?)
}

/// Spreadsheets store floating-point numbers; a shop's numbers are far below where precision is lost.
#[allow(clippy::cast_precision_loss, reason = "exact up to 2^53, and only to be shown")]
fn number_of(number: i64) -> f64 {
    number as f64
}

/// Why a spreadsheet could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the spreadsheet cannot be written: {0}")]
pub struct SpreadsheetError(#[from] XlsxError);

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    #[test]
    fn csv_keeps_cells_whole_and_formulas_harmless() {
        let rows = vec![
            vec![text("Olio; \"extra\""), Cell::Number(-3), Cell::Cents(-5)],
            vec![text("@SUM(A1)"), Cell::Number(3), Cell::Cents(123_456)],
        ];
        let sheet = Sheet { columns: vec!["Nome".into(), "N".into(), "€".into()], rows };
        let expected = "Nome;N;€\r\n\"Olio; \"\"extra\"\"\";-3;-0.05\r\n'@SUM(A1);3;1234.56\r\n";
        assert_eq!(csv(&sheet, Lang::En).trim_start_matches('\u{feff}'), expected);
    }

    #[test]
    fn a_spreadsheet_is_a_zip_with_a_worksheet() {
        let sheet = Sheet { columns: vec!["Nome".into()], rows: vec![vec![text("=1+1")]] };
        let file = xlsx(&sheet).unwrap();
        assert_eq!(file.get(..2), Some(&b"PK"[..]));
        assert_eq!(xlsx(&sheet).unwrap(), file, "the same table is the same file");
        let names = file.windows(24).any(|part| part == b"xl/worksheets/sheet1.xml");
        assert!(names, "the worksheet has its usual name");
    }
}
