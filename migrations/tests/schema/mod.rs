//! Opens empty databases and reads their schema.

use std::collections::BTreeMap;

use sea_orm_migration::sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseBackend, DatabaseConnection, DbErr, Statement,
};

/// Columns, indexes and constraints by `table kind name`, with their definitions.
pub(crate) type Schema = BTreeMap<String, String>;

const SQLITE: &str = "
SELECT m.name || ' column ' || c.name AS part,
    c.type || IIF(c.\"notnull\", ' NOT NULL', '') || IIF(c.pk, ' KEY', '') || COALESCE(' DEFAULT ' || c.dflt_value, '') AS definition
    FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'
UNION ALL SELECT tbl_name || ' index ' || name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
UNION ALL SELECT m.name || ' unique ' || GROUP_CONCAT(c.name), ''
    FROM sqlite_master m JOIN pragma_index_list(m.name) i JOIN pragma_index_info(i.name) c
    WHERE m.type = 'table' AND i.origin = 'u' GROUP BY m.name, i.name
UNION ALL SELECT m.name || ' reference ' || f.\"from\", f.\"table\" || ' ' || f.on_delete || ' ' || f.on_update
    FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'
UNION ALL SELECT name || ' check all', CAST(LENGTH(sql) - LENGTH(REPLACE(UPPER(sql), 'CHECK', '')) AS TEXT)
    FROM sqlite_master WHERE type = 'table' AND sql LIKE '% CHECK %'
";

const POSTGRES: &str = "
SELECT table_name || ' column ' || column_name AS part,
    data_type || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END || COALESCE(' DEFAULT ' || column_default, '') AS definition
    FROM information_schema.columns WHERE table_schema = current_schema()
UNION ALL SELECT tablename || ' index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
UNION ALL SELECT relname || CASE contype WHEN 'f' THEN ' reference ' || attname ELSE ' check ' || conname END,
    pg_get_constraintdef(c.oid)
    FROM pg_constraint c JOIN pg_class r ON r.oid = conrelid JOIN pg_attribute a ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype IN ('f', 'c') AND connamespace = current_schema()::regnamespace
";

/// Opens an empty SQLite database in memory.
pub(crate) async fn sqlite() -> Result<DatabaseConnection, DbErr> {
    connect("sqlite::memory:").await
}

/// Opens an empty schema of this name on the PostgreSQL server at TEST_POSTGRES.
pub(crate) async fn postgres(name: &str) -> Result<DatabaseConnection, DbErr> {
    let address = std::env::var("TEST_POSTGRES").map_err(|error| DbErr::Custom(error.to_string()))?;
    let db = connect(&address).await?;
    let sql = format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}; SET search_path TO {name}");
    db.execute_unprepared(&sql).await?;
    Ok(db)
}

/// Connects once: a database in memory and a search path belong to their connection.
async fn connect(address: &str) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(address);
    options.max_connections(1);
    Database::connect(options).await
}

/// Reads the schema of a database, without the table of applied steps.
pub(crate) async fn schema(db: &DatabaseConnection) -> Result<Schema, DbErr> {
    let backend = db.get_database_backend();
    let sql = if backend == DatabaseBackend::Postgres { POSTGRES } else { SQLITE };
    let mut schema = Schema::new();
    for row in db.query_all_raw(Statement::from_string(backend, sql)).await? {
        let (part, definition): (String, String) = row.try_get_many("", &["part".into(), "definition".into()])?;
        if !part.starts_with("seaql_migrations ") {
            schema.insert(part, definition);
        }
    }
    Ok(schema)
}
