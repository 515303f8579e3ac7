//! The catalogue as a file: import and export of the CSV format that the platform exports, and a generator of large
//! catalogues for measuring.
//!
//! [`import_products`] reads, [`export_products`] writes; what is exported can be imported without loss.

mod attributes;
mod columns;
mod dry;
mod export;
mod export_cells;
mod file;
mod finish;
mod generate;
mod jobs;
mod matching;
mod pictures;
mod plan;
mod problem;
mod record;
mod report;
mod row;
mod run;
mod stored;
mod text;
mod values;
mod variations;

pub use columns::HeaderError;
pub use dry::DryStore;
pub use export::{ExportError, export_products};
pub use file::MAX_FILE_BYTES;
pub use generate::generated_catalogue;
pub use jobs::Imports;
pub use pictures::{PictureCounts, PictureImport};
pub use problem::{Problem, ProblemCode};
pub use report::{ImportError, ImportOptions, ImportReport, OnError, Progress, Stage};
pub use run::import_products;
pub use text::guard_formula;

#[cfg(test)]
mod tests;
