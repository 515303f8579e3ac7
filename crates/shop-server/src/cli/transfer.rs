//! `shop import` and `shop export`: products from and to CSV.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use shop_core::base::Lang;
use shop_services::catalogue::import::{
    ImportError, ImportOptions, MAX_FILE_BYTES, OnError, PictureImport, Progress, export_products,
};

use super::CliError;
use super::database::open;
use crate::platform::config::Config;
use crate::platform::import_report;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum OnErrorArg {
    /// Good rows are imported.
    Keep,
    /// Nothing is imported.
    Nothing,
}

pub(super) async fn import(
    config: &Config,
    file: &std::path::Path,
    on_error: OnErrorArg,
    images: Option<PathBuf>,
    out: &mut (dyn Write + Send),
) -> Result<(), CliError> {
    let shop = open(config).await?;
    let settings = shop.context.settings().await?;
    let reader = std::fs::File::open(file).map_err(|e| CliError::Usage(format!("{}: {e}", file.display())))?;
    if reader.metadata()?.len() > MAX_FILE_BYTES {
        return Err(CliError::Import(ImportError::TooManyBytes(MAX_FILE_BYTES >> 20).to_string()));
    }
    let pictures = config.pictures();
    let terminal = std::io::stderr().is_terminal();
    let mut last = std::time::Instant::now();
    let mut progress = |p: Progress| show_progress(p, terminal, &mut last);
    let report = shop
        .imports
        .import(
            reader,
            ImportOptions {
                on_error: match on_error {
                    OnErrorArg::Keep => OnError::KeepGood,
                    OnErrorArg::Nothing => OnError::AllOrNothing,
                },
                now: shop.context.now(),
                weight_unit: settings.places.weight_unit.as_str(),
                dimension_unit: settings.places.dimension_unit.as_str(),
                pictures: images.as_deref().map(|folder| PictureImport { folder, store: &pictures }),
                progress: &mut progress,
            },
        )
        .await
        .map_err(|e| CliError::Import(e.to_string()))?;
    import_report::print(&report, out)?;
    match report.failure_sentence(Lang::En) {
        Some(sentence) => Err(CliError::Import(sentence)),
        None => Ok(()),
    }
}

fn show_progress(p: Progress, terminal: bool, last: &mut std::time::Instant) {
    let finished = p.done == p.total;
    if last.elapsed().as_millis() < 200 && !finished {
        return;
    }
    *last = std::time::Instant::now();
    let filled = (p.done * 30).checked_div(p.total).unwrap_or(30);
    let bar = format!("{:<30}", "#".repeat(filled));
    let end = if terminal && !finished { "\r" } else { "\n" };
    let _ = write!(
        std::io::stderr(),
        "{:<10} [{bar}] {}/{}{end}",
        format!("{:?}", p.stage).to_lowercase(),
        p.done,
        p.total
    );
}

pub(super) async fn export(config: &Config, file: &std::path::Path) -> Result<(), CliError> {
    let shop = open(config).await?;
    let settings = shop.context.settings().await?;
    let data = shop.imports.catalogue_data().await?;
    let write = |writer: &mut dyn Write| {
        export_products(&data, settings.places.weight_unit.as_str(), settings.places.dimension_unit.as_str(), writer)
            .map_err(|e| CliError::Import(e.to_string()))
    };
    if file.as_os_str() == "-" {
        return write(&mut std::io::stdout().lock());
    }
    let mut writer = std::io::BufWriter::new(std::fs::File::create(file)?);
    write(&mut writer)?;
    Ok(writer.flush()?)
}
