//! Reading orders and changing their state.

use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::messages::codes;
use shop_core::order::{InvalidTransition, OrderStatus, StockEffect};

use super::{legal, mails};
use crate::payments::{is_authorised, left_by_gateway};
use crate::ports::{
    NewMail, OrderRecord, PAYMENT_AUTHOR, StockTaken, StoreError, TakenCredit, Transition, TransitionPayment,
    TransitionRefusal,
};
use crate::settings::ShopSettings;
use crate::shop::Shop;

/// Why a state was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusRefusal {
    /// No such order.
    Unknown,
    /// The step does not exist.
    Invalid(InvalidTransition),
    /// The store could not.
    Refused(TransitionRefusal),
    /// The payment provider has not given the money back (yet); the order goes on by itself when it has.
    RefundOpen,
    /// Nothing was captured that could be given back.
    NothingCaptured,
}

/// A step of an order.
pub(crate) struct Move<'a> {
    /// State afterwards.
    pub(crate) to: OrderStatus,
    /// What it does to stock.
    pub(crate) stock: StockTaken,
    /// Words for the history.
    pub(crate) note: &'a str,
    /// Who.
    pub(crate) author: &'a str,
    /// Whether the buyer is written to.
    pub(crate) mails: bool,
    /// Another way of payment.
    pub(crate) payment: Option<TransitionPayment>,
}

/// Why an order is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessRefusal {
    /// Code of the message.
    pub code: &'static str,
    /// Unknown, as opposed to not allowed.
    pub unknown: bool,
}

impl Shop {
    /// An order for its buyer: a customer's only for him, a guest's for who has its key and (unless only the page is
    /// shown) its e-mail.
    pub async fn order_for_buyer(
        &self,
        id: OrderId,
        key: &str,
        email: Option<&str>,
        customer_id: Option<CustomerId>,
    ) -> Result<Result<OrderRecord, AccessRefusal>, StoreError> {
        let Some(order) = self.store().order(id).await? else {
            return Ok(Err(AccessRefusal { code: codes::ORDER_INVALID, unknown: true }));
        };
        if order.customer_id.is_some() && order.customer_id == customer_id {
            return Ok(Ok(order));
        }
        if !constant_time_eq(key.as_bytes(), order.order_key.as_bytes()) {
            return Ok(Err(AccessRefusal { code: codes::ORDER_INVALID, unknown: false }));
        }
        if let Some(email) = email
            && !email.trim().eq_ignore_ascii_case(order.content.billing.email.trim())
        {
            return Ok(Err(AccessRefusal { code: codes::ORDER_EMAIL_INVALID, unknown: false }));
        }
        Ok(Ok(order))
    }

    /// Empties the cart that a free order was made of, if it still holds just that: its page has been shown.
    pub async fn forget_ordered_cart(&self, session_key: &str, order: &OrderRecord) -> Result<(), StoreError> {
        let _ = self
            .edit_cart::<std::convert::Infallible>(session_key, None, &|open| {
                let lines = &mut open.record.content.lines;
                let same = lines.len() == order.lines.len()
                    && lines.iter().zip(&order.lines).all(|(a, b)| a.key == b.content.key && a.quantity == b.quantity);
                if same {
                    lines.clear();
                }
                Ok(())
            })
            .await?;
        Ok(())
    }

