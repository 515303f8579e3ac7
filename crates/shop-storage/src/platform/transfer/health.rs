//! Health checks for operators: whether the database is writable and undamaged, and its clock.

use sea_orm::{ConnectionTrait, TransactionTrait};
use shop_services::ports::StoreError;

use super::quoted;
use super::schema::On;
use crate::db::{Db, col, store_error};

/// Tests a write and rolls it back. For a database of this version.
pub async fn try_write(db: &Db) -> Result<(), StoreError> {
    let write = db.begin(true).await?;
    // Not committed.
    let counted = "UPDATE change_counters SET value = value + 1";
    write.execute_unprepared(counted).await.map(|_| ()).map_err(store_error)
}

/// Names of settings that risk the loss of committed data in a power failure; empty if there are none.
pub async fn lossy_settings(db: &Db) -> Result<Vec<String>, StoreError> {
    if db.is_postgres() {
        let on = On { db: db.reader(), backend: db.kind() };
        let sql = "SELECT CAST(name AS TEXT) AS name FROM pg_settings WHERE setting = 'off' \
                       AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name";
        return on.all(sql, Vec::new()).await?.iter().map(|row| col(row, "name")).collect();
    }
    // On the connection that writes orders and payments; 2 is FULL, 3 EXTRA.
    let on = On { db: db.durable(), backend: db.kind() };
    let rows = on.all("PRAGMA synchronous", Vec::new()).await?;
    let level: i64 = rows.first().map_or(Ok(0), |row| col(row, "synchronous"))?;
    Ok(if level < 2 { vec!["synchronous".to_owned()] } else { Vec::new() })
}

/// Reads the whole database to detect damage; returns the first finding. `None`: it is undamaged.
pub async fn damage(db: &Db) -> Result<Option<String>, StoreError> {
    let on = On { db: db.reader(), backend: db.kind() };
    if db.is_postgres() {
        for table in on.table_names().await? {
            on.all(&format!("SELECT COUNT(*) AS n FROM {}", quoted(&table)), Vec::new()).await?;
        }
        let sql = "SELECT CAST(indexrelid::regclass AS TEXT) AS name FROM pg_index \
                       WHERE NOT indisvalid AND indrelid IN \
                       (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace) \
                       UNION ALL SELECT CAST(conname AS TEXT) FROM pg_constraint \
                       WHERE NOT convalidated AND connamespace = current_schema()::regnamespace";
        let rows = on.all(sql, Vec::new()).await?;
        let name = rows.first().map(|row| col::<String>(row, "name")).transpose()?;
        return Ok(name.map(|name| format!("{name} is not valid")));
    }
    for row in on.all("PRAGMA quick_check(1)", Vec::new()).await? {
        let found: String = col(&row, "quick_check")?;
        if found != "ok" {
            return Ok(Some(found));
        }
    }
    let rows = on.all("SELECT \"table\" AS name FROM pragma_foreign_key_check LIMIT 1", Vec::new()).await?;
    let name = rows.first().map(|row| col::<String>(row, "name")).transpose()?;
    Ok(name.map(|name| format!("rows of the table {name} refer to rows that are not there")))
}

/// Checks that a statement is valid for the current schema, without running it. For tests of the statements of earlier versions.
pub async fn understands(db: &Db, sql: &str) -> Result<(), StoreError> {
    let tx = db.reader().begin().await.map_err(store_error)?;
    let words = if db.is_postgres() { "PREPARE understood AS" } else { "EXPLAIN" };
    let result = tx.execute_unprepared(&format!("{words} {sql}")).await.map(|_| ()).map_err(store_error);
    if db.is_postgres() && result.is_ok() {
        // A prepared statement outlives its transaction.
        tx.execute_unprepared("DEALLOCATE understood").await.map_err(store_error)?;
    }
    tx.rollback().await.map_err(store_error)?;
    result
}

/// The database server's time in seconds since 1970 UTC; `None` for SQLite, which has no clock of its own.
pub async fn server_time(db: &Db) -> Result<Option<i64>, StoreError> {
    if !db.is_postgres() {
        return Ok(None);
    }
    let on = On { db: db.reader(), backend: db.kind() };
    let rows = on.all("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT) AS n", Vec::new()).await?;
    rows.first().map(|row| col(row, "n")).transpose()
}
