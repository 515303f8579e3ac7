//! Errors in the header of a catalogue file: the whole file is rejected, with one sentence.

use std::fmt::Write;

use shop_core::base::Lang;

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
        match lang {
            Lang::It => self.in_italian(),
            Lang::En => self.in_english(),
        }
    }

    fn in_italian(&self) -> String {
        match self {
            Self::Empty => "il file non ha intestazione".to_owned(),
            Self::NotText => "il file non è un testo leggibile: salvalo come CSV UTF-8".to_owned(),
            Self::Workbook => "il file è una cartella di lavoro: salvala come CSV UTF-8 e importa quello".to_owned(),
            Self::Twice { second, first } if second == first => format!("la colonna “{second}” compare due volte"),
            Self::Twice { second, first } => format!("le colonne “{first}” e “{second}” sono la stessa"),
            Self::Unit { column, found } => format!("l’unità “{found}” della colonna “{column}” non è conosciuta"),
            Self::TooManyColumns(maximum) => format!("l’intestazione ha più di {maximum} colonne"),
            Self::NoProducts(found) => format!(
                "manca la colonna SKU o Nome: non è un file di prodotti. Il file ha {}; si conoscono {} (anche in inglese, \
                 tedesco, francese, spagnolo, portoghese, olandese, polacco e russo)",
                quote_titles(found),
                known_titles(Lang::It)
            ),
            Self::NothingToImport(found) => format!(
                "nessuna colonna da importare è conosciuta. Il file ha {}; si conoscono {} (anche in inglese, tedesco, \
                 francese, spagnolo, portoghese, olandese, polacco e russo)",
                quote_titles(found),
                known_titles(Lang::It)
            ),
        }
    }

    fn in_english(&self) -> String {
        match self {
            Self::Empty => "the file has no header".to_owned(),
            Self::NotText => "the file is no text that can be read: save it as CSV UTF-8".to_owned(),
            Self::Workbook => "the file is a workbook: save it as CSV UTF-8 and import that".to_owned(),
            Self::Twice { second, first } if second == first => format!("the column “{second}” appears twice"),
            Self::Twice { second, first } => format!("the columns “{first}” and “{second}” are the same"),
            Self::Unit { column, found } => format!("the unit “{found}” of the column “{column}” is not known"),
            Self::TooManyColumns(maximum) => format!("the header has more than {maximum} columns"),
            Self::NoProducts(found) => format!(
                "there is no column SKU or Name: this is no product file. The file has {}; known are {} (also in Italian, \
                 German, French, Spanish, Portuguese, Dutch, Polish and Russian)",
                quote_titles(found),
                known_titles(Lang::En)
            ),
            Self::NothingToImport(found) => format!(
                "no column to import is known. The file has {}; known are {} (also in Italian, German, French, Spanish, \
                 Portuguese, Dutch, Polish and Russian)",
                quote_titles(found),
                known_titles(Lang::En)
            ),
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
