//! What happens by itself after a while: debits come or fail, codes are confirmed, slips lapse, refunds arrive.

use serde::{Deserialize, Serialize};

use super::objects::calls;
use super::state::{Data, Tx};
use super::{intents, objects::Charge};

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
    /// Unix milliseconds.
    pub(crate) at_ms: i64,
}

impl Tx<'_> {
    /// Lets something happen to an object, so many milliseconds from now.
    pub(crate) fn later(&mut self, object: &str, what: What, after_ms: u64) {
        let at_ms = self.now_ms.saturating_add_unsigned(after_ms);
        self.put(Due { object: object.to_owned(), what, at_ms });
    }

    /// Lets nothing happen to it any more.
    pub(crate) fn never_mind(&mut self, object: &str) {
        self.remove::<Due>(object);
    }
}

/// What is on its way.
pub(crate) const ARRIVING: &[What] = &[What::SettleDebit, What::FinishRefund, What::AnswerCode, What::OpenDispute];
/// What nobody comes for.
pub(crate) const LAPSING: &[What] = &[What::Lapse, What::LapseAuthorisation];

/// Lets everything happen whose time has come. `soon`: what happens too, whatever its time. Gives how many things happened.
pub(crate) fn settle(tx: &mut Tx<'_>, soon: &[What]) -> usize {
    let now = tx.now_ms;
    let is_due = |due: &&Due| due.at_ms <= now || soon.contains(&due.what);
    let mut due: Vec<Due> = tx.table::<Due>().oldest().filter(is_due).cloned().collect();
    due.sort_by_key(|due| due.at_ms);
    for due in &due {
        tx.remove::<Due>(&due.object);
        match due.what {
            What::SettleDebit => intents::settle_debit(tx, &due.object),
            What::AnswerCode => intents::answer_code(tx, &due.object),
            What::Lapse => intents::lapse(tx, &due.object),
            What::LapseAuthorisation => intents::lapse_authorisation(tx, &due.object),
            What::FinishRefund => calls::refunds::finish(tx, &due.object),
            What::OpenDispute => {
                if tx.get::<Charge>(&due.object).is_some_and(|charge| !charge.disputed) {
                    // A charge that cannot be disputed any more stays as it is.
                    let _ = calls::disputes::open(tx, &due.object);
                }
            }
        }
    }
    due.len()
}

/// When the next thing happens, Unix milliseconds.
pub(crate) fn next(data: &Data) -> Option<i64> {
    data.dues.oldest().map(|due| due.at_ms).min()
}
