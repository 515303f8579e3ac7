//! Files attached to a message of a conversation: their number, size and type, which is detected from the content.

use crate::base::{FieldError, wire_enum};
use crate::platform::messages::codes;

/// Maximum number of files of a message.
pub const MAX_FILES: usize = 5;
/// Largest file, in megabytes.
pub const MAX_FILE_MB: usize = 5;
/// Largest file, in bytes.
pub const MAX_FILE_BYTES: usize = MAX_FILE_MB * 1024 * 1024;
/// Longest stored file name, in characters.
const MAX_NAME_CHARS: usize = 100;
/// Accepted file extensions, for the `accept` attribute of a file input.
pub const ACCEPTED_ENDINGS: &str = ".pdf,.png,.jpg,.jpeg,.webp,.xlsx,.docx,.csv,.txt";
/// Name of the file field in every form.
const FIELD: &str = "files";

wire_enum! {
    /// A kind of file, by its media type.
    AttachmentKind {
        /// A PDF document.
        Pdf = "application/pdf",
        /// A PNG picture.
        Png = "image/png",
        /// A JPEG picture.
        Jpeg = "image/jpeg",
        /// A WebP picture.
        Webp = "image/webp",
        Xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        /// A Word document.
        Docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        /// A file of comma-separated values.
        Csv = "text/csv",
        Text = "text/plain",
    } default Text
}

/// A file as uploaded.
#[derive(Clone, Copy, Debug)]
pub struct SentFile<'a> {
    /// Name on the sender's machine; folders in it are ignored.
    pub name: &'a str,
    /// Content; of a file that is too large, more than [`MAX_FILE_BYTES`] bytes of it.
    pub content: &'a [u8],
}

/// A file that passed the checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedFile {
    /// Name without folders and control characters.
    pub name: String,
    /// Type detected from the content.
    pub kind: AttachmentKind,
}

/// Checks the files of a message and returns them in their order.
///
/// # Errors
/// Too many files, or one error for each file that is empty, too large or of another type; all for the field `files`.
///
/// ```
/// use shop_core::trade::attachment::{AttachmentKind, SentFile, check};
/// let files = check(&[SentFile { name: "C:\\listini\\2026.pdf", content: b"%PDF-1.7 ..." }]).unwrap();
/// assert_eq!((files[0].name.as_str(), files[0].kind), ("2026.pdf", AttachmentKind::Pdf));
/// assert!(check(&[SentFile { name: "listino.pdf", content: b"MZ..." }]).is_err());
/// ```
pub fn check(files: &[SentFile<'_>]) -> Result<Vec<CheckedFile>, Vec<FieldError>> {
    if files.len() > MAX_FILES {
        return Err(vec![FieldError::new(FIELD, codes::CONVERSATION_TOO_MANY_FILES).with("maximum", MAX_FILES)]);
    }
    let mut taken = Vec::with_capacity(files.len());
    let mut errors = Vec::new();
    for file in files {
        let name = plain_name(file.name);
        if file.content.len() > MAX_FILE_BYTES {
            let error = FieldError::new(FIELD, codes::CONVERSATION_FILE_TOO_LARGE);
            errors.push(error.with("name", &name).with("maximum", MAX_FILE_MB));
            continue;
        }
        match kind_of(&name, file.content) {
            Some(kind) => taken.push(CheckedFile { name, kind }),
            None => errors.push(FieldError::new(FIELD, codes::CONVERSATION_FILE_KIND).with("name", &name)),
        }
    }
    if errors.is_empty() { Ok(taken) } else { Err(errors) }
}

/// Detects the type of a file from its content. The name only decides between types whose content looks alike. `None`: the type
/// is not accepted.
fn kind_of(name: &str, content: &[u8]) -> Option<AttachmentKind> {
    let lower = name.to_lowercase();
    let ends = |ending: &str| lower.ends_with(ending);
    if content.starts_with(b"%PDF-") {
        return Some(AttachmentKind::Pdf);
    }
    if content.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some(AttachmentKind::Png);
    }
    if content.starts_with(b"\xff\xd8\xff") {
        return Some(AttachmentKind::Jpeg);
    }
    if content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP") {
        return Some(AttachmentKind::Webp);
    }
    if content.starts_with(b"PK\x03\x04") {
        // Documents with macros have other parts and other extensions.
        let has = |part: &[u8]| content.windows(part.len()).any(|at| at == part);
        let sound = !has(b"vbaProject.bin");
        return match () {
            () if sound && ends(".xlsx") && has(b"xl/workbook.xml") => Some(AttachmentKind::Xlsx),
            () if sound && ends(".docx") && has(b"word/document.xml") => Some(AttachmentKind::Docx),
            () => None,
        };
    }
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    let text = std::str::from_utf8(content).ok().filter(|text| !text.is_empty() && !text.contains(control));
    match text {
        Some(_) if ends(".csv") => Some(AttachmentKind::Csv),
        Some(_) if ends(".txt") => Some(AttachmentKind::Text),
        _ => None,
    }
}

