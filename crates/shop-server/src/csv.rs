//! Files for spreadsheets.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use shop_services::import::guard_formula;

/// A file: a mark by which spreadsheets read it as UTF-8, the heading, the rows. Semicolons, as Italian spreadsheets expect; a
/// cell that would be run as a formula is kept from it. An amount below zero is a number, which spreadsheets add up.
pub(crate) fn file(heading: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let cell = |text: String| {
        let text = if is_number(&text) { text } else { guard_formula(text) };
        if text.contains([';', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
    };
    let mut out = format!("\u{feff}{}\r\n", heading.join(";"));
    for row in rows {
        out.push_str(&row.into_iter().map(cell).collect::<Vec<_>>().join(";"));
        out.push_str("\r\n");
    }
    out
}

/// "-12,50": digits with at most one comma between them.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once([',', '.']).unwrap_or((digits, "0"));
    [whole, part].iter().all(|one| !one.is_empty() && one.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A file to be saved under a name, which is plain.
pub(crate) fn answer(name: &str, text: String) -> Response {
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_run_as_a_formula_or_leaves_its_place() {
        let rows = [vec!["=1+1".into(), "a;b".into()], vec!["-3+1".into(), "detto \"così\"\nqui".into()]];
        let text = file(&["uno", "due"], rows);
        assert_eq!(text, "\u{feff}uno;due\r\n'=1+1;\"a;b\"\r\n'-3+1;\"detto \"\"così\"\"\nqui\"\r\n");
    }

    #[test]
    fn an_amount_below_zero_stays_a_number() {
        for (cell, written) in [("-12,50", "-12,50"), ("-3", "-3"), ("-", "'-"), ("-1,", "'-1,"), ("-1,2,3", "'-1,2,3")]
        {
            assert_eq!(file(&["a"], [vec![cell.into()]]), format!("\u{feff}a\r\n{written}\r\n"));
        }
    }
}
