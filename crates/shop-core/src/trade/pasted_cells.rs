//! Rows and cells of a pasted table.

/// Cell separators, most reliable first: names and prices contain commas.
const SEPARATORS: [char; 4] = ['\t', ';', '|', ','];
/// Longest cell, in characters; the rest is cut.
const MAX_CELL_CHARS: usize = 200;

/// Splits a text into rows and cells. A quoted cell may contain separators, line breaks and doubled quotation marks.
pub(super) fn rows(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let separator = SEPARATORS.into_iter().find(|separator| text.contains(*separator)).unwrap_or('\t');
    let mut rows = split(text, separator);
    if separator == '|' {
        rows.iter_mut().for_each(without_borders);
    }
    rows
}

/// Removes the outer bars of a table drawn with bars; a row of lines alone becomes empty.
fn without_borders(row: &mut Vec<String>) {
    if row.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | ' '))) {
        row.clear();
    }
    if row.len() > 1 && row.first().is_some_and(String::is_empty) {
        row.remove(0);
    }
    if row.last().is_some_and(String::is_empty) {
        row.pop();
    }
}

fn split(text: &str, separator: char) -> Vec<Vec<String>> {
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
