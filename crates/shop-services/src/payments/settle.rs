//! Applies what is known about intents, and updates orders accordingly.

use std::sync::Arc;

use shop_core::base::format::price;
use shop_core::base::{Cents, Lang, OrderId};
use shop_core::orders::{OrderStatus, StockEffect};
use shop_core::payments::availability::is_gateway_method;
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::event::PaymentEventForm;
use shop_core::payments::state::outcome::{Fulfilment, PaidOrder, PaymentOutcome, PaymentState, outcome, steps};
use shop_core::platform::words::staff_texts;

use super::notes::{MAX_ROUNDS, PaymentNotes, by_voucher, next_check};
use crate::orders::subscriptions::Subscriptions;
use crate::orders::{Move, Orders, counting, hold_until, is_paid_otherwise, is_refunded};
use crate::payments::Refunds;
use crate::platform::context::Context;
use crate::ports::{
    Intent, OrderRecord, OrderStore, PAYMENT_AUTHOR, PaymentRecord, PaymentStore, RefundStore, StockTarget, StoreError,
    TransitionPayment, TransitionRefusal, ports,
};

ports! {
    pub(crate) trait SettlementPorts: OrderStore + PaymentStore + RefundStore
}

/// Applies payments to orders.
#[derive(Clone)]
pub struct Settlement {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn SettlementPorts>,
    pub(crate) orders: Orders,
    pub(crate) notes: PaymentNotes,
    pub(crate) refunds: Refunds,
    pub(crate) subscriptions: Subscriptions,
}

impl Settlement {
    /// Applies a fetched intent and updates the order.
    pub(super) async fn apply_and_settle(
        &self,
        payment: PaymentRecord,
        intent: &Intent,
    ) -> Result<PaymentRecord, StoreError> {
        let payment = self.notes.record_events(payment, &[intent.event(self.context.now())]).await?;
        self.settle(payment.order_id).await?;
        self.save_paid_method(payment, intent).await
    }

    /// Updates an order to match its payments. Only what is known decides, not how it became known.
    pub(crate) async fn settle(&self, id: OrderId) -> Result<(), StoreError> {
        for _ in 0..MAX_ROUNDS {
            // A refund is written to the order before it appears in the payment: read in the other order, it would be mistaken
            // for a foreign one.
            let followed = self.store.payments_of(id).await?;
            let Some(order) = self.store.order(id).await? else { return Ok(()) };
            let known = self.refunds.follow_refunds(&order, &followed).await?;
            self.settle_parts(&order, &followed).await?;
            // What moved an order was known of its payments before: read in the other order, it would be moved back.
            let Some(order) = self.store.order(id).await? else { return Ok(()) };
            let payments = self.store.payments_of(id).await?;
            if payments != followed {
                continue;
            }
            let own = || payments.iter().filter(|one| one.part.is_none());
            let Some(main) = own().find(|one| one.came_through()).or_else(|| own().next_back()) else {
                return self.settle_debts(&order, &payments).await;
            };
            // An order that is now paid by another method is only moved by a successful payment.
            if !main.came_through() && !is_gateway_method(&order.payment_method) {
                return Ok(());
            }
            if is_paid_otherwise(&order, main) {
                return self.settle_debts(&order, &payments).await;
            }
            let is = outcome_of(main, &order);
            self.lower_to_captured(&order, main).await?;
            // An intent that was cancelled before any authorisation makes room for the next one; the order waits.
            if is.state == PaymentState::Cancelled && !main.facts.authorised {
                return Ok(());
            }
            // An order is refunded when nothing is left: neither another payment nor the credit that paid a part.
            let stays = is.status == OrderStatus::Refunded && !(known && is_refunded(&order, &payments));
            let way = steps(order.status, is.status).filter(|_| !stays);
            let Some(next) = way.and_then(|way| way.first().copied()) else {
                return self.settle_debts(&order, &payments).await;
            };
            let note = format!("payment_{}", is.state.as_str());
            match self.move_by_payment(&order, next, main.method, &note).await? {
                Ok(()) | Err(TransitionRefusal::Changed) => {}
                // The money has arrived but the goods are gone: refund it and cancel the order.
                Err(
                    TransitionRefusal::NotEnoughStock { .. }
                    | TransitionRefusal::CouponUsedUp { .. }
                    | TransitionRefusal::CreditShort { .. }
                    | TransitionRefusal::OfferUsed { .. },
                ) => {
                    self.give_up_unsellable(&order, main.method).await?;
                }
            }
        }
        Ok(())
    }

    /// Marks instalments as paid whose payments succeeded.
    async fn settle_parts(&self, order: &OrderRecord, payments: &[PaymentRecord]) -> Result<(), StoreError> {
        for payment in counting(order, payments) {
            let Some(position) = payment.part else { continue };
            self.orders.book_paid_part(order, position, &payment.method.gateway_id()).await?;
        }
        Ok(())
    }

    /// Capturing less than was authorised lowers the total (wire contract, C4).
    async fn lower_to_captured(&self, order: &OrderRecord, main: &PaymentRecord) -> Result<(), StoreError> {
        let captured = main.facts.captured_cents;
        let lower = main.facts.authorised && captured > Cents::ZERO && captured < main.cents;
        if lower && order.content.uncaptured_cents == Cents::ZERO {
            let note = staff_texts::captured(Lang::It, price(captured, Lang::It), price(main.cents, Lang::It));
            self.store.lower_total(order.id, main.cents - captured, &note, self.context.now()).await?;
        }
        Ok(())
    }

