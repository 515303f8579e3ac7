//! Compares the entities with the tables of the migrations: a column that only one side has is a statement that fails in
//! production.

use std::collections::BTreeSet;

use sea_orm::sea_query::{ColumnType, ForeignKeyAction};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, IdenStatic, Identity, Iterable, PrimaryKeyToColumn, RelationDef,
    RelationTrait, Statement,
};
use shop_services::ports::StoreError;

use crate::db::MIGRATIONS;
use crate::db::{Db, col, store_error};
use crate::entity::described_columns;

/// Differences between the entities and the tables of a database, one per line: `-` exists only in the database, `+` only in the
/// entity.
pub async fn differences(db: &Db) -> Result<Vec<String>, StoreError> {
    let (entities, tables) = (described_columns(), read_columns(db).await?);
    let only_tables = tables.difference(&entities).map(|line| format!("-{line}"));
    let only_entities = entities.difference(&tables).map(|line| format!("+{line}"));
    Ok(only_tables.chain(only_entities).collect())
}

/// `table.column type null key` and `table.column > table.column action`, for each column and reference of an entity.
pub(super) fn describe<E: EntityTrait>(lines: &mut BTreeSet<String>) {
    let table = E::default().table_name().to_owned();
    let keys: BTreeSet<String> = E::PrimaryKey::iter().map(|key| key.into_column().as_str().to_owned()).collect();
    for column in E::Column::iter() {
        let definition = column.def();
        let kind = match definition.get_column_type() {
            ColumnType::BigInteger | ColumnType::BigUnsigned => "integer",
            ColumnType::Boolean => "boolean",
            ColumnType::String(_) | ColumnType::Text => "text",
            _ => "unknown",
        };
        let name = column.as_str();
        lines.insert(column_line(&table, name, kind, definition.is_null(), keys.contains(name)));
    }
    for relation in E::Relation::iter().map(|relation| relation.def()).filter(|relation| !relation.is_owner) {
        lines.insert(reference_line(&table, &relation));
    }
}

fn column_line(table: &str, column: &str, kind: &str, null: bool, key: bool) -> String {
    let null = if null { " null" } else { "" };
    let key = if key { " key" } else { "" };
    format!("{table}.{column} {kind}{null}{key}")
}

fn reference_line(table: &str, relation: &RelationDef) -> String {
    let name = |identity: &Identity| identity.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let to = relation.to_tbl.sea_orm_table().to_string();
    let action = match relation.on_delete {
        Some(ForeignKeyAction::Cascade) => "CASCADE",
        Some(ForeignKeyAction::SetNull) => "SET NULL",
        _ => "NO ACTION",
    };
    format!("{table}.{} > {to}.{} {action}", name(&relation.from_col), name(&relation.to_col))
}

/// The same lines for a database's tables.
async fn read_columns(db: &Db) -> Result<BTreeSet<String>, StoreError> {
    let (columns, references) = if db.is_postgres() { POSTGRES } else { SQLITE };
    let statement = |sql| Statement::from_string(db.kind(), sql);
    let mut lines = BTreeSet::new();
    for row in db.reader().query_all_raw(statement(columns)).await.map_err(store_error)? {
        let (table, column): (String, String) = (col(&row, "in_table")?, col(&row, "name")?);
        let kind: String = col(&row, "kind")?;
        let kind = match kind.to_ascii_lowercase().as_str() {
            "bigint" | "integer" => "integer",
            "boolean" => "boolean",
            "text" | "character varying" | "varchar" => "text",
            _ => "unknown",
        };
        if table != MIGRATIONS {
            lines.insert(column_line(&table, &column, kind, col(&row, "nullable")?, col(&row, "in_key")?));
        }
    }
    for row in db.reader().query_all_raw(statement(references)).await.map_err(store_error)? {
        let (table, column): (String, String) = (col(&row, "in_table")?, col(&row, "name")?);
        let (to, to_column): (String, String) = (col(&row, "to_table")?, col(&row, "to_name")?);
        let action: String = col(&row, "action")?;
        lines.insert(format!("{table}.{column} > {to}.{to_column} {action}"));
    }
    Ok(lines)
}

/// Columns and references of all tables. SQLite declares keys nullable, but they never are null.
const SQLITE: (&str, &str) = (
    "SELECT t.name AS in_table, c.name AS name, c.type AS kind, c.pk > 0 AS in_key, \
            c.\"notnull\" = 0 AND c.pk = 0 AS nullable \
     FROM sqlite_master AS t, pragma_table_info(t.name) AS c \
     WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    "SELECT t.name AS in_table, f.\"from\" AS name, f.\"table\" AS to_table, f.\"to\" AS to_name, f.on_delete AS action \
     FROM sqlite_master AS t, pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'",
);
const POSTGRES: (&str, &str) = (
    "SELECT CAST(c.table_name AS TEXT) AS in_table, CAST(c.column_name AS TEXT) AS name, CAST(c.data_type AS TEXT) AS kind, \
            c.is_nullable = 'YES' AS nullable, \
            EXISTS (SELECT 1 FROM information_schema.key_column_usage AS k \
                    JOIN information_schema.table_constraints AS p \
                      ON p.constraint_name = k.constraint_name AND p.table_schema = k.table_schema \
                    WHERE p.constraint_type = 'PRIMARY KEY' AND k.table_schema = c.table_schema \
                      AND k.table_name = c.table_name AND k.column_name = c.column_name) AS in_key \
     FROM information_schema.columns AS c WHERE c.table_schema = current_schema()",
    "SELECT CAST(c.relname AS TEXT) AS in_table, CAST(a.attname AS TEXT) AS name, CAST(t.relname AS TEXT) AS to_table, \
            CAST(b.attname AS TEXT) AS to_name, \
            CASE f.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END AS action \
     FROM pg_constraint AS f JOIN pg_class AS c ON c.oid = f.conrelid JOIN pg_class AS t ON t.oid = f.confrelid \
     JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1] \
     JOIN pg_attribute AS b ON b.attrelid = f.confrelid AND b.attnum = f.confkey[1] \
     WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace",
);
