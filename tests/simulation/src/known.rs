//! What only the actors know: what they intended to do, and which messages arrived.

use std::collections::{BTreeMap, BTreeSet};

use crate::plan::FaultKind;
use crate::world::World;

/// The shortest time until a message is tried again, as `shop_services::platform::outbox` has it.
const SHORTEST_WAIT_MS: i64 = 60_000;

/// Knowledge of a world's actors.
#[derive(Default)]
pub(crate) struct Known {
    /// Orders that staff took up again after they were given up, whoever paid for them.
    pub(crate) reopened: BTreeSet<i64>,
    /// Purchases that buyers wanted to make, by their e-mail address.
    pub(crate) purchases: BTreeMap<String, u64>,
    /// Refunds that staff wanted to make, by order number.
    pub(crate) intended_refunds: BTreeMap<String, u64>,
    /// Company payments that staff wanted to record.
    pub(crate) intended_company_payments: u64,
    /// Addresses of the accounts that their owners deleted, and when they did.
    pub(crate) erased: BTreeMap<String, i64>,
    /// Addresses of the accounts whose deletion their owners requested and that was not refused.
    pub(crate) perhaps_deleted: BTreeSet<String>,
    /// Deliveries by message.
    deliveries: BTreeMap<MessageId, Delivery>,
}

/// Row id and creation time of a message: ids of deleted rows are reused.
pub(crate) type MessageId = (i64, i64);

/// The latest delivery of a message to the mail server.
struct Delivery {
    delivered_ms: i64,
    is_marked_sent: bool,
}

impl World {
    /// Notes that somebody wants to buy, once.
    pub(crate) fn intends_to_buy(&self, email: &str) {
        self.with_known(|known| *known.purchases.entry(email.to_owned()).or_default() += 1);
    }

    /// Notes that staff wants to refund something of an order, once.
    pub(crate) fn intends_to_refund(&self, order: i64) {
        self.with_known(|known| *known.intended_refunds.entry(order.to_string()).or_default() += 1);
    }

    /// Delivers a message to the mail server. A second delivery is valid only if the shop cannot know of the first.
    pub(crate) fn deliver_mail(&self, id: MessageId) {
        let now_ms = self.schedule.now_ms();
        let before = self
            .with_known(|known| known.deliveries.insert(id, Delivery { delivered_ms: now_ms, is_marked_sent: false }));
        self.count("messages sent", 1);
        // Leases are not exclusive between servers whose clocks differ.
        let Some(before) = before.filter(|_| self.plan.per_mille(FaultKind::ClockJump) == 0) else { return };
        if before.is_marked_sent {
            self.violated(&format!("message {} was sent again after it was marked as sent", id.0));
        }
        if now_ms - before.delivered_ms < SHORTEST_WAIT_MS {
            self.violated(&format!("message {} was sent twice within {} ms", id.0, now_ms - before.delivered_ms));
        }
    }

    /// Records that the shop has marked a message as sent.
    pub(crate) fn mail_marked_sent(&self, id: MessageId) {
        self.with_known(|known| {
            if let Some(delivery) = known.deliveries.get_mut(&id) {
                delivery.is_marked_sent = true;
            }
        });
    }
}