/// Returns the last part of a path, without characters that could mislead in a header or a list. A long name keeps its extension.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let misleads = |c: &char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let clean: String = last.chars().filter(|c| !misleads(c)).collect();
    let clean = clean.trim();
    let count = clean.chars().count();
    if count <= MAX_NAME_CHARS {
        return clean.to_owned();
    }
    clean.chars().skip(count - MAX_NAME_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str, content: &[u8]) -> Option<AttachmentKind> {
        check(&[SentFile { name, content }]).ok().map(|files| files[0].kind)
    }

    fn code(name: &str, content: &[u8]) -> String {
        check(&[SentFile { name, content }]).unwrap_err()[0].code.to_string()
    }

    #[test]
    fn the_content_says_what_a_file_is_and_its_name_does_not() {
        let book = b"PK\x03\x04....[Content_Types].xml..xl/workbook.xml";
        let paper = b"PK\x03\x04....[Content_Types].xml..word/document.xml";
        for (name, content, expected) in [
            ("a.pdf", &b"%PDF-1.4"[..], AttachmentKind::Pdf),
            ("a.jpg", b"\x89PNG\r\n\x1a\n...", AttachmentKind::Png),
            ("a", b"\xff\xd8\xff\xe0", AttachmentKind::Jpeg),
            ("a.webp", b"RIFF\0\0\0\0WEBPVP8 ", AttachmentKind::Webp),
            ("a.XLSX", book, AttachmentKind::Xlsx),
            ("a.docx", paper, AttachmentKind::Docx),
            ("a.csv", "codice;quantità\n1;2".as_bytes(), AttachmentKind::Csv),
            ("a.txt", b"ciao", AttachmentKind::Text),
        ] {
            assert_eq!(kind(name, content), Some(expected), "{name}");
        }
    }

    #[test]
    fn what_runs_or_pretends_is_refused() {
        for (name, content) in [
            ("a.pdf", &b"MZ\x90"[..]),
            ("a.svg", b"<svg onload=x>"),
            ("a.html", b"<script>x</script>"),
            ("a.zip", b"PK\x03\x04....[Content_Types].xml"),
            ("a.xlsx", b"PK\x03\x04....word/document.xml"),
            ("a.xlsm", b"PK\x03\x04....xl/workbook.xml"),
            ("a.xlsx", b"PK\x03\x04....xl/workbook.xml..xl/vbaProject.bin"),
            ("a.csv", b"\xff\xfe\x00a"),
            ("a.txt", b"a\x00b"),
            ("a.txt", b""),
            ("", b"ciao"),
        ] {
            assert_eq!(code(name, content), "conversation_file_kind", "{name}");
        }
    }

    #[test]
    fn files_have_a_number_and_a_size() {
        let largest = [b"%PDF-".to_vec(), vec![b'x'; MAX_FILE_BYTES - 5]].concat();
        assert_eq!(kind("a.pdf", &largest), Some(AttachmentKind::Pdf));
        assert_eq!(code("a.pdf", &[largest, vec![b'x']].concat()), "conversation_file_too_large");
        let file = SentFile { name: "a.txt", content: b"x" };
        assert_eq!(check(&[file; MAX_FILES]).map(|files| files.len()), Ok(MAX_FILES));
        assert_eq!(check(&[file; MAX_FILES + 1]).unwrap_err()[0].code, "conversation_too_many_files");
        assert_eq!(check(&[]), Ok(Vec::new()));
    }

    #[test]
    fn a_name_keeps_its_ending_and_no_folder() {
        for (name, stored) in [
            ("/etc/x.txt", "x.txt"),
            ("..\\..\\x.txt", "x.txt"),
            ("a\r\nb.txt", "ab.txt"),
            ("fdp.\u{202e}txt.txt", "fdp.txt.txt"),
        ] {
            assert_eq!(check(&[SentFile { name, content: b"x" }]).unwrap()[0].name, stored);
        }
        let long = format!("{}.txt", "è".repeat(300));
        let stored = check(&[SentFile { name: &long, content: b"x" }]).unwrap()[0].name.clone();
        assert!(stored.ends_with("è.txt") && stored.chars().count() == 100);
    }
}
