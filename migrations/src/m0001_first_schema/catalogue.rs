//! Products with their categories, tags, attributes and prices, and the bookable times of products.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_null, text_uniq};

use super::column::{bigint, bigint_null, id};
use super::constraint::{index, references, unique_index};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![
        categories(),
        tags(),
        attributes(),
        attribute_terms(),
        former_slugs(),
        products(),
        product_categories(),
        product_tags(),
        price_history(),
        booking_slots(),
    ]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        unique_index("products_sku", "products", &["sku"]),
        unique_index("products_slug", "products", &["slug"]),
        index("products_parent", "products", &["parent_id"]),
        index("product_categories_category", "product_categories", &["category_id"]),
        index("product_tags_tag", "product_tags", &["tag_id"]),
        index("price_history_product", "price_history", &["product_id", "since"]),
    ]
}

fn categories() -> TableCreateStatement {
    Table::create()
        .table("categories")
        .col(id())
        .col(bigint_null("parent_id"))
        .col(text_uniq("slug"))
        .col(text("name"))
        .col(text("name_en").default(""))
        .col(text("description").default(""))
        .col(text("description_en").default(""))
        .col(text("image").default(""))
        .col(bigint("position").default(0))
        .foreign_key(&mut references("parent_id", "categories"))
        .take()
}

fn tags() -> TableCreateStatement {
    Table::create()
        .table("tags")
        .col(id())
        .col(text_uniq("slug"))
        .col(text("name"))
        .col(text("name_en").default(""))
        .take()
}

fn attributes() -> TableCreateStatement {
    Table::create()
        .table("attributes")
        .col(id())
        .col(text_uniq("taxonomy"))
        .col(text("name"))
        .col(text("name_en").default(""))
        .take()
}

fn attribute_terms() -> TableCreateStatement {
    Table::create()
        .table("attribute_terms")
        .col(id())
        .col(bigint("attribute_id"))
        .col(text("slug"))
        .col(text("name"))
        .col(text("name_en").default(""))
        .col(bigint("position").default(0))
        .index(Index::create().unique().col("attribute_id").col("slug"))
        .foreign_key(references("attribute_id", "attributes").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Slugs that redirect to the category, tag or product that had them.
fn former_slugs() -> TableCreateStatement {
    Table::create()
        .table("former_slugs")
        .col(text("owner"))
        .col(text("slug"))
        .col(bigint("owner_id"))
        .primary_key(Index::create().col("owner").col("slug"))
        .take()
}

/// Products, and their variations as rows with a parent.
fn products() -> TableCreateStatement {
    Table::create()
        .table("products")
        .col(id())
        .col(bigint_null("parent_id"))
        .col(text("kind"))
        .col(text_null("sku"))
        .col(text("slug"))
        .col(text("name"))
        .col(text("status"))
        .col(text("visibility"))
        .col(boolean("featured"))
        .col(bigint_null("regular_cents"))
        .col(bigint_null("sale_cents"))
        .col(bigint_null("sale_from"))
        .col(bigint_null("sale_to"))
        .col(boolean("stock_managed"))
        .col(boolean("stock_of_parent"))
        .col(bigint("stock_quantity"))
        .col(text("stock_status"))
        .col(text("backorders"))
        .col(bigint_null("low_stock_amount"))
        .col(bigint("total_sales"))
        .col(bigint("rating_sum"))
        .col(bigint("rating_count"))
        .col(bigint("menu_order"))
        .col(text("details"))
        .col(bigint("created_at"))
        .col(bigint("updated_at"))
        .foreign_key(references("parent_id", "products").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn product_categories() -> TableCreateStatement {
    Table::create()
        .table("product_categories")
        .col(bigint("product_id"))
        .col(bigint("category_id"))
        .col(bigint("position"))
        .primary_key(Index::create().col("product_id").col("category_id"))
        .foreign_key(references("product_id", "products").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("category_id", "categories").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn product_tags() -> TableCreateStatement {
    Table::create()
        .table("product_tags")
        .col(bigint("product_id"))
        .col(bigint("tag_id"))
        .col(bigint("position"))
        .primary_key(Index::create().col("product_id").col("tag_id"))
        .foreign_key(references("product_id", "products").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("tag_id", "tags").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Prices with the time from which they held, for the lowest price of the last 30 days.
fn price_history() -> TableCreateStatement {
    Table::create()
        .table("price_history")
        .col(id())
        .col(bigint("product_id"))
        .col(bigint("price_cents"))
        .col(bigint("since"))
        .foreign_key(references("product_id", "products").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Number of booked places of a product per slot.
fn booking_slots() -> TableCreateStatement {
    Table::create()
        .table("booking_slots")
        .col(bigint("product_id"))
        .col(bigint("starts_at"))
        .col(bigint("booked"))
        .primary_key(Index::create().col("product_id").col("starts_at"))
        .take()
}
