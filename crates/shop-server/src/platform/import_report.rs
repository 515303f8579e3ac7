//! Report of an import on the command line.

use std::io::{self, Write};

use shop_core::base::Lang;
use shop_services::catalogue::import::{ImportReport, Problem};

/// Prints the result of an import, with every rejected row.
pub(crate) fn print(report: &ImportReport, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let lang = Lang::En;
    for problem in &report.errors {
        writeln!(out, "{}: {}", position(problem), problem.sentence(lang))?;
    }
    for problem in &report.warnings {
        writeln!(out, "note: {}: {}", position(problem), problem.sentence(lang))?;
    }
    writeln!(
        out,
        "{} rows: {} added, {} updated, {} unchanged, {} failed",
        report.rows, report.added, report.updated, report.unchanged, report.failed
    )?;
    let pictures = &report.pictures;
    if pictures.made + pictures.reused + pictures.remote + pictures.unusable > 0 {
        writeln!(
            out,
            "pictures: {} made, {} kept, {} remote (not fetched), {} unusable",
            pictures.made, pictures.reused, pictures.remote, pictures.unusable
        )?;
    }
    Ok(())
}

/// Formats the line and, if there is one, the column of a problem. Control characters are removed, so that a title cannot control
/// the terminal.
fn position(problem: &Problem) -> String {
    let column: String = problem.column.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if column.is_empty() { format!("line {}", problem.line) } else { format!("line {}, {column}", problem.line) }
}
