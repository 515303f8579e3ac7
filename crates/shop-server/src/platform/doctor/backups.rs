//! Checks that backups are made.

use shop_services::{Clock, SystemClock};

use super::Report;
use crate::platform::backup::{Keys, folder, newest};
use crate::platform::config::Config;

const SUBJECT: &str = "backups";

pub(super) fn check(config: &Config, report: &mut Report) {
    let every = config.backup_every_hours;
    if every == 0 {
        return report
            .warn(SUBJECT, "the server makes none: set SHOP_BACKUP_EVERY_HOURS, or run shop backup by a timer");
    }
    if let Err(error) = Keys::of(config) {
        return report.fail(SUBJECT, error.to_string());
    }
    let folder = folder(config);
    let now = SystemClock.now_ms() / 1000;
    match newest(&folder) {
        None => report.warn(SUBJECT, format!("there is none in {} yet", folder.display())),
        // One failed backup is retried; two are a pattern.
        Some(last) if now - last > 2 * 3600 * i64::from(every) => {
            report
                .fail(SUBJECT, format!("the last one is {} hours old: the server's log says why", (now - last) / 3600));
        }
        Some(last) => report.ok(SUBJECT, format!("the last one is {} hours old", (now - last).max(0) / 3600)),
    }
    if config.backup_passphrase.is_empty() && config.backup_recipient.is_empty() {
        report.warn(SUBJECT, "they are not encrypted: set SHOP_BACKUP_RECIPIENT or SHOP_BACKUP_PASSPHRASE");
    }
}
