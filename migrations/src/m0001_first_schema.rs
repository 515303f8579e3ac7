//! The first schema: all tables by subject, their indexes, and the rows that the shop expects.

use sea_orm_migration::prelude::*;

mod accounts;
mod analytics;
mod cart;
mod catalogue;
mod checkout;
mod column;
mod companies;
mod constraint;
mod content;
mod conversations;
mod documents;
mod orders;
mod payments;
mod platform;
mod privacy;
mod subscriptions;
mod trade;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in tables() {
            manager.create_table(table).await?;
        }
        for index in indexes() {
            manager.create_index(index).await?;
        }
        for sql in LOWER_CASE_INDEXES {
            manager.get_connection().execute_unprepared(sql).await?;
        }
        for rows in rows() {
            manager.execute(rows).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in tables().iter().rev().filter_map(TableCreateStatement::get_table_name) {
            manager.drop_table(Table::drop().table(table.clone()).take()).await?;
        }
        Ok(())
    }

    // By default SQLite gets no transaction, and an interrupted first start would leave half a schema.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

/// All tables, referenced ones first.
fn tables() -> Vec<TableCreateStatement> {
    [
        platform::tables(),
        catalogue::tables(),
        accounts::tables(),
        cart::tables(),
        orders::tables(),
        subscriptions::tables(),
        payments::tables(),
        checkout::tables(),
        documents::tables(),
        companies::tables(),
        trade::tables(),
        conversations::tables(),
        content::tables(),
        privacy::tables(),
        analytics::tables(),
    ]
    .concat()
}

fn indexes() -> Vec<IndexCreateStatement> {
    [
        platform::indexes(),
        catalogue::indexes(),
        accounts::indexes(),
        cart::indexes(),
        orders::indexes(),
        subscriptions::indexes(),
        payments::indexes(),
        checkout::indexes(),
        documents::indexes(),
        companies::indexes(),
        trade::indexes(),
        conversations::indexes(),
        content::indexes(),
        privacy::indexes(),
        analytics::indexes(),
    ]
    .concat()
}

/// Indexes that find e-mail addresses whatever their case. They are SQL because sea-query's SQLite builder panics on an index
/// expression.
const LOWER_CASE_INDEXES: [&str; 4] = [
    "CREATE INDEX orders_lower_email ON orders (LOWER(billing_email))",
    "CREATE INDEX outbox_addressee ON outbox (LOWER(recipient))",
    "CREATE INDEX conversations_addressee ON conversations (LOWER(email))",
    "CREATE INDEX vat_checks_addressee ON vat_checks (LOWER(email)) WHERE email <> ''",
];

/// The rows of a new shop: the category of products that have none, and the counters.
fn rows() -> Vec<InsertStatement> {
    let mut categories = Query::insert();
    categories.into_table("categories").columns(["slug", "name"]);
    categories.values_panic(["uncategorized".into(), "Uncategorized".into()]);

    let mut changes = Query::insert();
    changes.into_table("change_counters").columns(["name", "value"]);
    for (name, value) in [("catalogue", 1), ("stock", 1), ("settings", 1), ("imports", 0), ("trade_prices", 1)] {
        changes.values_panic([name.into(), value.into()]);
    }

    // Categories, tags and attribute terms share their ids; the category above has the first.
    let mut ids = Query::insert();
    ids.into_table("id_counters").columns(["name", "value"]).values_panic(["term".into(), 1.into()]);

    vec![categories, changes, ids]
}
