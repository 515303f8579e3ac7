//! Import and export of the catalogue in WooCommerce's CSV format, and a generator of large catalogues for benchmarks.
//!
//! [`import_products`] reads, [`export_products`] writes; an export can be imported without loss.

mod attributes;
mod column;
mod column_names;
mod columns;
mod currency;
mod dry_run;
mod encoding;
mod entities;
mod export;
mod export_cells;
mod file;
mod finish;
mod generate;
mod header_error;
mod jobs;
mod matching;
mod numbers;
mod pictures;
mod plan;
mod problem;
mod record;
mod report;
mod row;
mod row_attributes;
mod row_item;
mod run;
mod scanner;
mod stored;
mod text;
mod units;
mod values;
mod variations;

pub use dry_run::DryStore;
pub use export::{ExportError, export_products};
pub use file::MAX_FILE_BYTES;
pub use generate::generated_catalogue;
pub use header_error::HeaderError;
pub use jobs::Imports;
pub use problem::{Problem, ProblemCode};
pub use report::{
    ImportError, ImportFailure, ImportOptions, ImportReport, OnError, PictureCounts, PictureImport, Progress, Stage,
};
pub use run::import_products;
pub use text::guard_formula;

#[cfg(test)]
mod tests;
