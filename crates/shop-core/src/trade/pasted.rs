//! Lines pasted from a spreadsheet or uploaded as a CSV file: products and quantities. A quantity is never guessed: an ambiguous
//! one is an error of its line.

use serde::Serialize;

use super::pasted_cells::rows;
use super::pasted_heading::{Counts, Heading, heading};
pub use super::pasted_number::QuantityUnit;
use super::pasted_number::{CellNumber, cell_number, embedded};
use super::search_answer::FoundProduct;
use crate::base::FieldError;
use crate::platform::messages::codes;

/// Maximum number of lines of a bulk order, a purchase list or a file; the rest is ignored.
pub const MAX_LINES: usize = 1000;

/// A quantity and its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastedQuantity {
    pub count: u32,
    /// Unit that the number counts.
    pub unit: QuantityUnit,
}

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastedLine {
    /// Number of the line, from 1.
    pub line: u32,
    /// Candidates for the product, most likely first: SKU, id or exact name. Never empty.
    pub names: Vec<String>,
    /// The quantity; `None`: the line has no number at all. An error: the number could not be understood.
    pub quantity: Result<Option<PastedQuantity>, FieldError>,
    /// The first candidate split into product and quantity: "CAV-35 x 2". It is used if no product has the whole text as its
    /// name.
    pub embedded: Option<(String, PastedQuantity)>,
}

/// Result of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReportLine {
    /// Number of the line, from 1.
    pub line: u32,
    /// Product text of the line.
    pub text: String,
    /// The product found; `None`: the line is left out.
    pub product: Option<FoundProduct>,
    /// Number of pieces.
    pub quantity: u32,
    /// Why the line is left out, or what was changed; `None`: the line was applied as written.
    pub notice: Option<FieldError>,
}

/// Result of all lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BulkReport {
    /// Line by line.
    pub lines: Vec<ReportLine>,
    /// Number of lines beyond the maximum.
    pub cut: u32,
}

/// Parses a text into at most [`MAX_LINES`] lines and returns how many more there were. Cells are separated by tabs, else by
/// semicolons, else by bars, else by commas, and may be quoted. A header line is recognised; empty lines are skipped.
///
/// ```
/// use shop_core::trade::pasted::parse_lines;
/// let (lines, cut) = parse_lines("SKU;Prodotto;Quantità\nCAV-35;Caviale;3\n");
/// let quantity = lines[0].quantity.as_ref().unwrap().unwrap();
/// assert_eq!((lines[0].line, lines[0].names[0].as_str(), quantity.count, cut), (2, "CAV-35", 3, 0));
/// ```
pub fn parse_lines(text: &str) -> (Vec<PastedLine>, u32) {
    let rows = rows(text);
    let mut header: Option<Header> = None;
    let (mut lines, mut cut) = (Vec::new(), 0);
    for (at, row) in rows.iter().enumerate() {
        if row.iter().all(String::is_empty) {
            continue;
        }
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let mut found = Vec::new();
        match (&header, Header::parse(row, lines.is_empty())) {
            (None, Some(new)) => {
                found = new.unknown(row, rows.get(at + 1..).unwrap_or_default(), number);
                header = Some(new);
            }
            (Some(header), _) => found.push(header.line(row, number)),
            (None, None) => found.push(unnamed(row, number)),
        }
        for line in found {
            if lines.len() < MAX_LINES {
                lines.push(line);
            } else {
                cut += 1;
            }
        }
    }
    (lines, cut)
}

fn error(code: &'static str, text: &str) -> FieldError {
    FieldError::new("quantity", code).with("text", text)
}

/// Joins the cells of a row into one text.
fn joined_cells(row: &[String]) -> String {
    row.iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>().join(" · ")
}

/// Meaning of the columns.
struct Header {
    width: usize,
    /// Columns that name the product, most likely first.
    products: Vec<usize>,
    quantities: Vec<(Counts, usize)>,
    unknown: Vec<usize>,
}

impl Header {
    /// Parses a header row; `None`: the row is not a header. The first row may have only a product column; a later one must have
    /// a quantity column too.
    fn parse(row: &[String], is_first: bool) -> Option<Self> {
        if row.iter().any(|cell| cell.bytes().any(|b| b.is_ascii_digit()) && heading(cell) == Heading::Unknown) {
            return None;
        }
        let kinds: Vec<Heading> = row.iter().map(|cell| heading(cell)).collect();
        let of = |wanted: Heading| kinds.iter().enumerate().filter(move |(_, kind)| **kind == wanted).map(|(at, _)| at);
        let mut unknown: Vec<usize> =
            of(Heading::Unknown).filter(|at| !row.get(*at).is_none_or(String::is_empty)).collect();
        let mut products: Vec<usize> = of(Heading::Code).chain(of(Heading::Id)).chain(of(Heading::Name)).collect();
        let quantities: Vec<(Counts, usize)> = kinds
            .iter()
            .enumerate()
            .filter_map(|(at, kind)| if let Heading::Quantity(counts) = kind { Some((*counts, at)) } else { None })
            .collect();
        if products.is_empty() && !quantities.is_empty() && row.len() > 1 && !unknown.is_empty() {
            // The product column has an unknown heading: the first one is taken as the product's name, or reported as unknown.
            products.push(unknown.remove(0));
        }
        let named = !products.is_empty() && (is_first || !quantities.is_empty());
        named.then_some(Self { width: row.len(), products, quantities, unknown })
    }

