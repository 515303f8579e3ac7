//! Opening the shop's database for a command.

use std::io::Write;
use std::sync::Arc;

use shop_services::{Clock, Shop, SystemClock};
use shop_storage::Db;

use super::CliError;
use crate::platform::config::Config;

/// Seconds since 1970 UTC.
pub(super) fn now() -> i64 {
    SystemClock.now_ms() / 1000
}

/// Opens the shop's use cases; the database must have this version's schema.
pub(super) async fn open(config: &Config) -> Result<Shop, CliError> {
    Ok(shop_over(&open_store(config).await?))
}

/// Opens the database; it must have this version's schema.
pub(super) async fn open_store(config: &Config) -> Result<Arc<Db>, CliError> {
    let db = Db::open(&config.database_url()).await?;
    migrate(&db, config, &mut std::io::stderr()).await?;
    Ok(Arc::new(db))
}

/// Creates the use cases over a database.
pub(super) fn shop_over(store: &Arc<Db>) -> Shop {
    Shop::new(Arc::<Db>::clone(store), Arc::new(SystemClock))
}

/// Migrates a database, and prints where it was backed up before.
pub(super) async fn migrate(db: &Db, config: &Config, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    if let Some(path) = crate::platform::backup::migrate(db, config, now()).await? {
        writeln!(out, "the database was brought to this version; as it was before: {}", path.display())?;
    }
    Ok(())
}
