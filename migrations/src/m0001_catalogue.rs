//! Catalogue: products and their variations, categories, tags, attributes, reviews, price history.

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

CREATE TABLE categories (
    id {id},
    parent_id BIGINT REFERENCES categories (id),
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_en TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '',
    description_en TEXT NOT NULL DEFAULT '',
    image TEXT NOT NULL DEFAULT '',
    position BIGINT NOT NULL DEFAULT 0
);
INSERT INTO categories (slug, name) VALUES ('uncategorized', 'Uncategorized');
CREATE TABLE tags (
    id {id},
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
);
CREATE TABLE attributes (
    id {id},
    taxonomy TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
);
CREATE TABLE attribute_terms (
    id {id},
    attribute_id BIGINT NOT NULL REFERENCES attributes (id) ON DELETE CASCADE,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    position BIGINT NOT NULL DEFAULT 0,
    UNIQUE (attribute_id, slug)
);
CREATE TABLE products (
    id {id},
    parent_id BIGINT REFERENCES products (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    sku TEXT,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    visibility TEXT NOT NULL,
    featured BOOLEAN NOT NULL,
    regular_cents BIGINT,
    sale_cents BIGINT,
    sale_from BIGINT,
    sale_to BIGINT,
    stock_managed BOOLEAN NOT NULL,
    stock_of_parent BOOLEAN NOT NULL,
    stock_quantity BIGINT NOT NULL,
    stock_status TEXT NOT NULL,
    backorders TEXT NOT NULL,
    low_stock_amount BIGINT,
    total_sales BIGINT NOT NULL,
    rating_sum BIGINT NOT NULL,
    rating_count BIGINT NOT NULL,
    menu_order BIGINT NOT NULL,
    details TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX products_sku ON products (sku);
CREATE UNIQUE INDEX products_slug ON products (slug);
CREATE INDEX products_parent ON products (parent_id);
CREATE TABLE product_categories (
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    category_id BIGINT NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    PRIMARY KEY (product_id, category_id)
);
CREATE INDEX product_categories_category ON product_categories (category_id);
CREATE TABLE product_tags (
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    tag_id BIGINT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    PRIMARY KEY (product_id, tag_id)
);
CREATE INDEX product_tags_tag ON product_tags (tag_id);
CREATE TABLE price_history (
    id {id},
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    price_cents BIGINT NOT NULL,
    since BIGINT NOT NULL
);
CREATE INDEX price_history_product ON price_history (product_id, since);
CREATE TABLE reviews (
    id {id},
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    customer_id BIGINT,
    reviewer TEXT NOT NULL,
    reviewer_email TEXT NOT NULL,
    rating BIGINT NOT NULL,
    body TEXT NOT NULL,
    verified BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX reviews_product ON reviews (product_id, status);
";

const DOWN: &str = "

DROP TABLE reviews;
DROP TABLE price_history;
DROP TABLE product_tags;
DROP TABLE product_categories;
DROP TABLE products;
DROP TABLE attribute_terms;
DROP TABLE attributes;
DROP TABLE tags;
DROP TABLE categories;
";
