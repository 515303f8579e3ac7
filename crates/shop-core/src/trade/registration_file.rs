//! Files uploaded with a registration: their size and type.

use serde::{Deserialize, Serialize};

use crate::base::{FieldError, wire_enum};
use crate::platform::messages::codes;

/// Largest file, in megabytes.
pub const MAX_FILE_MB: usize = 5;
/// Largest file, in bytes.
pub const MAX_FILE_BYTES: usize = MAX_FILE_MB * 1024 * 1024;
/// Value of the `accept` attribute of the file input.
pub const ACCEPTED: &str = ".pdf,.jpg,.jpeg,.png";

wire_enum! {
    /// Accepted file types.
    FileKind {
        Pdf = "pdf",
        Jpeg = "jpg",
        Png = "png",
    } default Pdf
}

impl FileKind {
    /// Detects the type from the first bytes of the content; `None`: not accepted.
    ///
    /// ```
    /// use shop_core::trade::registration_file::FileKind;
    /// assert_eq!(FileKind::detect(b"%PDF-1.7\n"), Some(FileKind::Pdf));
    /// assert_eq!(FileKind::detect(b"<svg>"), None);
    /// ```
    pub fn detect(content: &[u8]) -> Option<Self> {
        if content.starts_with(b"%PDF-") {
            Some(Self::Pdf)
        } else if content.starts_with(&[0xFF, 0xD8, 0xFF]) {
            Some(Self::Jpeg)
        } else if content.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else {
            None
        }
    }

    /// Guesses the type from the file's name.
    pub fn guess_from_name(name: &str) -> Option<Self> {
        let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
        Self::parse(if ending == "jpeg" { "jpg" } else { &ending })
    }

    /// Returns its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// A file chosen by the visitor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ChosenFile {
    pub name: String,
    pub size_bytes: u32,
}

/// Validates a chosen file, as far as its name and size allow.
pub(super) fn error(field: &str, label: &str, file: &ChosenFile) -> Option<FieldError> {
    if usize::try_from(file.size_bytes).unwrap_or(usize::MAX) > MAX_FILE_BYTES {
        return Some(too_large(field, label));
    }
    FileKind::guess_from_name(&file.name).is_none().then(|| wrong_kind(field, label))
}

/// Builds the error for a file that is too large.
pub fn too_large(field: &str, label: &str) -> FieldError {
    FieldError::new(field, codes::TRADE_FILE_TOO_LARGE).with("label", label).with("max", MAX_FILE_MB)
}

/// Builds the error for a file whose content is not of an accepted type.
pub fn wrong_kind(field: &str, label: &str) -> FieldError {
    FieldError::new(field, codes::TRADE_FILE_KIND).with("label", label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_says_what_a_file_is() {
        for (content, kind) in [
            (&b"%PDF-1.4"[..], Some(FileKind::Pdf)),
            (b"\xFF\xD8\xFF\xE0", Some(FileKind::Jpeg)),
            (b"\x89PNG\r\n\x1a\n\0", Some(FileKind::Png)),
            (b"\x89PNG", None),
            (b"PK\x03\x04", None),
            (b"", None),
            (b"<html>%PDF-", None),
        ] {
            assert_eq!(FileKind::detect(content), kind, "{content:?}");
        }
    }

    #[test]
    fn a_name_with_another_ending_and_a_file_over_the_limit_are_refused() {
        let code = |name: &str, size_bytes: usize| {
            let file = ChosenFile { name: name.into(), size_bytes: u32::try_from(size_bytes).unwrap() };
            error("visura", "Visura", &file).map(|error| error.code.into_owned())
        };
        assert_eq!(code("visura.PDF", MAX_FILE_BYTES), None);
        assert_eq!(code("foto.JPEG", 1), None);
        assert_eq!(code("visura.pdf", MAX_FILE_BYTES + 1).as_deref(), Some("trade_file_too_large"));
        for name in ["visura.exe", "visura", "visura.pdf.svg"] {
            assert_eq!(code(name, 1).as_deref(), Some("trade_file_kind"), "{name}");
        }
    }
}
