//! What will happen by itself, to what and when.

use serde::{Deserialize, Serialize};

use crate::store::{Tx, row};

/// What is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// The bank answers a debit.
    SettleDebit,
    /// The bank's app answers, or the time for it is over.
    AnswerCode,
    /// A slip or a QR code was not paid in time.
    Lapse,
    /// What was set aside goes back.
    LapseAuthorisation,
    /// A refund arrives or comes back.
    FinishRefund,
    /// The payer disputes.
    OpenDispute,
}

/// An object and what happens to it when.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Due {
    /// Id of an intent, a refund or a charge; each waits for one thing at a time.
    pub(crate) object: String,
    pub(crate) what: What,
    /// Milliseconds since 1970 UTC.
    pub(crate) at_ms: i64,
}
row!(Due, "dues", |row| &row.object, "due" in "object");

impl Tx<'_> {
    /// Lets something happen to an object, so many milliseconds from now.
    pub(crate) fn later(&mut self, object: &str, what: What, after_ms: u64) {
        let at_ms = self.now_ms.saturating_add_unsigned(after_ms);
        self.put(&Due { object: object.to_owned(), what, at_ms });
    }

    /// Lets nothing happen to it any more.
    pub(crate) fn never_mind(&mut self, object: &str) {
        self.remove::<Due>(object);
    }
}
