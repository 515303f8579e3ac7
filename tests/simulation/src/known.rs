//! What the actors alone can know: what they meant to do, and what reached them.

use std::collections::{BTreeMap, BTreeSet};

use crate::plan::FaultKind;
use crate::world::World;

/// The shortest time until a message is tried again, as `shop_services::outbox` has it.
const SHORTEST_WAIT_MS: i64 = 60_000;

/// Of a world.
#[derive(Default)]
pub(crate) struct Known {
    /// Purchases that buyers wanted to make, by their e-mail address.
    pub(crate) purchases: BTreeMap<String, u64>,
    /// Refunds that staff wanted to make, by the number of the order.
    pub(crate) refunds_meant: BTreeMap<String, u64>,
    /// Payments of companies that staff wanted to note.
    pub(crate) company_payments_meant: u64,
    /// Addresses of the accounts that their owners deleted.
    pub(crate) erased: BTreeSet<String>,
    /// When each message was taken in by the mail server, and whether the shop noted that.
    letters: BTreeMap<LetterId, Letter>,
}

/// Number and time of a message: the number of one that was dropped may be given to another.
pub(crate) type LetterId = (i64, i64);

struct Letter {
    taken_in_ms: i64,
    noted: bool,
}

impl World {
    /// Notes that somebody wants to buy, once.
    pub(crate) fn intends_to_buy(&self, email: &str) {
        self.with_known(|known| *known.purchases.entry(email.to_owned()).or_default() += 1);
    }

    /// Notes that staff wants to refund something of an order, once.
    pub(crate) fn intends_to_refund(&self, order: i64) {
        self.with_known(|known| *known.refunds_meant.entry(order.to_string()).or_default() += 1);
    }

    /// The mail server takes a message in. Twice is right only if the shop cannot know of the first time.
    pub(crate) fn take_in_mail(&self, id: LetterId) {
        let now_ms = self.schedule.now_ms();
        let before = self.with_known(|known| known.letters.insert(id, Letter { taken_in_ms: now_ms, noted: false }));
        self.count("messages sent", 1);
        // Servers whose clocks differ do not keep to each other's leases.
        let Some(before) = before.filter(|_| self.plan.per_mille(FaultKind::ClockJump) == 0) else { return };
        if before.noted {
            self.violated(&format!("message {} was sent again after it was noted as sent", id.0));
        }
        if now_ms - before.taken_in_ms < SHORTEST_WAIT_MS {
            self.violated(&format!("message {} was sent twice within {} ms", id.0, now_ms - before.taken_in_ms));
        }
    }

    /// The shop has noted a message as sent.
    pub(crate) fn mail_is_noted(&self, id: LetterId) {
        self.with_known(|known| {
            if let Some(letter) = known.letters.get_mut(&id) {
                letter.noted = true;
            }
        });
    }
}
