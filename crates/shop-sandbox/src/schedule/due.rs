//! Scheduled changes: what happens to an object by itself, and when.

use serde::{Deserialize, Serialize};

use crate::store::{Tx, row};

/// Kind of a scheduled change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChangeKind {
    /// The bank accepts or rejects a debit.
    SettleDebit,
    /// The bank's app confirms the code, or the time for it runs out.
    AnswerCode,
    /// A voucher or a QR code expires unpaid.
    #[serde(rename = "lapse")]
    Expire,
    /// An authorisation expires uncaptured.
    #[serde(rename = "lapse_authorisation")]
    ExpireAuthorisation,
    /// A refund succeeds or fails.
    FinishRefund,
    /// The payer opens a dispute.
    OpenDispute,
}

/// A scheduled change of one object.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ScheduledChange {
    /// Id of an intent, refund or charge; an object has at most one scheduled change.
    pub(crate) object: String,
    pub(crate) what: ChangeKind,
    /// Milliseconds since 1970 UTC.
    pub(crate) at_ms: i64,
}
row!(ScheduledChange, "dues", |row| &row.object, "due" in "object");

impl Tx<'_> {
    /// Schedules a change of an object in `after_ms` milliseconds.
    pub(crate) fn schedule(&mut self, object: &str, what: ChangeKind, after_ms: u64) {
        let at_ms = self.now_ms.saturating_add_unsigned(after_ms);
        self.put(&ScheduledChange { object: object.to_owned(), what, at_ms });
    }

    /// Cancels the scheduled change of an object.
    pub(crate) fn cancel_scheduled(&mut self, object: &str) {
        self.remove::<ScheduledChange>(object);
    }
}
