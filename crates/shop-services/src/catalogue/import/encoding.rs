//! Decodes a file to UTF-8. Supports what European spreadsheets and sites write: UTF-8, UTF-16 and Windows code pages.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

use super::header_error::HeaderError;

/// Number of leading bytes inspected to detect UTF-16 without a byte order mark.
const PROBE_BYTES: usize = 4096;

/// Decodes a file to UTF-8 without byte order mark. Invalid rows of a UTF-8 file stay invalid and are reported row by row.
/// `known_titles` counts the known column names in a header, which distinguishes code pages.
pub(super) fn decode_file(mut bytes: Vec<u8>, known_titles: impl Fn(&[u8]) -> usize) -> Result<Vec<u8>, HeaderError> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(HeaderError::Workbook);
    }
    if let Some((encoding, mark_length)) = Encoding::for_bom(&bytes) {
        bytes.drain(..mark_length);
        return if encoding == UTF_8 { Ok(bytes) } else { decode(&bytes, encoding) };
    }
    if let Some(encoding) = utf_16_without_mark(&bytes) {
        return decode(&bytes, encoding);
    }
    if std::str::from_utf8(&bytes).is_ok() || is_mostly_utf_8(&bytes) {
        return Ok(bytes);
    }
    if bytes.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) {
        return Err(HeaderError::NotText);
    }
    let header = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let mut best = (WINDOWS_1252, 0);
    for encoding in [WINDOWS_1252, WINDOWS_1250, WINDOWS_1251] {
        let known = decode(header, encoding).map_or(0, |text| known_titles(&text));
        if known > best.1 {
            best = (encoding, known);
        }
    }
    decode(&bytes, best.0)
}

fn decode(bytes: &[u8], encoding: &'static Encoding) -> Result<Vec<u8>, HeaderError> {
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    if had_errors { Err(HeaderError::NotText) } else { Ok(text.into_owned().into_bytes()) }
}

/// Latin letters, digits and separators have a zero byte in UTF-16, always on the same side; other text files have none.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let probe = bytes.get(..PROBE_BYTES.min(bytes.len()))?;
    let zeros = |remainder: usize| probe.iter().skip(remainder).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let clear = |zeros: usize| zeros * 8 > probe.len() && bytes.len().is_multiple_of(2);
    match (even, odd) {
        (0, odd) if clear(odd) => Some(UTF_16LE),
        (even, 0) if clear(even) => Some(UTF_16BE),
        _ => None,
    }
}

/// Whether a text that is not valid UTF-8 as a whole has more valid multi-byte letters than invalid bytes: text in a code page
/// hardly ever forms one, so this is a UTF-8 file with broken rows.
fn is_mostly_utf_8(bytes: &[u8]) -> bool {
    let (mut letters, mut broken) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        letters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += chunk.invalid().len();
    }
    letters > broken
}

#[cfg(test)]
#[path = "tests/encoding.rs"]
mod tests;
