//! Why the header of a catalogue file cannot be used: the file is refused whole, in one sentence.

use std::fmt::Write;

use shop_core::base::Lang;

use super::column_names::known_titles;

/// Most columns of a file that a sentence repeats, and the longest part of a title: enough to recognise the file.
const MAX_LISTED: usize = 60;
const MAX_TITLE_CHARS: usize = 40;

/// Why a header cannot be used: nothing of the file is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// No first line.
    #[error("{}", self.sentence(Lang::En))]
    Empty,
    /// Not text in any encoding that is known.
    #[error("{}", self.sentence(Lang::En))]
    NotText,
    /// A workbook, not text.
    #[error("{}", self.sentence(Lang::En))]
    Workbook,
    /// A column appears twice, so that its cells could contradict each other.
    #[error("{}", self.sentence(Lang::En))]
    Twice {
        /// Title of the second one as the file spells it.
        second: String,
        /// Title of the first one.
        first: String,
    },
    /// Measures in a unit that is not known.
    #[error("{}", self.sentence(Lang::En))]
    Unit {
        /// Column as the file spells it.
        column: String,
        /// Unit of the file.
        found: String,
    },
    /// More columns than there are names for.
    #[error("{}", self.sentence(Lang::En))]
    TooManyColumns(usize),
    /// No column by which a product could be recognised. The titles of the file.
    #[error("{}", self.sentence(Lang::En))]
    NoProducts(Vec<String>),
    /// Products can be recognised, but no other column is known. The titles that are not known.
    #[error("{}", self.sentence(Lang::En))]
    NothingToImport(Vec<String>),
}

impl HeaderError {
    /// The sentence for whoever sent the file.
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
                listed(found),
                known_titles(Lang::It)
            ),
            Self::NothingToImport(found) => format!(
                "nessuna colonna da importare è conosciuta. Il file ha {}; si conoscono {} (anche in inglese, tedesco, \
                 francese, spagnolo, portoghese, olandese, polacco e russo)",
                listed(found),
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
                listed(found),
                known_titles(Lang::En)
            ),
            Self::NothingToImport(found) => format!(
                "no column to import is known. The file has {}; known are {} (also in Italian, German, French, Spanish, \
                 Portuguese, Dutch, Polish and Russian)",
                listed(found),
                known_titles(Lang::En)
            ),
        }
    }
}

/// Titles of a file in quotation marks, without what could steer a terminal.
pub(super) fn listed(titles: &[String]) -> String {
    let mut out = String::new();
    for title in titles.iter().filter(|title| !title.is_empty()).take(MAX_LISTED) {
        let shown: String =
            title.chars().take(MAX_TITLE_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let cut = if shown.len() < title.len() { "…" } else { "" };
        let comma = if out.is_empty() { "" } else { ", " };
        // Writing to a String cannot fail.
        let _ = write!(out, "{comma}“{shown}{cut}”");
    }
    if titles.len() > MAX_LISTED { out + ", …" } else { out }
}
