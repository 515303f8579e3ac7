//! Lines that are pasted from a spreadsheet or come in a CSV file: which product, how many pieces.

use serde::{Deserialize, Serialize};

use super::search_answer::FoundProduct;
use crate::base::FieldError;
use crate::base::text::{fold, parse_fixed};

/// Most lines of a bulk order, a purchase list or a file: the rest is not read.
pub const MAX_LINES: usize = 1000;
/// Longest text of a cell that is kept, in characters.
const MAX_CELL_CHARS: usize = 200;
/// Decimal places that a quantity may be typed with.
const PLACES: u32 = 6;

/// Names of the column that says which product, folded, the best first.
const PRODUCT_COLUMNS: [&str; 11] =
    ["sku", "codice", "codice articolo", "id", "code", "item code", "prodotto", "articolo", "nome", "product", "name"];
/// Names of the column that says how many, folded.
const QUANTITY_COLUMNS: [&str; 8] = ["quantita", "q.ta", "qta", "pezzi", "quantity", "qty", "pieces", "pz"];

/// A line as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastedLine {
    /// Number of the line, from 1.
    pub line: u32,
    /// What names the product, the likeliest first: SKU, id or exact name. Never empty.
    pub names: Vec<String>,
    /// How many; empty: not said.
    pub quantity: String,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReportLine {
    /// Number of the line, from 1.
    pub line: u32,
    /// What it named.
    pub text: String,
    /// The product that it means; `None`: it is left out.
    pub product: Option<FoundProduct>,
    /// Pieces of it.
    pub quantity: u32,
    /// Why it is left out, or what was changed; `None`: it is as it was written.
    pub told: Option<FieldError>,
}

/// What became of all lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BulkReport {
    /// Line by line.
    pub lines: Vec<ReportLine>,
    /// Lines beyond the most that are read.
    pub cut: u32,
}

/// The lines of a text, at most [`MAX_LINES`], and how many were more. Cells are separated by tabs, else by semicolons, else by
/// commas, and may stand in quotation marks. A first line that names its columns is understood; empty lines are skipped.
///
/// ```
/// use shop_core::trade::pasted::read;
/// let (lines, cut) = read("SKU;Prodotto;Quantità\nCAV-35;Caviale;3\n");
/// assert_eq!((lines[0].line, lines[0].names[0].as_str(), lines[0].quantity.as_str(), cut), (2, "CAV-35", "3", 0));
/// ```
pub fn read(text: &str) -> (Vec<PastedLine>, u32) {
    let text = text.trim_start_matches('\u{feff}');
    let separator = ['\t', ';', ','].into_iter().find(|separator| text.contains(*separator)).unwrap_or('\t');
    let mut header: Option<Header> = None;
    let mut lines = Vec::new();
    let mut cut = 0;
    let mut first = true;
    for (at, row) in rows(text, separator).into_iter().enumerate() {
        if row.iter().all(String::is_empty) {
            continue;
        }
        if std::mem::take(&mut first) {
            header = Header::of(&row);
            if header.is_some() {
                continue;
            }
        }
        let Some((names, quantity)) = header.as_ref().map_or_else(|| unnamed(&row), |header| header.read(&row)) else {
            continue;
        };
        if lines.len() < MAX_LINES {
            lines.push(PastedLine { line: u32::try_from(at + 1).unwrap_or(u32::MAX), names, quantity });
        } else {
            cut += 1;
        }
    }
    (lines, cut)
}

/// Which columns say what.
struct Header {
    products: Vec<usize>,
    quantity: Option<usize>,
}

impl Header {
    /// `None`: the row is no header.
    fn of(row: &[String]) -> Option<Self> {
        let folded: Vec<String> = row.iter().map(|cell| fold(cell)).collect();
        let place = |name: &&str| folded.iter().position(|cell| cell == *name);
        let products: Vec<usize> = PRODUCT_COLUMNS.iter().filter_map(place).collect();
        (!products.is_empty()).then(|| Self { products, quantity: QUANTITY_COLUMNS.iter().find_map(place) })
    }

    fn read(&self, row: &[String]) -> Option<(Vec<String>, String)> {
        let cell = |at: &usize| row.get(*at).filter(|cell| !cell.is_empty()).cloned();
        let names: Vec<String> = self.products.iter().filter_map(cell).collect();
        (!names.is_empty()).then(|| (names, self.quantity.as_ref().and_then(cell).unwrap_or_default()))
    }
}

