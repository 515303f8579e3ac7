//! Checks that the database exists, has this version's schema, is intact, and can be written.

use std::path::Path;
use std::sync::Arc;

use shop_storage::Db;
use shop_storage::transfer::{damage, lossy_settings, schema, try_write};

use super::{Found, Report};
use crate::platform::config::Config;

const SUBJECT: &str = "database";

/// Checks the database; returns it when it has this version's schema.
pub(super) async fn check(config: &Config, report: &mut Report) -> Option<Found> {
    let url = config.database_url();
    let file = url.strip_prefix("sqlite:").map(|rest| rest.trim_start_matches("//").split('?').next().unwrap_or(rest));
    if let Some(file) = file
        && !Path::new(file).exists()
    {
        report.fail(SUBJECT, format!("there is no file {file}: start the shop once, or set DATABASE_URL"));
        return None;
    }
    let db = match Db::open(&url).await {
        Ok(db) => db,
        Err(error) => {
            report.fail(SUBJECT, format!("{error}: is it running, and is DATABASE_URL right?"));
            return None;
        }
    };
    let schema = match schema(&db).await {
        Ok(schema) => schema,
        Err(error) => {
            report.fail(SUBJECT, error.to_string());
            return None;
        }
    };
    if let Some(unknown) = schema.unknown.last() {
        report.fail(SUBJECT, format!("a newer version of the shop changed it ({unknown}): start that version"));
        return None;
    }
    if schema.applied.is_empty() {
        report.warn(SUBJECT, "it is empty: shop serve or shop migrate fills it");
        return None;
    }
    if let Some(first) = schema.pending.first() {
        report.warn(
            SUBJECT,
            format!("an older version made it: the next start backs it up and brings it to {first} and on"),
        );
    } else {
        let kind = if file.is_some() { "SQLite" } else { "PostgreSQL" };
        let last = schema.applied.last().map(String::as_str).unwrap_or_default();
        report.ok(SUBJECT, format!("{kind} answers, schema {last}"));
    }
    match try_write(&db).await {
        Ok(()) => report.ok(SUBJECT, "it can be written"),
        Err(error) => report.fail(SUBJECT, format!("it cannot be written: {error}")),
    }
    match lossy_settings(&db).await {
        Ok(lossy) if lossy.is_empty() => report.ok(SUBJECT, "what it confirmed stays when the power fails"),
        Ok(lossy) => report.warn(
            SUBJECT,
            format!("orders may be lost when the power fails: switch on {} at the server", lossy.join(", ")),
        ),
        Err(error) => report.fail(SUBJECT, format!("its settings cannot be read: {error}")),
    }
    match damage(&db).await {
        Ok(None) => report.ok(SUBJECT, "no damage was found"),
        Ok(Some(found)) => report.fail(SUBJECT, format!("it is damaged: {found}; restore a backup")),
        Err(error) => report.fail(SUBJECT, format!("it cannot be read: {error}; restore a backup")),
    }
    schema.pending.is_empty().then(|| Arc::new(db))
}
