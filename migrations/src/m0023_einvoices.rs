//! Electronic invoices: documents with their numbers, what they are about, and how far each has come.

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

CREATE TABLE einvoice_counters (
    series TEXT NOT NULL,
    year BIGINT NOT NULL,
    last BIGINT NOT NULL,
    PRIMARY KEY (series, year)
);
CREATE TABLE einvoices (
    id {id},
    kind TEXT NOT NULL,
    series TEXT NOT NULL,
    year BIGINT NOT NULL,
    number BIGINT NOT NULL,
    day BIGINT NOT NULL,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    refund_id BIGINT UNIQUE REFERENCES refunds (id),
    buyer TEXT NOT NULL,
    search TEXT NOT NULL,
    total_cents BIGINT NOT NULL,
    content TEXT NOT NULL,
    file_number BIGINT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    carrier TEXT NOT NULL,
    reference TEXT NOT NULL DEFAULT '',
    code TEXT NOT NULL DEFAULT '',
    answer TEXT NOT NULL DEFAULT '',
    attempts BIGINT NOT NULL DEFAULT 0,
    next_at BIGINT,
    author TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (series, year, number)
);
CREATE INDEX einvoices_order ON einvoices (order_id);
CREATE INDEX einvoices_day ON einvoices (day, id);
CREATE INDEX einvoices_due ON einvoices (carrier, state, next_at) WHERE next_at IS NOT NULL;
CREATE TABLE einvoice_orders (
    order_id BIGINT PRIMARY KEY REFERENCES orders (id),
    einvoice_id BIGINT NOT NULL REFERENCES einvoices (id)
);
CREATE TABLE einvoice_events (
    id {id},
    einvoice_id BIGINT NOT NULL REFERENCES einvoices (id),
    state TEXT NOT NULL,
    code TEXT NOT NULL,
    answer TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX einvoice_events_of ON einvoice_events (einvoice_id, id);
ALTER TABLE orders ADD COLUMN invoice_wanted BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE orders ADD COLUMN invoiced_at BIGINT;
CREATE INDEX orders_to_invoice ON orders (id) WHERE invoiced_at IS NULL AND (invoice_wanted OR company_id IS NOT NULL);
ALTER TABLE refunds ADD COLUMN credit_noted BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX refunds_to_credit ON refunds (id) WHERE NOT credit_noted;
";

const DOWN: &str = "

DROP INDEX refunds_to_credit;
ALTER TABLE refunds DROP COLUMN credit_noted;
DROP INDEX orders_to_invoice;
ALTER TABLE orders DROP COLUMN invoiced_at;
ALTER TABLE orders DROP COLUMN invoice_wanted;
DROP TABLE einvoice_events;
DROP TABLE einvoice_orders;
DROP TABLE einvoices;
DROP TABLE einvoice_counters;
";
