//! Consents, addresses captured for marketing, erasures at the payment provider, and data breaches.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_uniq};

use super::column::{bigint, bigint_null, id};
use super::constraint::index;

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![consents(), captured_emails(), suppressed_emails(), gateway_erasures(), data_breaches()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("consents_decided", "consents", &["decided_at", "id"]),
        index("captured_emails_seen", "captured_emails", &["seen_at", "id"]),
        index("captured_emails_consent", "captured_emails", &["consent_id"]),
        index("data_breaches_known", "data_breaches", &["known_at", "id"]),
    ]
}

/// Proofs of consent to cookies.
fn consents() -> TableCreateStatement {
    Table::create()
        .table("consents")
        .col(id())
        .col(text("visitor_id"))
        .col(text("kind"))
        .col(text("record"))
        .col(text("text_hash"))
        .col(bigint("decided_at"))
        .take()
}

/// E-mail addresses stored for marketing while a form was filled in.
fn captured_emails() -> TableCreateStatement {
    Table::create()
        .table("captured_emails")
        .col(id())
        .col(text_uniq("email"))
        .col(text("location"))
        .col(text("lang"))
        .col(text("consent_id"))
        .col(text_uniq("token"))
        .col(bigint("captured_at"))
        .col(bigint("seen_at"))
        .col(bigint_null("unsubscribed_at"))
        .take()
}

/// Addresses that must not be written to, as hashes: the addresses themselves have been erased.
fn suppressed_emails() -> TableCreateStatement {
    Table::create().table("suppressed_emails").col(text("email_hash").primary_key()).col(bigint("suppressed_at")).take()
}

/// Deleted customers whom the payment provider has yet to erase.
fn gateway_erasures() -> TableCreateStatement {
    Table::create()
        .table("gateway_erasures")
        .col(text("scope"))
        .col(text("gateway_id"))
        .col(bigint_null("attempted_at"))
        .col(bigint("tries").default(0))
        .primary_key(Index::create().col("scope").col("gateway_id"))
        .take()
}

/// Personal data breaches, which the GDPR (article 33) has documented.
fn data_breaches() -> TableCreateStatement {
    Table::create()
        .table("data_breaches")
        .col(id())
        .col(bigint("known_at"))
        .col(text("facts"))
        .col(text("people"))
        .col(text("effects"))
        .col(text("measures"))
        .col(bigint_null("authority_notified_at"))
        .col(bigint_null("people_notified_at"))
        .col(text("author"))
        .col(bigint("version").default(1))
        .col(bigint("created_at"))
        .col(bigint("updated_at"))
        .take()
}
