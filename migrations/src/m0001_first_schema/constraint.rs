//! Foreign keys and indexes.

use sea_orm_migration::prelude::*;

/// A foreign key to another table's `id`. Without `on_delete`, a referenced row cannot be deleted.
pub(super) fn references(column: &'static str, table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create().from_col(column).to_tbl(table).to_col("id").take()
}

/// An index on a table's columns.
pub(super) fn index(name: &str, table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = Index::create().name(name).table(table).take();
    for column in columns {
        index.col(*column);
    }
    index
}

/// An index that allows each combination of values once.
pub(super) fn unique_index(name: &str, table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    index(name, table, columns).unique().take()
}
