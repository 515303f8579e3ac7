//! The states of an order and which may follow which.

use crate::base::wire_enum;

wire_enum! {
    /// State of an order. Wire names are those of the platform whose clients the shop serves.
    OrderStatus {
        /// Being filled at checkout; invisible to the merchant.
        CheckoutDraft = "checkout-draft",
        /// Placed, not paid. Holds its stock for a set time.
        Pending = "pending",
        /// Placed, waiting for money that arrives later (bank transfer).
        OnHold = "on-hold",
        /// Paid or payable on delivery: to be sent.
        Processing = "processing",
        /// Sent, or delivered as files.
        Completed = "completed",
        /// Given up before it was paid.
        Cancelled = "cancelled",
        /// Money given back.
        Refunded = "refunded",
        Failed = "failed",
    } default CheckoutDraft
}

/// What a step does to stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockEffect {
    /// Its pieces are out of stock afterwards.
    Taken,
    /// Its pieces are back in stock afterwards.
    Released,
    /// As before: refunds say apart what comes back.
    Unchanged,
}

/// A step that an order in this state cannot take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an order that is `{}` cannot become `{}`", from.as_str(), to.as_str())]
pub struct InvalidTransition {
    pub from: OrderStatus,
    pub to: OrderStatus,
}

impl OrderStatus {
    /// States that may follow this one. Refunded is final; cancelled and failed may come back to life when money arrives
    /// late, which a person decides. A dispute puts even a completed order on hold.
    pub const fn next(self) -> &'static [Self] {
        use OrderStatus::{Cancelled, CheckoutDraft, Completed, Failed, OnHold, Pending, Processing, Refunded};
        match self {
            CheckoutDraft => &[Pending, OnHold, Processing, Completed, Failed, Cancelled],
            Pending => &[OnHold, Processing, Completed, Failed, Cancelled],
            OnHold => &[Pending, Processing, Completed, Failed, Cancelled, Refunded],
            Processing => &[OnHold, Completed, Cancelled, Refunded],
            Completed => &[OnHold, Processing, Refunded],
            Cancelled => &[Pending, OnHold, Processing],
            Failed => &[Pending, OnHold, Processing, Completed, Cancelled],
            Refunded => &[],
        }
    }

    /// Whether this state may become `to`.
    pub fn can_become(self, to: Self) -> bool {
        self.next().contains(&to)
    }

    /// Checks a step; a step to the same state is none.
    pub fn step(self, to: Self) -> Result<StockEffect, InvalidTransition> {
        if self.can_become(to) { Ok(to.stock_effect()) } else { Err(InvalidTransition { from: self, to }) }
    }

    /// What arriving in this state does to stock. Placing an order takes its pieces at once, so that two buyers are never
    /// promised the same one; giving up gives them back.
    pub const fn stock_effect(self) -> StockEffect {
        match self {
            Self::Pending | Self::OnHold | Self::Processing | Self::Completed => StockEffect::Taken,
            Self::Cancelled | Self::Failed => StockEffect::Released,
            Self::Refunded | Self::CheckoutDraft => StockEffect::Unchanged,
        }
    }

    /// Whether money has arrived or is promised on delivery.
    pub const fn is_paid(self) -> bool {
        matches!(self, Self::Processing | Self::Completed)
    }

    /// Whether the buyer may still cancel the order himself: while nothing is paid or under way.
    pub const fn buyer_may_cancel(self) -> bool {
        matches!(self, Self::Pending | Self::OnHold | Self::Failed)
    }

    /// Whether the buyer can still pay an order of this total.
    pub const fn needs_payment(self, total_cents: i64) -> bool {
        matches!(self, Self::Pending | Self::Failed) && total_cents > 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The allowed steps written out a second time, so that one that is added or lost must be meant.
    const ALLOWED: [(&str, &str); 8] = [
        ("checkout-draft", "pending on-hold processing completed failed cancelled"),
        ("pending", "on-hold processing completed failed cancelled"),
        ("on-hold", "pending processing completed failed cancelled refunded"),
        ("processing", "on-hold completed cancelled refunded"),
        ("completed", "on-hold processing refunded"),
        ("cancelled", "pending on-hold processing"),
        ("failed", "pending on-hold processing completed cancelled"),
        ("refunded", ""),
    ];

    fn allowed(from: OrderStatus, to: OrderStatus) -> bool {
        let (_, next) = ALLOWED.iter().find(|(name, _)| *name == from.as_str()).unwrap();
        next.split(' ').any(|name| name == to.as_str())
    }

    #[test]
    fn every_pair_of_states_is_either_listed_or_refused() {
        for from in OrderStatus::ALL {
            for to in OrderStatus::ALL {
                let expected = if allowed(*from, *to) {
                    Ok(to.stock_effect())
                } else {
                    Err(InvalidTransition { from: *from, to: *to })
                };
                assert_eq!(from.step(*to), expected, "{from:?} to {to:?}");
                assert_eq!(from.next().contains(to), allowed(*from, *to));
            }
        }
    }

    proptest! {
        /// Whatever is asked of an order, refused steps leave it where it is, a refund is final, and nothing becomes a
        /// draft again.
        #[test]
        fn whatever_is_asked_only_listed_steps_happen(asked in prop::collection::vec(prop::sample::select(OrderStatus::ALL), 0..30)) {
            let mut now = OrderStatus::CheckoutDraft;
            let mut refunded = false;
            for to in asked {
                let before = now;
                match before.step(to) {
                    Ok(effect) => {
                        prop_assert!(allowed(before, to));
                        prop_assert_eq!(effect, to.stock_effect());
                        now = to;
                    }
                    Err(refusal) => {
                        prop_assert!(!allowed(before, to));
                        prop_assert_eq!(refusal, InvalidTransition { from: before, to });
                    }
                }
                prop_assert!(!refunded || now == OrderStatus::Refunded, "a refund is final");
                refunded = now == OrderStatus::Refunded;
                prop_assert!(now != OrderStatus::CheckoutDraft || before == now);
            }
        }
    }

    #[test]
    fn nothing_follows_a_refund() {
        for to in OrderStatus::ALL {
            assert!(OrderStatus::Refunded.step(*to).is_err(), "{to:?}");
        }
    }

    #[test]
    fn no_order_becomes_a_draft_again_or_stays_by_a_step() {
        for from in OrderStatus::ALL {
            assert!(!from.can_become(OrderStatus::CheckoutDraft), "{from:?}");
            assert!(!from.can_become(*from), "{from:?}");
        }
    }

    #[test]
    fn a_completed_order_is_not_cancelled_but_refunded() {
        let refusal = OrderStatus::Completed.step(OrderStatus::Cancelled).unwrap_err();
        assert_eq!(refusal.to_string(), "an order that is `completed` cannot become `cancelled`");
        assert_eq!(OrderStatus::Completed.step(OrderStatus::Refunded), Ok(StockEffect::Unchanged));
    }

    #[test]
    fn cancelling_gives_stock_back_and_reviving_takes_it_again() {
        assert_eq!(OrderStatus::OnHold.step(OrderStatus::Cancelled), Ok(StockEffect::Released));
        assert_eq!(OrderStatus::Cancelled.step(OrderStatus::Processing), Ok(StockEffect::Taken));
    }

    #[test]
    fn only_unpaid_orders_with_a_total_need_payment() {
        assert!(OrderStatus::Pending.needs_payment(1));
        assert!(!OrderStatus::Pending.needs_payment(0));
        assert!(!OrderStatus::OnHold.needs_payment(100));
    }

    #[test]
    fn a_buyer_cancels_only_what_is_not_paid_and_can_be_cancelled() {
        for status in OrderStatus::ALL.iter().filter(|status| status.buyer_may_cancel()) {
            assert!(!status.is_paid() && status.can_become(OrderStatus::Cancelled), "{status:?}");
        }
        assert!(!OrderStatus::Processing.buyer_may_cancel());
    }

    #[test]
    fn wire_names_read_back() {
        for status in OrderStatus::ALL {
            assert_eq!(OrderStatus::parse(status.as_str()), Some(*status));
        }
    }
}