/// A row without a header: the product first, then the first number.
fn unnamed(row: &[String]) -> Option<(Vec<String>, String)> {
    let (name, rest) = row.split_first().filter(|(name, _)| !name.is_empty())?;
    let number = rest.iter().find(|cell| parse_fixed(cell, PLACES).is_some());
    let said = number.or_else(|| rest.iter().find(|cell| !cell.is_empty())).cloned().unwrap_or_default();
    Some((vec![name.clone()], said))
}

/// The cells of all rows. A cell in quotation marks may hold separators, line breaks and, doubled, quotation marks.
fn rows(text: &str, separator: char) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let (mut row, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.trim().is_empty() => {
                cell.clear();
                quoted = true;
            }
            '\r' => {}
            '\n' if !quoted => {
                row.push(tidy(&std::mem::take(&mut cell)));
                rows.push(std::mem::take(&mut row));
            }
            c if c == separator && !quoted => row.push(tidy(&std::mem::take(&mut cell))),
            c => cell.push(c),
        }
    }
    row.push(tidy(&cell));
    rows.push(row);
    rows
}

fn tidy(cell: &str) -> String {
    let words: Vec<&str> = cell.split_whitespace().collect();
    words.join(" ").chars().take(MAX_CELL_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain(text: &str) -> Vec<(u32, String, String)> {
        read(text).0.into_iter().map(|line| (line.line, line.names.join("/"), line.quantity)).collect()
    }

    fn one(name: &str, quantity: &str) -> Vec<(u32, String, String)> {
        vec![(1, name.to_owned(), quantity.to_owned())]
    }

    #[test]
    fn tabs_semicolons_and_commas_separate() {
        for text in ["CAV-35\t3", "CAV-35;3", "CAV-35,3", " CAV-35 ; 3 \r\n", "\u{feff}CAV-35;3"] {
            assert_eq!(plain(text), one("CAV-35", "3"), "{text:?}");
        }
        assert_eq!(plain("Olio, extra vergine\t2"), one("Olio, extra vergine", "2"), "a tab leaves commas to the name");
    }

    #[test]
    fn cells_in_quotation_marks_keep_what_is_in_them() {
        assert_eq!(plain("\"Olio; \"\"fruttato\"\"\";4"), one("Olio; \"fruttato\"", "4"));
        assert_eq!(plain("\"Olio\nextra\";4"), one("Olio extra", "4"));
        assert_eq!(plain("Olio 5\" largo;4"), one("Olio 5\" largo", "4"), "a mark inside a cell is a mark");
        assert_eq!(plain("\"Olio;4"), one("Olio;4", ""), "one that never ends takes the rest");
    }

    #[test]
    fn a_header_says_which_column_is_which() {
        let text = "Nome;Prezzo;SKU;Quantità\nCaviale;72,00;CAV-35;3\nOlio;5,00;;2\n;1,00;;9\n";
        let expected = [(2, "CAV-35/Caviale".to_owned(), "3".to_owned()), (3, "Olio".to_owned(), "2".to_owned())];
        assert_eq!(plain(text), expected);
        assert_eq!(plain("sku\nCAV-35"), [(2, "CAV-35".to_owned(), String::new())]);
    }

    #[test]
    fn without_a_header_the_first_number_is_the_quantity() {
        assert_eq!(plain("CAV-35;Caviale croccante;3;72,00"), one("CAV-35", "3"));
        assert_eq!(plain("CAV-35"), one("CAV-35", ""));
        assert_eq!(plain("CAV-35;due"), one("CAV-35", "due"), "what is no number is still told");
    }

    #[test]
    fn empty_lines_are_skipped_and_keep_their_number() {
        assert_eq!(plain("\n;;\n\nCAV-35;3\n"), [(4, "CAV-35".to_owned(), "3".to_owned())]);
        assert_eq!(plain(""), []);
    }

    #[test]
    fn lines_beyond_the_most_are_counted_and_not_read() {
        let (lines, cut) = read(&"A;1\n".repeat(MAX_LINES + 7));
        assert_eq!((lines.len(), cut), (MAX_LINES, 7));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[\"a;,\t\r\n1 è]{0,80}") {
            for line in read(&text).0 {
                prop_assert!(!line.names.is_empty() && line.names.iter().all(|name| !name.is_empty()));
            }
        }
    }
}
