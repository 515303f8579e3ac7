//! Imports whole files through the in-memory port.

mod encoded;
mod failures;
mod lossless;
mod memory;
mod pictures;
mod refusals;
mod repeat;
mod samples;
mod translated;

use memory::MemoryStore;

use super::*;
use crate::ports::CatalogueData;

const NOW: i64 = 1_800_000_000;

async fn try_import(store: &MemoryStore, text: &str, on_error: OnError, now: i64) -> Result<ImportReport, ImportError> {
    let options =
        ImportOptions { on_error, now, weight_unit: "kg", dimension_unit: "cm", pictures: None, progress: &mut |_| {} };
    import_products(store, text.as_bytes(), options).await
}

async fn import(store: &MemoryStore, text: &str) -> ImportReport {
    try_import(store, text, OnError::KeepGood, NOW).await.unwrap()
}

fn export(data: &CatalogueData) -> String {
    let mut out = Vec::new();
    export_products(data, "kg", "cm", &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Line and code of each problem.
fn codes(problems: &[Problem]) -> Vec<(u64, ProblemCode)> {
    problems.iter().map(|problem| (problem.line, problem.code)).collect()
}

fn counts(report: &ImportReport) -> [usize; 4] {
    [report.added, report.updated, report.unchanged, report.failed]
}

#[test]
fn the_import_takes_a_whole_shop_and_may_run_on_any_thread() {
    fn is_send(_: &impl Send) {}
    fn check(store: &dyn crate::ports::Store, options: ImportOptions<'_>) {
        is_send(&import_products(store, &b"SKU"[..], options));
    }
    let _ = check;
}
