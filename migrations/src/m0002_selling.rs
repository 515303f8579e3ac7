//! Selling: customers, carts, orders, coupons, and the messages that go out about them.

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

CREATE TABLE customers (
    id {id},
    email TEXT NOT NULL UNIQUE,
    username TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    role TEXT NOT NULL,
    first_name TEXT NOT NULL DEFAULT '',
    last_name TEXT NOT NULL DEFAULT '',
    details TEXT NOT NULL DEFAULT '{}',
    created_at BIGINT NOT NULL
);
CREATE TABLE logins (
    token_hash TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX logins_customer ON logins (customer_id);
CREATE TABLE carts (
    session_key TEXT PRIMARY KEY,
    customer_id BIGINT,
    version BIGINT NOT NULL,
    content TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX carts_expires ON carts (expires_at);
CREATE TABLE orders (
    id {id},
    order_key TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    customer_id BIGINT REFERENCES customers (id),
    billing_email TEXT NOT NULL,
    billing_name TEXT NOT NULL,
    total_cents BIGINT NOT NULL,
    payment_method TEXT NOT NULL,
    stock_taken BOOLEAN NOT NULL,
    cart_hash TEXT NOT NULL,
    idempotency_key TEXT UNIQUE,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    hold_until BIGINT
);
CREATE INDEX orders_status ON orders (status, created_at);
CREATE INDEX orders_email ON orders (billing_email);
CREATE INDEX orders_customer ON orders (customer_id);
CREATE INDEX orders_hold ON orders (hold_until);
CREATE TABLE order_lines (
    id {id},
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    stock_product_id BIGINT,
    quantity BIGINT NOT NULL,
    sku TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE INDEX order_lines_order ON order_lines (order_id);
CREATE TABLE order_events (
    id {id},
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT,
    note TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX order_events_order ON order_events (order_id);
CREATE TABLE coupons (
    id {id},
    code TEXT NOT NULL UNIQUE,
    discount_type TEXT NOT NULL,
    amount BIGINT NOT NULL,
    usage_count BIGINT NOT NULL DEFAULT 0,
    usage_limit BIGINT,
    expires_at BIGINT,
    details TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE TABLE coupon_uses (
    coupon_id BIGINT NOT NULL REFERENCES coupons (id) ON DELETE CASCADE,
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    user_key TEXT NOT NULL,
    PRIMARY KEY (coupon_id, order_id)
);
CREATE TABLE outbox (
    id {id},
    kind TEXT NOT NULL,
    order_id BIGINT,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body_html TEXT NOT NULL,
    body_text TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    next_attempt_at BIGINT NOT NULL,
    sent_at BIGINT,
    last_error TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX outbox_once ON outbox (order_id, kind);
CREATE INDEX outbox_due ON outbox (sent_at, next_attempt_at);
";

const DOWN: &str = "

DROP TABLE outbox;
DROP TABLE coupon_uses;
DROP TABLE coupons;
DROP TABLE order_events;
DROP TABLE order_lines;
DROP TABLE orders;
DROP TABLE carts;
DROP TABLE logins;
DROP TABLE customers;
";
