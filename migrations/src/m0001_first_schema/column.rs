//! Column types of the shop, beside those of `sea_orm_migration::schema`.

use sea_orm_migration::prelude::*;

/// A self-numbering primary key. AUTOINCREMENT needs the type `integer` on SQLite, which is what `big_integer` becomes there.
pub(super) fn id() -> ColumnDef {
    ColumnDef::new("id").big_integer().primary_key().auto_increment().take()
}

/// A 64-bit integer. `big_integer` becomes `integer` on SQLite, where a primary key of that type is the rowid and numbers itself.
fn nullable_bigint(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).custom("bigint").take()
}

/// A 64-bit integer that is never null.
pub(super) fn bigint(name: &'static str) -> ColumnDef {
    nullable_bigint(name).not_null().take()
}

/// A 64-bit integer or null.
pub(super) fn bigint_null(name: &'static str) -> ColumnDef {
    nullable_bigint(name).null().take()
}

/// A primary key that another table or the shop numbers.
pub(super) fn bigint_key(name: &'static str) -> ColumnDef {
    nullable_bigint(name).primary_key().take()
}

/// A textual primary key.
pub(super) fn text_key(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).text().primary_key().take()
}
