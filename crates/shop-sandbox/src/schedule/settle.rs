//! What happens by itself after a while: debits come or fail, codes are confirmed, slips lapse, refunds arrive.

use crate::calls::{disputes, refunds};
use crate::intents;
use crate::objects::Charge;
use crate::schedule::due::{Due, What};
use crate::store::{Order, Tx};

/// What is on its way.
pub(crate) const ARRIVING: &[What] = &[What::SettleDebit, What::FinishRefund, What::AnswerCode, What::OpenDispute];
/// What nobody comes for.
pub(crate) const LAPSING: &[What] = &[What::Lapse, What::LapseAuthorisation];

/// Lets everything happen whose time has come. `soon`: what happens too, whatever its time. Gives how many things happened.
pub(crate) fn settle(tx: &mut Tx<'_>, soon: &[What]) -> usize {
    let now = tx.now_ms;
    let until = if soon.is_empty() { now } else { i64::MAX };
    let mut due: Vec<Due> = tx.due("at_ms", until, Order::OldestFirst, usize::MAX);
    due.retain(|due| due.at_ms <= now || soon.contains(&due.what));
    for due in &due {
        tx.remove::<Due>(&due.object);
        match due.what {
            What::SettleDebit => intents::settle_debit(tx, &due.object),
            What::AnswerCode => intents::answer_code(tx, &due.object),
            What::Lapse => intents::lapse(tx, &due.object),
            What::LapseAuthorisation => intents::lapse_authorisation(tx, &due.object),
            What::FinishRefund => refunds::finish(tx, &due.object),
            What::OpenDispute => {
                if tx.get::<Charge>(&due.object).is_some_and(|charge| !charge.disputed) {
                    // A charge that cannot be disputed any more stays as it is.
                    let _ = disputes::open(tx, &due.object);
                }
            }
        }
    }
    due.len()
}
