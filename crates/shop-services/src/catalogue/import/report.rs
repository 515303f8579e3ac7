//! Options, progress, report and errors of an import.

use std::path::Path;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::platform::words::import_texts;
use shop_pictures::PictureStore;

use super::header_error::{HeaderError, quote_titles};
use super::problem::{Problem, ProblemCode};
use crate::ports::StoreError;

/// Source and destination of pictures.
#[derive(Clone, Copy, Debug)]
pub struct PictureImport<'a> {
    /// Folder with the pictures named in the file.
    pub folder: &'a Path,
    /// Store for the resized pictures.
    pub store: &'a PictureStore,
}

/// Results for pictures: each source counts once, however many rows name it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureCounts {
    /// Resized and written now.
    pub made: usize,
    /// Already stored with the same content.
    pub reused: usize,
    /// URLs on other servers: recorded but not fetched, because a file must not make the server call arbitrary hosts.
    pub remote: usize,
    /// Missing or unusable: each has a warning per row that names it.
    pub unusable: usize,
}

/// What happens to the valid rows of a file with broken ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// They are imported.
    #[default]
    KeepGood,
    AllOrNothing,
}

/// Progress of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub stage: Stage,
    /// Items of this stage that are done.
    pub done: usize,
    /// Total items of this stage.
    pub total: usize,
}

/// Stages of an import in order. Empty ones are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Parsing rows; reported once, at the end.
    Reading,
    /// Loading and resizing pictures.
    Pictures,
    Saving,
    /// Saving products with links to later ones again.
    Linking,
}

pub struct ImportOptions<'a> {
    /// What happens to the valid rows if others are broken.
    pub on_error: OnError,
    /// Time stamp of new and changed products.
    pub now: UnixSeconds,
    /// The shop's unit of weight, into which the file's weights are converted.
    pub weight_unit: &'a str,
    /// The shop's unit of length, into which the file's lengths are converted.
    pub dimension_unit: &'a str,
    /// Picture folder and store; `None` only records the names.
    pub pictures: Option<PictureImport<'a>>,
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

/// Result of an import. `added + updated + unchanged + failed` equals `rows`, except that an all-or-nothing import with errors
/// does not count the valid rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Rows of the file; each is a product or a variation.
    pub rows: usize,
    /// Rows that created a product or variation.
    pub added: usize,
    /// Rows that changed one.
    pub updated: usize,
    /// Rows that agree with the shop.
    pub unchanged: usize,
    pub failed: usize,
    /// Whether the valid rows were imported, or agree with the shop.
    pub imported: bool,
    pub failure: Option<ImportFailure>,
    /// Errors by line. A row may break several rules.
    pub errors: Vec<Problem>,
    /// What was left out of rows that were imported all the same, by line.
    pub warnings: Vec<Problem>,
    pub pictures: PictureCounts,
}

/// Why nothing was imported from a readable file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFailure {
    /// There is nothing below the header.
    NoRows,
    AllBroken,
    /// Some rows are broken, and the import is all-or-nothing.
    SomeBroken,
    /// No row changes anything, and columns that might are unknown.
    NothingKnown,
}

impl ImportReport {
    /// Message for why nothing was imported, with the unknown columns; `None` if something was.
    pub fn failure_sentence(&self, lang: Lang) -> Option<String> {
        let (rows, failed) = (self.rows, self.failed);
        let mut reason = match self.failure? {
            ImportFailure::NoRows => import_texts::no_rows(lang).to_owned(),
            ImportFailure::AllBroken => import_texts::all_broken(lang, rows),
            ImportFailure::SomeBroken => import_texts::some_broken(lang, failed, rows),
            ImportFailure::NothingKnown => import_texts::nothing_known(lang).to_owned(),
        };
        let ignored = self.warnings.iter().filter(|warning| warning.code == ProblemCode::ColumnIgnored);
        let unknown: Vec<String> = ignored.map(|warning| warning.column.clone()).collect();
        if !unknown.is_empty() {
            reason.push_str(&import_texts::unknown_columns(lang, quote_titles(&unknown)));
        }
        Some(import_texts::nothing_imported(lang, reason))
    }
}

/// Why an import stopped. Broken rows do not stop it: they are in the report.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{}", self.sentence(Lang::En))]
    Read(#[from] std::io::Error),
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The file exceeds the size limit, in megabytes.
    #[error("{}", self.sentence(Lang::En))]
    TooManyBytes(u64),
    /// The file exceeds the limit of rows.
    #[error("{}", self.sentence(Lang::En))]
    TooManyRows(usize),
    /// Unclosed quotes make the file unparsable from this line on.
    #[error("{}", self.sentence(Lang::En))]
    UnclosedQuotes(u64),
    /// The store failed. Earlier batches are saved; importing the file again completes the work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ImportError {
    /// The error message.
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Read(error) => import_texts::unreadable(lang, error),
            Self::Header(error) => error.sentence(lang),
            Self::TooManyBytes(maximum) => import_texts::too_large(lang, maximum),
            Self::TooManyRows(maximum) => import_texts::too_many_rows(lang, maximum),
            Self::UnclosedQuotes(line) => import_texts::unclosed_quotes(lang, line),
            Self::Store(_) => text(codes::UNKNOWN_SERVER_ERROR, &Params::new(), lang),
        }
    }
}
