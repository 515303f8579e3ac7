//! Errors in the header of a catalogue file: the whole file is rejected, with one sentence.

use std::fmt::Write;

use shop_core::base::Lang;
use shop_core::platform::words::import_texts;

use super::column_names::known_titles;

/// Maximum number of titles that a message lists, and maximum length of a title: enough to recognise the file.
const MAX_LISTED: usize = 60;
const MAX_TITLE_CHARS: usize = 40;

/// Why a header is unusable: nothing of the file is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// There is no first line.
    #[error("{}", self.sentence(Lang::En))]
    Empty,
    /// Not text in any known encoding.
    #[error("{}", self.sentence(Lang::En))]
    NotText,
    /// A workbook instead of a text file.
    #[error("{}", self.sentence(Lang::En))]
    Workbook,
    /// A column appears twice, so that its cells could contradict each other.
    #[error("{}", self.sentence(Lang::En))]
    Twice {
        /// Second title as spelled in the file.
        second: String,
        first: String,
    },
    /// A measure in an unknown unit.
    #[error("{}", self.sentence(Lang::En))]
    Unit {
        /// Title as spelled in the file.
        column: String,
        /// Unit in the file.
        found: String,
    },
    /// More columns than there are names for.
    #[error("{}", self.sentence(Lang::En))]
    TooManyColumns(usize),
    /// No column identifies a product. Contains the titles of the file.
    #[error("{}", self.sentence(Lang::En))]
    NoProducts(Vec<String>),
    /// Products can be identified, but no other column is known. Contains the unknown titles.
    #[error("{}", self.sentence(Lang::En))]
    NothingToImport(Vec<String>),
}

impl HeaderError {
    /// The error message.
    pub(super) fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Empty => import_texts::header_empty(lang).to_owned(),
            Self::NotText => import_texts::header_not_text(lang).to_owned(),
            Self::Workbook => import_texts::header_workbook(lang).to_owned(),
            Self::Twice { second, first } if second == first => import_texts::column_twice(lang, second),
            Self::Twice { second, first } => import_texts::columns_equal(lang, first, second),
            Self::Unit { column, found } => import_texts::unit_unknown(lang, column, found),
            Self::TooManyColumns(maximum) => import_texts::too_many_columns(lang, maximum),
            Self::NoProducts(found) => import_texts::no_products(lang, quote_titles(found), known_titles(lang)),
            Self::NothingToImport(found) => {
                import_texts::nothing_to_import(lang, quote_titles(found), known_titles(lang))
            }
        }
    }
}

/// Quotes the titles of a file, without control characters that a terminal would obey.
pub(super) fn quote_titles(titles: &[String]) -> String {
    let mut out = String::new();
    for title in titles.iter().filter(|title| !title.is_empty()).take(MAX_LISTED) {
        let visible: String =
            title.chars().take(MAX_TITLE_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let cut = if visible.len() < title.len() { "…" } else { "" };
        let comma = if out.is_empty() { "" } else { ", " };
        // Writing to a String cannot fail.
        let _ = write!(out, "{comma}“{visible}{cut}”");
    }
    if titles.len() > MAX_LISTED { out + ", …" } else { out }
}