    /// Refunds payments for a cancelled order, and duplicate payments.
    async fn settle_debts(&self, order: &OrderRecord, payments: &[PaymentRecord]) -> Result<(), StoreError> {
        let counting: Vec<i64> = counting(order, payments).iter().map(|one| one.id).collect();
        for payment in payments.iter().filter(|one| one.came_through()) {
            let due = payment.facts.captured_cents - payment.facts.refunded_cents();
            let twice = !counting.contains(&payment.id);
            if twice && due > Cents::ZERO {
                self.give_back_late_money(order, payment, due).await?;
            }
        }
        // A failed refund needs a person: it is not requested again automatically.
        let failed = order.refunds.iter().any(|refund| refund.failed > Cents::ZERO);
        if order.status == OrderStatus::Cancelled && !failed {
            self.refunds.refund_left(order, payments, "", PAYMENT_AUTHOR).await?;
        }
        Ok(())
    }

    async fn give_back_late_money(
        &self,
        order: &OrderRecord,
        payment: &PaymentRecord,
        due: Cents,
    ) -> Result<(), StoreError> {
        let (Some(gateway), Some(intent)) = (self.context.gateway(), payment.intent_id.as_deref()) else {
            return Ok(());
        };
        let key = format!("{}-{}-late", order.order_key, payment.number);
        match gateway.refund(intent, due, &key).await {
            Ok(refund) => {
                let event = PaymentEventForm {
                    kind: "refund.created".into(),
                    created: self.context.now(),
                    intent_id: intent.to_owned(),
                    status: refund.status,
                    id: refund.id,
                    amount: refund.amount,
                    ..PaymentEventForm::default()
                };
                self.notes.record_events(payment.clone(), &[event]).await?;
                self.store
                    .add_order_note(order.id, "note", "payment_late_refunded", PAYMENT_AUTHOR, self.context.now())
                    .await?;
            }
            Err(error) => {
                tracing::error!(order = %order.id, %error, "money for a given-up order could not be sent back yet");
                self.store.save_payment(payment, Some(next_check(payment, self.context.now()))).await?;
            }
        }
        Ok(())
    }

    async fn give_up_unsellable(&self, order: &OrderRecord, method: PaymentMethod) -> Result<(), StoreError> {
        tracing::error!(order = %order.id, "paid after its pieces were sold to others: the money goes back");
        let _ = self.move_by_payment(order, OrderStatus::Cancelled, method, "payment_stock_gone").await?;
        Ok(())
    }

    /// Reopens a failed order for another attempt: its stock is reserved again.
    pub(super) async fn reopen_for_payment(
        &self,
        order: &OrderRecord,
        method: PaymentMethod,
    ) -> Result<Result<(), TransitionRefusal>, StoreError> {
        self.move_by_payment(order, OrderStatus::Pending, method, "payment_again").await
    }

    /// Title of an order's payment method: the wallet's name, or the method's.
    pub(super) async fn payment_title(&self, order: &OrderRecord, method: PaymentMethod) -> Result<String, StoreError> {
        if let Some(wallet) = order.content.wallet.filter(|wallet| wallet.method() == method) {
            return Ok(wallet.title().to_owned());
        }
        let settings = self.context.settings().await?;
        let id = method.gateway_id();
        let title = settings.payment_methods.iter().find(|one| one.id == id).map(|one| one.title_in(lang_of(order)));
        Ok(title.map_or_else(|| order.content.payment_title.clone(), str::to_owned))
    }

    /// Moves an order because of its payment. A buyer at the payment form sees a decline there, not by e-mail; returning to the
    /// form is no occasion for one either.
    async fn move_by_payment(
        &self,
        order: &OrderRecord,
        to: OrderStatus,
        method: PaymentMethod,
        note: &str,
    ) -> Result<Result<(), TransitionRefusal>, StoreError> {
        let settings = self.context.settings().await?;
        let id = method.gateway_id();
        let title = self.payment_title(order, method).await?;
        let quiet =
            matches!(to, OrderStatus::Pending) || (to == OrderStatus::Failed && order.status == OrderStatus::Pending);
        let stock = match to.stock_effect() {
            StockEffect::Taken => StockTarget::Yes,
            StockEffect::Released => StockTarget::No,
            StockEffect::Unchanged => StockTarget::Unchanged,
        };
        // Refunds are reported to the buyer one by one.
        let quiet = quiet || to == OrderStatus::Refunded;
        // An order on hold waits for the provider, however long that takes; a renewal waits until its subscription is paused.
        let waits = to == OrderStatus::Pending && order.content.renewal.is_none();
        let hold_until = hold_until(to, &settings, self.context.now()).filter(|_| waits);
        let payment = TransitionPayment { method: id, title, hold_until };
        let step = Move { to, stock, note, author: PAYMENT_AUTHOR, mails: !quiet, payment: Some(payment) };
        self.orders.move_order(order, step).await
    }
}

fn lang_of(order: &OrderRecord) -> Lang {
    order.content.lang
}

/// The outcome of this payment for the order.
fn outcome_of(payment: &PaymentRecord, order: &OrderRecord) -> PaymentOutcome {
    let fulfilment = match order.status {
        OrderStatus::Completed => Fulfilment::Completed,
        OrderStatus::Cancelled => Fulfilment::Cancelled,
        _ => Fulfilment::Open,
    };
    let order = PaidOrder { total_cents: payment.cents, fulfilment, by_voucher: by_voucher(payment) };
    outcome(&payment.facts, &order)
}
