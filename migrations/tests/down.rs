//! `down` drops everything that `up` made.

use migrations::Migrator;
use sea_orm_migration::MigratorTrait;
use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

mod schema;

use schema::{Schema, postgres, schema, sqlite};

/// A subcategory, and a customer with an order: dropping a table on SQLite applies the deletion rules to its rows.
const ROWS: &str = "
INSERT INTO categories (id, parent_id, slug, name) VALUES (7, 1, 'pasta', 'Pasta');
INSERT INTO customers (id, email, username, password_hash, role, created_at) VALUES (7, 'a@b.example', 'anna', '', '', 1);
INSERT INTO orders (id, order_key, status, customer_id, billing_email, billing_name, total_cents, payment_method, stock_reduced,
    cart_hash, content, created_at, updated_at)
    VALUES (7, 'wc_order_7', 'pending', 7, 'a@b.example', 'Anna', 100, 'card', TRUE, '', '{}', 1, 1);
INSERT INTO order_lines (order_id, position, product_id, quantity, sku, name, content) VALUES (7, 0, 1, 1, '', 'Pasta', '{}');
";

#[tokio::test]
async fn down_drops_everything_on_sqlite() -> Result<(), DbErr> {
    assert_reversible(&sqlite().await?).await
}

#[tokio::test]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn down_drops_everything_on_postgres() -> Result<(), DbErr> {
    assert_reversible(&postgres("migrations_down").await?).await
}

async fn assert_reversible(db: &DatabaseConnection) -> Result<(), DbErr> {
    Migrator::up(db, None).await?;
    let made = schema(db).await?;
    assert!(made.len() > 800, "{} parts", made.len());
    db.execute_unprepared(ROWS).await?;
    Migrator::down(db, None).await?;
    assert_eq!(schema(db).await?, Schema::new());
    Migrator::up(db, None).await?;
    assert_eq!(schema(db).await?, made);
    Ok(())
}
