//! What an import did, as the commands tell it.

use std::io::{self, Write};

use shop_core::base::Lang;
use shop_services::catalogue::import::{ImportReport, Problem};

/// Prints what an import did, with every refused row.
pub(crate) fn print(report: &ImportReport, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let lang = Lang::En;
    for problem in &report.errors {
        writeln!(out, "{}: {}", place(problem), problem.sentence(lang))?;
    }
    for problem in &report.warnings {
        writeln!(out, "note: {}: {}", place(problem), problem.sentence(lang))?;
    }
    writeln!(
        out,
        "{} rows: {} added, {} updated, {} unchanged, {} failed",
        report.rows, report.added, report.updated, report.unchanged, report.failed
    )?;
    let pictures = &report.pictures;
    if pictures.made + pictures.kept + pictures.remote + pictures.unusable > 0 {
        writeln!(
            out,
            "pictures: {} made, {} kept, {} remote (not fetched), {} unusable",
            pictures.made, pictures.kept, pictures.remote, pictures.unusable
        )?;
    }
    Ok(())
}

/// The line and, if one cell is meant, the column of a problem. A title cannot steer the terminal.
fn place(problem: &Problem) -> String {
    let column: String = problem.column.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if column.is_empty() { format!("line {}", problem.line) } else { format!("line {}, {column}", problem.line) }
}
