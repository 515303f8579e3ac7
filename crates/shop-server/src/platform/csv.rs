//! CSV files for spreadsheets.

use std::pin::Pin;
use std::task::{self, Poll};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use shop_services::catalogue::import::guard_formula;
use shop_services::platform::boundary::detach;
use shop_services::ports::StoreError;
use tokio::sync::mpsc;

/// Writes a file: a byte order mark, so that spreadsheets read UTF-8, the header, the rows. The columns are separated by semicolons, as Italian
/// spreadsheets expect; cells that would run as formulas are escaped. A negative amount remains a number, so that spreadsheets
/// can add it up.
pub(crate) fn file(heading: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut out = format!("\u{feff}{heading}\r\n");
    for row in rows {
        write_row(&mut out, row);
    }
    out
}

fn write_row(out: &mut String, row: Vec<String>) {
    let cell = |text: String| {
        let text = if is_number(&text) { text } else { guard_formula(text) };
        if text.contains([';', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
    };
    out.push_str(&row.into_iter().map(cell).collect::<Vec<_>>().join(";"));
    out.push_str("\r\n");
}

/// Rows that are loaded at once for a streamed file.
pub(crate) const PORTION: u64 = 2000;

/// Streams a file of any number of rows. `portion` loads the next rows with ids below a limit, highest first; an empty result
/// ends the file. An error on the way aborts the connection, so that a partial file does not pass for a complete one.
///
/// # Errors
/// The first rows could not be loaded.
pub(crate) async fn streamed<P, F>(name: &str, heading: &str, portion: P) -> Result<Response, StoreError>
where
    P: Fn(i64) -> F + Send + 'static,
    F: Future<Output = Result<Vec<(i64, Vec<String>)>, StoreError>> + Send,
{
    let mut rows = portion(i64::MAX).await?;
    let mut text = file(heading, []);
    let (sender, receiver) = mpsc::channel(1);
    let written = async move {
        loop {
            let last = rows.last().map(|(id, _)| *id);
            for (_, row) in rows {
                write_row(&mut text, row);
            }
            if sender.send(Ok(Bytes::from(std::mem::take(&mut text)))).await.is_err() {
                return;
            }
            let Some(last) = last else { return };
            rows = match portion(last).await {
                Ok(next) if next.is_empty() => return,
                Ok(next) => next,
                Err(error) => {
                    tracing::error!(%error, "a file could not be read to its end");
                    let _ = sender.send(Err(std::io::Error::other(error.to_string()))).await;
                    return;
                }
            };
        }
    };
    detach(written, |work| drop(tokio::spawn(work)));
    Ok(saved_as(name, Body::new(Portions(receiver)).into_response()))
}

/// Streamed response body.
struct Portions(mpsc::Receiver<Result<Bytes, std::io::Error>>);

impl hyper::body::Body for Portions {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        self.0.poll_recv(context).map(|next| next.map(|bytes| bytes.map(Frame::data)))
    }
}

/// Tells whether a text is a number such as "-12,50": digits with at most one comma between them.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once([',', '.']).unwrap_or((digits, "0"));
    [whole, part].iter().all(|one| !one.is_empty() && one.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Responds with a file to save under a plain name.
pub(crate) fn answer(name: &str, text: String) -> Response {
    saved_as(name, text.into_response())
}

fn saved_as(name: &str, mut response: Response) -> Response {
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
        let text = file("uno;due", rows);
        assert_eq!(text, "\u{feff}uno;due\r\n'=1+1;\"a;b\"\r\n'-3+1;\"detto \"\"così\"\"\nqui\"\r\n");
    }

    #[tokio::test]
    async fn a_file_is_read_to_its_end_portion_by_portion_and_breaks_off_where_that_fails() {
        let portion = |broken: bool| {
            move |below: i64| async move {
                let rows: Vec<_> =
                    (1..=5).rev().filter(|id| *id < below).take(2).map(|id| (id, vec![id.to_string()])).collect();
                if broken && below <= 4 { Err(StoreError::Refused("gone".into())) } else { Ok(rows) }
            }
        };
        let whole = streamed("x.csv", "a", portion(false)).await.unwrap();
        let bytes = axum::body::to_bytes(whole.into_body(), 1000).await.unwrap();
        assert_eq!(std::str::from_utf8(&bytes).unwrap(), "\u{feff}a\r\n5\r\n4\r\n3\r\n2\r\n1\r\n");
        let half = streamed("x.csv", "a", portion(true)).await.unwrap();
        assert!(axum::body::to_bytes(half.into_body(), 1000).await.is_err());
        let none = streamed("x.csv", "a", |_| async { Ok(Vec::new()) }).await.unwrap();
        assert_eq!(axum::body::to_bytes(none.into_body(), 1000).await.unwrap(), "\u{feff}a\r\n".as_bytes());
    }

    #[test]
    fn an_amount_below_zero_stays_a_number() {
        for (cell, written) in [("-12,50", "-12,50"), ("-3", "-3"), ("-", "'-"), ("-1,", "'-1,"), ("-1,2,3", "'-1,2,3")]
        {
            assert_eq!(file("a", [vec![cell.into()]]), format!("\u{feff}a\r\n{written}\r\n"));
        }
    }
}
