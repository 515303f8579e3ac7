//! Migration of a database; one that contains data is backed up first.

use std::path::PathBuf;

use shop_storage::transfer::{holds_data, schema};
use shop_storage::{Db, OpenError};

use super::schedule::{Turn, name};
use super::{BackupError, Keys, backup, folder};
use crate::platform::config::Config;

/// Error of a migration. The database is unchanged, except for migrations that succeeded.
#[derive(Debug, thiserror::Error)]
pub enum UpgradeError {
    /// The database failed, or a newer version migrated it.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The backup failed, so nothing was changed.
    #[error("the database was not brought to this version, as it could not be backed up before: {0}")]
    Backup(#[from] BackupError),
}

/// Migrates a database. Returns the backup that was made before; `None` when there was nothing to change or to lose.
pub async fn migrate(db: &Db, config: &Config, now: i64) -> Result<Option<PathBuf>, UpgradeError> {
    let Some(first) = step_to_come(db).await? else {
        db.migrate().await?;
        return Ok(None);
    };
    let folder = folder(config);
    let place = folder.clone();
    let turn = tokio::task::spawn_blocking(move || Turn::take(&place)).await.map_err(|_| BackupError::BrokenOff)??;
    // Another process may have migrated it meanwhile.
    let path = if step_to_come(db).await?.is_some() {
        let keys = Keys::of(config).map_err(BackupError::from)?;
        let path = folder.join(name(&format!("before-{first}-"), now, &keys));
        backup(db, &config.data_dir, &path, &keys, now).await?;
        Some(path)
    } else {
        None
    };
    db.migrate().await?;
    drop(turn);
    Ok(path)
}

/// Returns the first pending migration of a database with data.
async fn step_to_come(db: &Db) -> Result<Option<String>, BackupError> {
    let schema = schema(db).await?;
    if schema.applied.is_empty() || !schema.unknown.is_empty() || !holds_data(db).await? {
        return Ok(None);
    }
    Ok(schema.pending.into_iter().next())
}
