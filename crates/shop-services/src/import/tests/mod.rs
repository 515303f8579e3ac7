//! Whole files through the port in memory.

mod lossless;
mod memory;
mod pictures;
mod refusals;
mod repeat;
mod samples;

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

/// Not a test: `cargo test --release -p shop-services -- --ignored --nocapture generated` prints what the import of
/// 10,000 products costs apart from storage.
#[tokio::test]
#[ignore = "measures"]
async fn time_of_ten_thousand_generated_products() {
    let time = |what: &str, start: std::time::Instant| eprintln!("{what}: {} ms", start.elapsed().as_millis());
    let start = std::time::Instant::now();
    let text = generated_catalogue(10_000, 1);
    time("generate", start);
    eprintln!("{} bytes, {} lines", text.len(), text.lines().count());
    let start = std::time::Instant::now();
    let read = file::read_file(text.as_bytes()).unwrap();
    let (columns, _) = columns::Columns::read(&read.header, "kg", "cm").unwrap();
    let plan = plan::Plan::new(&columns, &read.records, &stored::Stored::new(CatalogueData::default()), NOW);
    time("read and plan", start);
    assert_eq!(plan.units.len(), 10_000);
    let store = MemoryStore::default();
    let start = std::time::Instant::now();
    import(&store, &text).await;
    time("import into memory", start);
    let start = std::time::Instant::now();
    let report = import(&store, &text).await;
    time("import again", start);
    assert_eq!(report.unchanged, report.rows);
    let start = std::time::Instant::now();
    let exported = export(&store.data());
    time("export", start);
    eprintln!("{} bytes", exported.len());
}