    /// Builds lines that report headings which may mean quantities: no quantity column is known, or this column has numbers too.
    fn unknown(&self, row: &[String], rows: &[Vec<String>], number: u32) -> Vec<PastedLine> {
        let counts = |at: &usize| {
            let cells = rows.iter().filter_map(|row| row.get(*at));
            self.quantities.is_empty()
                || cells.filter_map(|cell| cell_number(cell)).any(|number| number != CellNumber::Money)
        };
        let texts = self.unknown.iter().filter(|at| counts(at)).filter_map(|at| row.get(*at));
        let report = |text: &String| PastedLine {
            line: number,
            names: vec![text.clone()],
            quantity: Err(error(codes::TRADE_BULK_HEADING, text)),
            embedded: None,
        };
        texts.map(report).collect()
    }

    fn line(&self, row: &[String], line: u32) -> PastedLine {
        let cell = |at: usize| row.get(at).filter(|cell| !cell.is_empty());
        let names: Vec<String> = self.products.iter().filter_map(|at| cell(*at)).cloned().collect();
        let beyond = row.iter().skip(self.width).any(|cell| !cell.is_empty());
        let quantity = if beyond {
            Err(error(codes::TRADE_BULK_COLUMNS, &joined_cells(row)))
        } else if names.is_empty() {
            Err(error(codes::TRADE_BULK_UNKNOWN, &joined_cells(row)))
        } else {
            self.quantity(row)
        };
        let names = if names.is_empty() { vec![joined_cells(row)] } else { names };
        let embedded = names.first().and_then(|name| embedded(name)).map(with_unit);
        PastedLine { line, names, quantity, embedded }
    }

    fn quantity(&self, row: &[String]) -> Result<Option<PastedQuantity>, FieldError> {
        let mut found: Option<(PastedQuantity, &str)> = None;
        for (counts, at) in &self.quantities {
            let Some(cell) = row.get(*at).filter(|cell| !cell.is_empty()) else { continue };
            let quantity = counted(cell, counts.unit())?;
            match found {
                Some((other, text)) if other != quantity => {
                    return Err(error(codes::TRADE_BULK_TWO_NUMBERS, &format!("{text} · {cell}")));
                }
                _ => found = Some((quantity, cell)),
            }
        }
        match found {
            Some((quantity, _)) => Ok(Some(quantity)),
            // A sheet without a quantity column, or anything that may be one, lists single pieces.
            None if self.quantities.is_empty() && self.unknown.is_empty() => Ok(None),
            None => Err(error(codes::TRADE_BULK_NO_QUANTITY, &joined_cells(row))),
        }
    }
}

fn with_unit((name, count, unit): (String, u32, QuantityUnit)) -> (String, PastedQuantity) {
    (name, PastedQuantity { count, unit })
}

/// Parses a cell of a quantity column.
fn counted(cell: &str, unit: QuantityUnit) -> Result<PastedQuantity, FieldError> {
    let (count, unit) = match cell_number(cell) {
        Some(CellNumber::Whole(count) | CellNumber::Decimal(Some(count))) => (count, unit),
        Some(CellNumber::Counted(count, own)) => (count, own),
        Some(CellNumber::Unclear) => return Err(unclear(cell)),
        Some(CellNumber::Decimal(None) | CellNumber::Money) | None => {
            return Err(error(codes::TRADE_BULK_QUANTITY, cell));
        }
    };
    if count == 0 { Err(error(codes::TRADE_BULK_QUANTITY, cell)) } else { Ok(PastedQuantity { count, unit }) }
}

/// Error for a number whose separator means thousands in one language and decimals in the other, or that cannot be a quantity.
fn unclear(cell: &str) -> FieldError {
    let two_ways = cell.contains(['.', ',']) && !cell.contains(['-', '−', '(']);
    error(if two_ways { codes::TRADE_BULK_UNCLEAR } else { codes::TRADE_BULK_QUANTITY }, cell)
}

/// Parses a row without a header: the product comes first, then the only number that can be a quantity.
fn unnamed(row: &[String], line: u32) -> PastedLine {
    let Some((name, rest)) = row.split_first().filter(|(name, _)| !name.is_empty()) else {
        let text = joined_cells(row);
        let quantity = Err(error(codes::TRADE_BULK_UNKNOWN, &text));
        return PastedLine { line, names: vec![text], quantity, embedded: None };
    };
    PastedLine {
        line,
        names: vec![name.clone()],
        quantity: only_quantity(rest),
        embedded: embedded(name).map(with_unit),
    }
}

fn only_quantity(cells: &[String]) -> Result<Option<PastedQuantity>, FieldError> {
    let numbers: Vec<(&str, CellNumber)> =
        cells.iter().filter_map(|cell| Some((cell.as_str(), cell_number(cell)?))).collect();
    let text = |cells: &[&(&str, CellNumber)]| cells.iter().map(|(cell, _)| *cell).collect::<Vec<_>>().join(" · ");
    let of = |wanted: fn(&CellNumber) -> bool| numbers.iter().filter(|(_, number)| wanted(number)).collect::<Vec<_>>();
    let counted_cells = of(|number| matches!(number, CellNumber::Counted(..)));
    let likely = if counted_cells.is_empty() {
        of(|number| matches!(number, CellNumber::Whole(_) | CellNumber::Unclear))
    } else {
        counted_cells
    };
    match likely.as_slice() {
        [] => {}
        [(cell, _), others @ ..] if others.iter().all(|(other, _)| other == cell) => {
            return counted(cell, QuantityUnit::Pieces).map(Some);
        }
        several => return Err(error(codes::TRADE_BULK_TWO_NUMBERS, &text(several))),
    }
    if let [(cell, _), ..] = numbers.as_slice() {
        return Err(error(codes::TRADE_BULK_MAYBE_PRICE, cell));
    }
    match cells.iter().find(|cell| !cell.is_empty()) {
        Some(cell) => Err(error(codes::TRADE_BULK_QUANTITY, cell)),
        None => Ok(None),
    }
}

#[cfg(test)]
#[path = "pasted_tests.rs"]
mod tests;
