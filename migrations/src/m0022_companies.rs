//! Companies that buy, the roles of customers and what is asked when they register.

use sea_orm_migration::prelude::*;

/// The step.
#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}

const UP: &str = "

CREATE TABLE customer_roles (
    id {id},
    slug TEXT NOT NULL UNIQUE,
    is_trade BOOLEAN NOT NULL,
    position BIGINT NOT NULL,
    terms TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE TABLE registration_fields (
    id {id},
    name TEXT NOT NULL UNIQUE,
    role_id BIGINT REFERENCES customer_roles (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    content TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE TABLE companies (
    id {id},
    owner_id BIGINT NOT NULL UNIQUE REFERENCES customers (id) ON DELETE CASCADE,
    role_id BIGINT NOT NULL REFERENCES customer_roles (id),
    approval TEXT NOT NULL,
    name TEXT NOT NULL,
    country TEXT NOT NULL,
    vat_number TEXT NOT NULL DEFAULT '',
    vat_status TEXT NOT NULL DEFAULT 'unchecked',
    vat_checked_at BIGINT,
    credit_limit_cents BIGINT NOT NULL DEFAULT 0,
    content TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL
);
CREATE INDEX companies_approval ON companies (approval, id);
CREATE INDEX companies_role ON companies (role_id);
ALTER TABLE customers ADD COLUMN customer_role_id BIGINT;
ALTER TABLE customers ADD COLUMN company_id BIGINT;
ALTER TABLE customers ADD COLUMN subaccount TEXT;
CREATE INDEX customers_company ON customers (company_id);
ALTER TABLE orders ADD COLUMN company_id BIGINT;
CREATE INDEX orders_company ON orders (company_id, id);
";

const DOWN: &str = "

DROP INDEX orders_company;
ALTER TABLE orders DROP COLUMN company_id;
DROP INDEX customers_company;
ALTER TABLE customers DROP COLUMN subaccount;
ALTER TABLE customers DROP COLUMN company_id;
ALTER TABLE customers DROP COLUMN customer_role_id;
DROP TABLE companies;
DROP TABLE registration_fields;
DROP TABLE customer_roles;
";
