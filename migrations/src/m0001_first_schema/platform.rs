//! Settings, counters, e-mails to send, and imports.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text};

use super::column::{bigint, bigint_null, id, text_key};
use super::constraint::{index, unique_index};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![settings(), setting_changes(), change_counters(), id_counters(), outbox(), import_jobs()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("setting_changes_changed", "setting_changes", &["changed_at"]),
        // An order's e-mail of one kind is queued once, however often the order's status is set.
        unique_index("outbox_once", "outbox", &["order_id", "kind"]),
        index("outbox_due", "outbox", &["sent_at", "next_attempt_at"]),
        index("outbox_recipient", "outbox", &["recipient"]),
        index("import_jobs_updated", "import_jobs", &["updated_at"]),
    ]
}

fn settings() -> TableCreateStatement {
    Table::create().table("settings").col(text_key("name")).col(text("content")).take()
}

/// The history of the settings.
fn setting_changes() -> TableCreateStatement {
    Table::create()
        .table("setting_changes")
        .col(id())
        .col(text("section"))
        .col(text("field"))
        .col(text("before_words"))
        .col(text("after_words"))
        .col(text("author"))
        .col(bigint("changed_at"))
        .take()
}

/// Counters by which servers notice that what they have cached has changed.
fn change_counters() -> TableCreateStatement {
    Table::create().table("change_counters").col(text_key("name")).col(bigint("value")).take()
}

/// The last id of what is numbered across tables.
fn id_counters() -> TableCreateStatement {
    Table::create().table("id_counters").col(text_key("name")).col(bigint("value")).take()
}

/// E-mails that are sent or waiting to be sent.
fn outbox() -> TableCreateStatement {
    Table::create()
        .table("outbox")
        .col(id())
        .col(text("kind"))
        .col(bigint_null("order_id"))
        .col(text("recipient"))
        .col(text("subject"))
        .col(text("body_html"))
        .col(text("body_text"))
        .col(text("unsubscribe_url").default(""))
        .col(bigint("attempts"))
        .col(bigint("next_attempt_at"))
        .col(bigint_null("sent_at"))
        .col(text("last_error"))
        .col(bigint("created_at"))
        .take()
}

fn import_jobs() -> TableCreateStatement {
    Table::create()
        .table("import_jobs")
        .col(id())
        .col(text("file"))
        .col(boolean("dry_run"))
        .col(text("author"))
        .col(text("stage"))
        .col(bigint("done"))
        .col(bigint("total"))
        .col(text("report"))
        .col(bigint("started_at"))
        .col(bigint("updated_at"))
        .take()
}
