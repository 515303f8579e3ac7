//! What an import is told and what it tells: options, progress, report, errors.

use std::path::Path;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_pictures::PictureStore;

use super::header_error::{HeaderError, listed};
use super::problem::{Problem, ProblemCode};
use crate::ports::StoreError;

/// Where pictures come from and go to.
#[derive(Clone, Copy, Debug)]
pub struct PictureImport<'a> {
    /// Folder in which the file's picture names are looked up.
    pub folder: &'a Path,
    /// Where the resized pictures are stored.
    pub store: &'a PictureStore,
}

/// What became of the pictures: each source counts once, however many rows name it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureCounts {
    /// Resized and written now.
    pub made: usize,
    /// Already there with the same content.
    pub kept: usize,
    /// Addresses on other servers: recorded, not fetched, since a file must not make the server call strangers.
    pub remote: usize,
    /// Missing or not usable: each has a warning per row that names it.
    pub unusable: usize,
}

/// What happens to the good rows of a file with broken ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// They are imported.
    #[default]
    KeepGood,
    /// Nothing is imported.
    AllOrNothing,
}

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Done of this stage.
    pub done: usize,
    /// Total of this stage.
    pub total: usize,
}

/// The stages of an import, in order. One without work is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Rows are read; told once, when all are.
    Reading,
    /// Pictures are loaded and resized.
    Pictures,
    /// Products are saved.
    Saving,
    /// Products that name later ones are saved again with their links.
    Linking,
}

/// How to import.
pub struct ImportOptions<'a> {
    /// What happens to the good rows when others are broken.
    pub on_error: OnError,
    /// Time that new and changed products get.
    pub now: UnixSeconds,
    /// Unit of weights in the shop, into which those of the file are converted.
    pub weight_unit: &'a str,
    /// Unit of lengths in the shop, into which those of the file are converted.
    pub dimension_unit: &'a str,
    /// Where pictures are; `None`: only their names are kept.
    pub pictures: Option<PictureImport<'a>>,
    /// Is told how far the import is.
    pub progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl std::fmt::Debug for ImportOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ImportOptions")
            .field("on_error", &self.on_error)
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}

/// What came of an import. `added + updated + unchanged + failed` is `rows`, except that an all-or-nothing import with
/// errors leaves the good rows uncounted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Rows of the file; each is a product or a variation.
    pub rows: usize,
    /// Rows that became new products or variations.
    pub added: usize,
    /// Rows that changed one.
    pub updated: usize,
    /// Rows that say what the shop has already.
    pub unchanged: usize,
    /// Rows that are broken.
    pub failed: usize,
    /// Whether the good rows were imported, or say what the shop has already.
    pub imported: bool,
    /// Why nothing was imported.
    pub failure: Option<ImportFailure>,
    /// What is wrong, by line. A row may break several rules.
    pub errors: Vec<Problem>,
    /// What was left out of rows that were imported all the same, by line.
    pub warnings: Vec<Problem>,
    /// What became of the pictures.
    pub pictures: PictureCounts,
}

/// Why nothing of a file was imported that could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFailure {
    /// There is nothing below the header.
    NoRows,
    /// Every row is broken.
    AllBroken,
    /// Some rows are broken, and nothing was to be imported then.
    SomeBroken,
    /// No row changes anything, and the columns that might are not known.
    NothingKnown,
}

impl ImportReport {
    /// The sentence that says why nothing was imported, with the columns that are not known; `None`: something was.
    pub fn failure_sentence(&self, lang: Lang) -> Option<String> {
        let (rows, failed) = (self.rows, self.failed);
        let reason = match (lang, self.failure?) {
            (Lang::It, ImportFailure::NoRows) => "il file non ha righe".to_owned(),
            (Lang::En, ImportFailure::NoRows) => "the file has no rows".to_owned(),
            (Lang::It, ImportFailure::AllBroken) => format!("nessuna delle righe è valida ({rows})"),
            (Lang::En, ImportFailure::AllBroken) => format!("none of the rows is valid ({rows})"),
            (Lang::It, ImportFailure::SomeBroken) => format!("righe errate: {failed} di {rows}"),
            (Lang::En, ImportFailure::SomeBroken) => format!("broken rows: {failed} of {rows}"),
            (Lang::It, ImportFailure::NothingKnown) => "nessuna riga cambia qualcosa".to_owned(),
            (Lang::En, ImportFailure::NothingKnown) => "no row changes anything".to_owned(),
        };
        let ignored = self.warnings.iter().filter(|warning| warning.code == ProblemCode::ColumnIgnored);
        let unknown: Vec<String> = ignored.map(|warning| warning.column.clone()).collect();
        let columns = match lang {
            _ if unknown.is_empty() => String::new(),
            Lang::It => format!("; colonne sconosciute: {}", listed(&unknown)),
            Lang::En => format!("; unknown columns: {}", listed(&unknown)),
        };
        Some(match lang {
            Lang::It => format!("non è stato importato nulla: {reason}{columns}"),
            Lang::En => format!("nothing was imported: {reason}{columns}"),
        })
    }
}

/// Why an import stopped. Broken rows do not stop it: they are in the report.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Read(#[from] std::io::Error),
    /// The header cannot be used.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// More bytes than an import takes at once; how many megabytes those are.
    #[error("the file is larger than {0} MB")]
    TooManyBytes(u64),
    /// More rows than an import takes at once; how many those are.
    #[error("the file has more than {0} rows")]
    TooManyRows(usize),
    /// So many rows swallow each other that the file cannot be told apart. The line at which it was given up.
    #[error("line {0}: the quotes of a cell are not closed, and where the next row begins cannot be told")]
    UnclosedQuotes(u64),
    /// The store failed. Batches saved before stay; importing the file again completes the work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ImportError {
    /// The sentence for whoever sent the file.
    pub fn sentence(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::It, Self::Read(error)) => format!("il file non si può leggere: {error}"),
            (lang, Self::Header(error)) => error.sentence(lang),
            (Lang::It, Self::TooManyBytes(maximum)) => format!("il file supera {maximum} MB"),
            (Lang::It, Self::TooManyRows(maximum)) => format!("il file ha più di {maximum} righe"),
            (Lang::It, Self::UnclosedQuotes(line)) => {
                format!(
                    "riga {line}: le virgolette di una cella non si chiudono e non si capisce dove comincia la riga seguente"
                )
            }
            (_, Self::Store(_)) => text(codes::UNKNOWN_SERVER_ERROR, &Params::new(), lang),
            (Lang::En, _) => self.to_string(),
        }
    }
}
