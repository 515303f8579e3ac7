//! Coupons that are offered in the cart, store credit with its ledger, and refunds.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

/// The step.
#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        name_addresses(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}

/// Lists the addresses of the coupons that are there.
async fn name_addresses(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let db = manager.get_connection();
    let backend = manager.get_database_backend();
    let coupons = db.query_all_raw(Statement::from_string(backend, "SELECT id, details FROM coupons")).await?;
    for row in coupons {
        let (id, details): (i64, String) = (row.try_get("", "id")?, row.try_get("", "details")?);
        let details: serde_json::Value = serde_json::from_str(&details).unwrap_or_default();
        let emails = details.get("emails").and_then(serde_json::Value::as_array);
        for email in emails.into_iter().flatten().filter_map(serde_json::Value::as_str) {
            let sql = "INSERT INTO coupon_emails (coupon_id, pattern) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            db.execute_raw(Statement::from_sql_and_values(backend, sql, [id.into(), email.to_lowercase().into()]))
                .await?;
        }
    }
    Ok(())
}

const UP: &str = "

ALTER TABLE coupons ADD COLUMN shown_in_cart BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE coupon_emails (
    coupon_id BIGINT NOT NULL REFERENCES coupons (id) ON DELETE CASCADE,
    pattern TEXT NOT NULL,
    PRIMARY KEY (coupon_id, pattern)
);
CREATE INDEX coupon_emails_pattern ON coupon_emails (pattern);
CREATE INDEX coupon_uses_order ON coupon_uses (order_id);
CREATE TABLE store_credit (
    id {id},
    code TEXT NOT NULL UNIQUE,
    customer_id BIGINT REFERENCES customers (id) ON DELETE SET NULL,
    email TEXT NOT NULL,
    balance_cents BIGINT NOT NULL CHECK (balance_cents >= 0),
    issued_cents BIGINT NOT NULL,
    expires_at BIGINT,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX store_credit_customer ON store_credit (customer_id);
CREATE INDEX store_credit_email ON store_credit (email);
CREATE INDEX store_credit_expires ON store_credit (expires_at);
CREATE TABLE credit_ledger (
    id {id},
    credit_id BIGINT NOT NULL REFERENCES store_credit (id),
    kind TEXT NOT NULL,
    cents BIGINT NOT NULL,
    order_id BIGINT REFERENCES orders (id),
    author TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX credit_ledger_credit ON credit_ledger (credit_id);
CREATE INDEX credit_ledger_order ON credit_ledger (order_id);
ALTER TABLE orders ADD COLUMN refunded_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN credit_refunded_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN restocked BIGINT NOT NULL DEFAULT 0;
CREATE TABLE refunds (
    id {id},
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    as_credit BOOLEAN NOT NULL,
    amount_cents BIGINT NOT NULL,
    shipping_cents BIGINT NOT NULL,
    lines TEXT NOT NULL,
    restocked BOOLEAN NOT NULL,
    credit_id BIGINT REFERENCES store_credit (id),
    reason TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX refunds_order ON refunds (order_id);
";

const DOWN: &str = "

DROP TABLE refunds;
ALTER TABLE order_lines DROP COLUMN restocked;
ALTER TABLE orders DROP COLUMN credit_refunded_cents;
ALTER TABLE orders DROP COLUMN refunded_cents;
DROP TABLE credit_ledger;
DROP TABLE store_credit;
DROP INDEX coupon_uses_order;
DROP TABLE coupon_emails;
ALTER TABLE coupons DROP COLUMN shown_in_cart;
";
