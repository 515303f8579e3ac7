//! Statuses of an order and the transitions between them.

use crate::base::{Cents, wire_enum};

wire_enum! {
    /// Status of an order. Wire names are those of the platform whose clients the shop serves.
    OrderStatus {
        /// Being filled in at checkout; invisible to the merchant.
        CheckoutDraft = "checkout-draft",
        /// Placed, not paid. Its stock is reserved for a limited time.
        Pending = "pending",
        /// Placed, waiting for a later payment (bank transfer).
        OnHold = "on-hold",
        /// Paid or payable on delivery: ready to ship.
        Processing = "processing",
        /// Shipped, or delivered as files.
        Completed = "completed",
        /// Cancelled before it was paid.
        Cancelled = "cancelled",
        /// Its payment was refunded.
        Refunded = "refunded",
        Failed = "failed",
    } default CheckoutDraft
}

/// Effect of a transition on stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockEffect {
    /// Its pieces are taken from stock.
    Taken,
    /// Its pieces are returned to stock.
    Released,
    /// Stock does not change: refunds specify what is returned.
    Unchanged,
}

/// A transition that is not allowed from the current status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an order that is `{}` cannot become `{}`", from.as_str(), to.as_str())]
pub struct InvalidTransition {
    pub from: OrderStatus,
    pub to: OrderStatus,
}

impl OrderStatus {
    /// Returns the statuses that can follow this one. Refunded is final; cancelled and failed orders can be reactivated by a
    /// person if the payment arrives late. A dispute puts even a completed order on hold.
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

    /// Returns whether this status can change to `to`.
    pub fn can_become(self, to: Self) -> bool {
        self.next().contains(&to)
    }

    /// Checks a transition; staying in the same status has no effect.
    pub fn step(self, to: Self) -> Result<StockEffect, InvalidTransition> {
        if self.can_become(to) { Ok(to.stock_effect()) } else { Err(InvalidTransition { from: self, to }) }
    }

    /// Returns the effect of entering this status on stock. Placing an order takes its pieces at once, so that no piece is
    /// promised to two buyers; cancelling returns them.
    pub const fn stock_effect(self) -> StockEffect {
        match self {
            Self::Pending | Self::OnHold | Self::Processing | Self::Completed => StockEffect::Taken,
            Self::Cancelled | Self::Failed => StockEffect::Released,
            Self::Refunded | Self::CheckoutDraft => StockEffect::Unchanged,
        }
    }

    /// Returns whether the order is paid or payable on delivery.
    pub const fn is_paid(self) -> bool {
        matches!(self, Self::Processing | Self::Completed)
    }

    /// Returns whether the buyer can still cancel the order: while nothing is paid or being processed.
    pub const fn buyer_may_cancel(self) -> bool {
        matches!(self, Self::Pending | Self::OnHold | Self::Failed)
    }

    /// Returns whether the buyer can still pay an order with this total.
    pub const fn needs_payment(self, total: Cents) -> bool {
        matches!(self, Self::Pending | Self::Failed) && total.0 > 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The allowed transitions listed a second time, so that a change must be intentional.
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
        /// Rejected transitions leave an order unchanged, a refund is final, and nothing becomes a draft again.
        #[test]
        fn whatever_is_asked_only_listed_steps_happen(targets in prop::collection::vec(prop::sample::select(OrderStatus::ALL), 0..30)) {
            let mut now = OrderStatus::CheckoutDraft;
            let mut refunded = false;
            for to in targets {
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
        assert!(OrderStatus::Pending.needs_payment(Cents(1)));
        assert!(!OrderStatus::Pending.needs_payment(Cents(0)));
        assert!(!OrderStatus::OnHold.needs_payment(Cents(100)));
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
