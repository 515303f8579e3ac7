//! Pages and posts with their comments, reviews of products, and the newsletter.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_uniq};

use super::column::{bigint, bigint_null, id};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![pages(), comments(), reviews(), newsletter_subscribers()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("comments_page", "comments", &["page_id", "status", "path"]),
        index("comments_writer", "comments", &["page_id", "author_email"]),
        index("comments_status", "comments", &["status", "created_at", "id"]),
        index("comments_customer", "comments", &["customer_id"]),
        index("comments_author_email", "comments", &["author_email"]),
        index("reviews_product", "reviews", &["product_id", "status"]),
        index("reviews_customer", "reviews", &["customer_id"]),
        index("reviews_status", "reviews", &["status", "created_at"]),
        index("reviews_email", "reviews", &["product_id", "reviewer_email"]),
        index("reviews_reviewer_email", "reviews", &["reviewer_email"]),
        index("newsletter_subscribers_state", "newsletter_subscribers", &["state", "consent_at"]),
        index("newsletter_subscribers_left", "newsletter_subscribers", &["left_at"]),
        index("newsletter_subscribers_requested", "newsletter_subscribers", &["requested_at"]),
    ]
}

/// Pages and posts. `details` is the page as JSON; every write increments `version`.
fn pages() -> TableCreateStatement {
    Table::create()
        .table("pages")
        .col(id())
        .col(text("kind"))
        .col(text("slug"))
        .col(text("status"))
        .col(bigint_null("published_at"))
        .col(text("details"))
        .col(bigint("version"))
        .col(bigint("created_at"))
        .col(bigint("updated_at"))
        .index(Index::create().unique().col("kind").col("slug"))
        .take()
}

/// Comments. `path` holds the ids from the thread's first comment to this one, twelve digits each, so that it sorts as a tree.
fn comments() -> TableCreateStatement {
    Table::create()
        .table("comments")
        .col(id())
        .col(bigint("page_id"))
        .col(bigint_null("parent_id"))
        .col(text("path"))
        .col(bigint_null("customer_id"))
        .col(text("author"))
        .col(text("author_email"))
        .col(boolean("by_shop").default(false))
        .col(text("body"))
        .col(text("status"))
        .col(bigint("created_at"))
        .col(bigint_null("discarded_at"))
        .foreign_key(references("page_id", "pages").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn reviews() -> TableCreateStatement {
    Table::create()
        .table("reviews")
        .col(id())
        .col(bigint("product_id"))
        .col(bigint_null("customer_id"))
        .col(text("reviewer"))
        .col(text("reviewer_email"))
        .col(bigint("rating"))
        .col(text("body"))
        .col(boolean("verified"))
        .col(text("status"))
        .col(text("reply").default(""))
        .col(bigint_null("replied_at"))
        .col(bigint("created_at"))
        .col(bigint_null("discarded_at"))
        .foreign_key(references("product_id", "products").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Newsletter subscribers with the proof of their consent. The `request…` columns are a new request by somebody who unsubscribed,
/// beside the proof of what ended.
fn newsletter_subscribers() -> TableCreateStatement {
    Table::create()
        .table("newsletter_subscribers")
        .col(id())
        .col(text_uniq("email"))
        .col(text("state"))
        .col(text("lang"))
        .col(text_uniq("access_key"))
        .col(text("source"))
        .col(text("consent_text"))
        .col(bigint("consent_at"))
        .col(bigint_null("confirmed_at"))
        .col(bigint_null("left_at"))
        .col(bigint_null("requested_at"))
        .col(text("request_source").default(""))
        .col(text("request_text").default(""))
        .take()
}