    /// Moves an order to another state, with its stock and the messages that tell of it.
    pub async fn set_order_status(
        &self,
        id: OrderId,
        to: OrderStatus,
        note: &str,
        author: &str,
    ) -> Result<Result<(), StatusRefusal>, StoreError> {
        let Some(order) = self.store().order(id).await? else { return Ok(Err(StatusRefusal::Unknown)) };
        let effect = match order.status.step(to) {
            Ok(effect) => effect,
            Err(refusal) => return Ok(Err(StatusRefusal::Invalid(refusal))),
        };
        // Nothing may be paid for an order that is given up, and what was paid meanwhile is not given up.
        if to == OrderStatus::Cancelled && !self.close_payments(id).await? {
            return Ok(Err(StatusRefusal::Refused(TransitionRefusal::Changed)));
        }
        let mut told = false;
        if to == OrderStatus::Refunded {
            let payments = self.store().payments_of(id).await?;
            if payments.iter().any(is_authorised) {
                return Ok(Err(StatusRefusal::NothingCaptured));
            }
            // Of what the provider gives back the buyer hears with the refund.
            told = left_by_gateway(&order, &payments).is_some_and(|left| left > Cents::ZERO);
            match self.refund_left(&order, &payments, note, author).await? {
                Ok(true) => {}
                Ok(false) => return Ok(Err(StatusRefusal::RefundOpen)),
                Err(_) => return Ok(Err(StatusRefusal::Refused(TransitionRefusal::Changed))),
            }
        }
        let stock = match effect {
            StockEffect::Taken => StockTaken::Yes,
            StockEffect::Released => StockTaken::No,
            StockEffect::Unchanged => StockTaken::Unchanged,
        };
        let step = Move { to, stock, note, author, mails: !told, payment: None };
        if let Err(refusal) = self.move_order(&order, step).await? {
            let there = self.is_moved_by_payment(id, to).await?;
            return Ok(if there { Ok(()) } else { Err(StatusRefusal::Refused(refusal)) });
        }
        // What was paid for an order that is given up goes back.
        if to == OrderStatus::Cancelled {
            self.settle(id).await?;
        }
        Ok(Ok(()))
    }

    /// Whether the provider's own message about what was just asked of it has moved the order there first.
    async fn is_moved_by_payment(&self, id: OrderId, to: OrderStatus) -> Result<bool, StoreError> {
        let events = self.store().order_events(id).await?;
        let last = events.iter().rfind(|event| event.to_status.is_some());
        Ok(last.is_some_and(|event| event.to_status == Some(to) && event.author == PAYMENT_AUTHOR))
    }

    /// Takes a step that is allowed, with all that belongs to it.
    pub(crate) async fn move_order(
        &self,
        order: &OrderRecord,
        step: Move<'_>,
    ) -> Result<Result<(), TransitionRefusal>, StoreError> {
        let (id, to) = (order.id, step.to);
        let settings = self.settings().await?;
        let (subscriptions, told) = self.subscriptions_after(id, to).await?;
        let mut mails = Vec::new();
        if step.mails {
            mails = self.mails_of_status(order, to, &settings).await?;
        }
        mails.extend(told);
        let transition = Transition {
            id,
            from: order.status,
            to,
            stock: step.stock,
            payment: step.payment,
            coupons: order.content.coupons.iter().map(|coupon| coupon.code.clone()).collect(),
            credits: order
                .content
                .credits
                .iter()
                .map(|credit| TakenCredit { code: credit.code.clone(), amount: credit.used_cents })
                .collect(),
            subscriptions,
            note: step.note.to_owned(),
            author: step.author.to_owned(),
            mails,
        };
        let done = self.store().transition_order(&transition, self.now()).await?;
        self.catalogue_changed();
        Ok(done)
    }

    /// The messages about an order that comes into a state.
    pub(super) async fn mails_of_status(
        &self,
        order: &OrderRecord,
        to: OrderStatus,
        settings: &ShopSettings,
    ) -> Result<Vec<NewMail>, StoreError> {
        let mut legal = Vec::new();
        if mails::confirms(order.status, to) {
            legal = legal::sections(&order.lines, order.content.lang, &*self.pages().await?, settings, self.now());
        }
        Ok(mails::for_status(order, to, settings, &self.mail_links(&order.lines).await?, &legal))
    }

    /// Cancels orders that were not paid in time, which gives their stock back; gives their number.
    pub async fn cancel_unpaid_orders(&self) -> Result<usize, StoreError> {
        let mut cancelled = 0;
        for id in self.store().orders_past_hold(self.now(), 50).await? {
            let outcome = self.set_order_status(id, OrderStatus::Cancelled, "unpaid_in_time", "system").await?;
            cancelled += usize::from(outcome.is_ok());
        }
        Ok(cancelled)
    }
}

/// Compares without telling by its duration where the difference is.
pub(crate) fn constant_time_eq(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
}
