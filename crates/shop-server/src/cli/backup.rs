//! `shop backup` and `shop restore`.

use std::io::Write;
use std::path::Path;

use shop_storage::Db;

use super::CliError;
use super::database::now;
use crate::platform::backup::{BackupError, Keys, Manifest};
use crate::platform::config::Config;

/// Writes a backup of the whole shop.
pub(super) async fn backup(config: &Config, file: &Path, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    let keys = Keys::of(config).map_err(BackupError::from)?;
    let db = Db::open(&config.database_url()).await?;
    let made = crate::platform::backup::backup(&db, &config.data_dir, file, &keys, now()).await?;
    for path in &made.left_out {
        writeln!(out, "left out, as it leads out of its folder: {}", path.display())?;
    }
    let how = if keys.encrypt() { "encrypted" } else { "not encrypted" };
    writeln!(out, "backed up and read back: {}, {} bytes, {how}", counts(&made.manifest), made.bytes)?;
    Ok(())
}

/// Restores a shop.
pub(super) async fn restore(
    config: &Config,
    file: &Path,
    replace: bool,
    out: &mut (dyn Write + Send),
) -> Result<(), CliError> {
    let keys = Keys::of(config).map_err(BackupError::from)?;
    let database = config.database_url();
    let restored = crate::platform::backup::restore(&database, &config.data_dir, file, &keys, replace).await?;
    writeln!(out, "restored: {}", counts(&restored.manifest))?;
    Ok(())
}

/// Verifies a backup.
pub(super) async fn check(config: &Config, file: &Path, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    let keys = Keys::of(config).map_err(BackupError::from)?;
    let file = file.to_owned();
    let checked = tokio::task::spawn_blocking(move || crate::platform::backup::verify(&file, &keys)).await;
    let (head, manifest) = checked.map_err(|_| BackupError::BrokenOff)??;
    let last = head.schema.last().map(String::as_str).unwrap_or_default();
    writeln!(out, "whole: {}, schema {last}", counts(&manifest))?;
    Ok(())
}

fn counts(manifest: &Manifest) -> String {
    format!("{} rows of {} tables, {} files", manifest.rows(), manifest.tables.len(), manifest.files)
}
