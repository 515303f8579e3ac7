//! Runs scheduled changes: debits settle or fail, codes are confirmed, vouchers expire, refunds arrive.

use crate::calls::{disputes, refunds};
use crate::intents;
use crate::objects::Charge;
use crate::schedule::due::{ChangeKind, ScheduledChange};
use crate::store::{Order, Tx};

/// Changes that complete something pending.
pub(crate) const COMPLETIONS: &[ChangeKind] =
    &[ChangeKind::SettleDebit, ChangeKind::FinishRefund, ChangeKind::AnswerCode, ChangeKind::OpenDispute];
/// Changes that expire something.
pub(crate) const EXPIRIES: &[ChangeKind] = &[ChangeKind::Expire, ChangeKind::ExpireAuthorisation];

/// Runs all due changes. `soon`: kinds that run whatever their time. Returns the number of changes.
pub(crate) fn run_due(tx: &mut Tx<'_>, soon: &[ChangeKind]) -> usize {
    let now = tx.now_ms;
    let until = if soon.is_empty() { now } else { i64::MAX };
    let mut due: Vec<ScheduledChange> = tx.due("at_ms", until, Order::OldestFirst, usize::MAX);
    due.retain(|due| due.at_ms <= now || soon.contains(&due.what));
    for due in &due {
        tx.remove::<ScheduledChange>(&due.object);
        match due.what {
            ChangeKind::SettleDebit => intents::settle_debit(tx, &due.object),
            ChangeKind::AnswerCode => intents::resolve_bank_code(tx, &due.object),
            ChangeKind::Expire => intents::expire_unpaid(tx, &due.object),
            ChangeKind::ExpireAuthorisation => intents::expire_authorisation(tx, &due.object),
            ChangeKind::FinishRefund => refunds::complete_refund(tx, &due.object),
            ChangeKind::OpenDispute => {
                if tx.get::<Charge>(&due.object).is_some_and(|charge| !charge.disputed) {
                    // A charge that can no longer be disputed stays as it is.
                    let _ = disputes::open(tx, &due.object);
                }
            }
        }
    }
    due.len()
}
