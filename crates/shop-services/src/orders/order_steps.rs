//! Status changes of orders, together with their payments, refunds, stock and e-mails.

use std::sync::Arc;

use shop_core::base::{Cents, OrderId};
use shop_core::orders::{InvalidTransition, OrderStatus, StockEffect};

use crate::accounts::buyer::Buyer;
use crate::orders::{Move, Orders, left_by_gateway};
use crate::payments::{Refunds, Settlement, is_authorised};
use crate::platform::context::Context;
use crate::ports::{OrderStore, PAYMENT_AUTHOR, PaymentStore, StockTarget, StoreError, TransitionRefusal, ports};

/// Why a status was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusRefusal {
    Unknown,
    Invalid(InvalidTransition),
    Refused(TransitionRefusal),
    /// The payment provider has not refunded the money (yet); the order follows automatically when it has.
    RefundOpen,
    /// Nothing was captured that could be refunded.
    NothingCaptured,
    /// The amount is only authorised: an order that proceeds now would never be paid.
    NotCaptured,
}

ports! {
    pub(crate) trait OrderStepsPorts: OrderStore + PaymentStore
}

/// Changes the status of orders together with their payments.
#[derive(Clone)]
pub struct OrderSteps {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn OrderStepsPorts>,
    pub(crate) orders: Orders,
    pub(crate) refunds: Refunds,
    pub(crate) settlement: Settlement,
}

impl OrderSteps {
    /// Cancels a buyer's order that is neither paid nor in progress. `None` if there is no such order or the buyer may not cancel
    /// it; `false` if it is too late.
    pub async fn cancel_own_order(&self, id: OrderId, buyer: &Buyer) -> Result<Option<bool>, StoreError> {
        let Ok(owner) = buyer.orders() else { return Ok(None) };
        let Some(order) = self.orders.own_order(id, owner).await?.filter(|order| buyer.may_cancel(order)) else {
            return Ok(None);
        };
        if !order.status.buyer_may_cancel() {
            return Ok(Some(false));
        }
        match self.set_order_status(id, OrderStatus::Cancelled, "", "customer").await? {
            Ok(()) => Ok(Some(true)),
            Err(_) => Ok(Some(false)),
        }
    }

    /// Changes an order's status, with its stock and the e-mails about it.
    pub async fn set_order_status(
        &self,
        id: OrderId,
        to: OrderStatus,
        note: &str,
        author: &str,
    ) -> Result<Result<(), StatusRefusal>, StoreError> {
        let Some(order) = self.store.order(id).await? else { return Ok(Err(StatusRefusal::Unknown)) };
        let effect = match order.status.step(to) {
            Ok(effect) => effect,
            Err(refusal) => return Ok(Err(StatusRefusal::Invalid(refusal))),
        };
        // A cancelled order must not be paid afterwards, and one that was paid meanwhile is not cancelled.
        if to == OrderStatus::Cancelled && !self.settlement.close_payments(id).await? {
            return Ok(Err(StatusRefusal::Refused(TransitionRefusal::Changed)));
        }
        if matches!(to, OrderStatus::Processing | OrderStatus::Completed)
            && self.store.payments_of(id).await?.iter().any(is_authorised)
        {
            return Ok(Err(StatusRefusal::NotCaptured));
        }
        let mut is_notified_by_refund = false;
        if to == OrderStatus::Refunded {
            let payments = self.store.payments_of(id).await?;
            if payments.iter().any(is_authorised) {
                return Ok(Err(StatusRefusal::NothingCaptured));
            }
            // Refunds by the provider are reported to the buyer with the refund.
            is_notified_by_refund = left_by_gateway(&order, &payments).is_some_and(|left| left > Cents::ZERO);
            match self.refunds.refund_left(&order, &payments, note, author).await? {
                Some(true) => {}
                Some(false) => return Ok(Err(StatusRefusal::RefundOpen)),
                None => return Ok(Err(StatusRefusal::Refused(TransitionRefusal::Changed))),
            }
        }
        let stock = match effect {
            StockEffect::Taken => StockTarget::Yes,
            StockEffect::Released => StockTarget::No,
            StockEffect::Unchanged => StockTarget::Unchanged,
        };
        let step = Move { to, stock, note, author, mails: !is_notified_by_refund, payment: None };
        if let Err(refusal) = self.orders.move_order(&order, step).await? {
            let there = self.is_moved_by_payment(id, to).await?;
            return Ok(if there { Ok(()) } else { Err(StatusRefusal::Refused(refusal)) });
        }
        // Payments for a cancelled order are refunded.
        if to == OrderStatus::Cancelled {
            self.settlement.settle(id).await?;
        }
        Ok(Ok(()))
    }

    /// Whether the provider's webhook event about the call just made has moved the order first.
    async fn is_moved_by_payment(&self, id: OrderId, to: OrderStatus) -> Result<bool, StoreError> {
        let events = self.store.order_events(id).await?;
        let last = events.iter().rfind(|event| event.to_status.is_some());
        Ok(last.is_some_and(|event| event.to_status == Some(to) && event.author == PAYMENT_AUTHOR))
    }

    /// Cancels orders that were not paid in time and restores their stock; returns how many.
    pub async fn cancel_unpaid_orders(&self) -> Result<usize, StoreError> {
        let mut cancelled = 0;
        for id in self.store.orders_past_hold(self.context.now(), 50).await? {
            let outcome = self.set_order_status(id, OrderStatus::Cancelled, "unpaid_in_time", "system").await?;
            cancelled += usize::from(outcome.is_ok());
        }
        Ok(cancelled)
    }
}
