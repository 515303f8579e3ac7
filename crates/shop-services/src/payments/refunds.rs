//! Refunds by the provider: recorded first, then requested, and settled by the provider's response.

use std::sync::Arc;

use shop_core::base::format::price;
use shop_core::base::{Cents, Lang, OrderId};
use shop_core::orders::refund::RefundProgress;
use shop_core::payments::error::payment_error_message;
use shop_core::payments::state::event::{PaymentEventForm, RefundState};
use shop_core::platform::words::{order_texts, staff_texts};

use super::notes::PaymentNotes;
use crate::content::mail_template::MailTemplate;
use crate::orders::{Orders, counting, refund_mail};
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    ForeignRefund, Gateway, GatewayError, GatewayRefund, GatewayRefundRecord, NewMail, OrderRecord, OrderStore,
    PAYMENT_AUTHOR, PaymentRecord, PaymentStore, RefundRecord, RefundStep, RefundStore, StoreError, ports,
};

/// How long a worker holds a refund request exclusively: longer than the retries of a call to the provider take.
pub(super) const REQUEST_LEASE_S: i64 = 30;
/// Interval of checks on a pending refund, in case its event was lost.
const PENDING_S: i64 = 6 * 3600;

ports! {
    pub(crate) trait RefundsPorts: OrderStore + PaymentStore + RefundStore
}

/// Refunds, by the provider or by other means.
#[derive(Clone)]
pub struct Refunds {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn RefundsPorts>,
    pub(crate) orders: Orders,
    pub(crate) notes: PaymentNotes,
}

impl Refunds {
    /// Requests the parts of a refund that were not requested yet; `true` if the provider has confirmed all of it.
    pub(crate) async fn request_refund(&self, id: OrderId, refund: i64) -> Result<bool, StoreError> {
        let Some(order) = self.store.order(id).await? else { return Ok(false) };
        for part in parts_of(&order, refund).filter(|part| part.state == RefundProgress::Requested) {
            self.request_part(&order, part, false).await?;
        }
        let Some(order) = self.store.order(id).await? else { return Ok(false) };
        let yes =
            |part: &GatewayRefundRecord| matches!(part.state, RefundProgress::Pending | RefundProgress::Succeeded);
        // Repeated parts replace those that failed before.
        let open = order.refunds.iter().find(|one| one.id == refund).map_or(Cents::ZERO, |one| one.failed);
        Ok(open == Cents::ZERO
            && parts_of(&order, refund).all(|part| yes(part) || part.state == RefundProgress::Failed))
    }

    /// Requests a refund, or queries it. `again`: the provider may already have it, and does not remember idempotency keys
    /// forever.
    pub(super) async fn request_part(
        &self,
        order: &OrderRecord,
        part: &GatewayRefundRecord,
        again: bool,
    ) -> Result<(), StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(()) };
        let payments = self.store.payments_of(order.id).await?;
        let payment = payments.into_iter().find(|one| one.id == part.payment_id);
        let Some((payment, intent)) = payment.and_then(|one| Some((one.clone(), one.intent_id?))) else {
            return Ok(());
        };
        let key = part.idempotency_key(&order.order_key);
        match answer(gateway.as_ref(), &intent, part, &key, again).await {
            Ok(refund) => {
                let to = progress(&refund.status);
                self.step_part(order, part, to, Some(refund.id.clone()), "").await?;
                let event = PaymentEventForm {
                    kind: "refund.created".into(),
                    created: self.context.now(),
                    intent_id: intent,
                    status: refund.status,
                    id: refund.id,
                    amount: refund.amount,
                    ..PaymentEventForm::default()
                };
                self.notes.record_events(payment, &[event]).await?;
            }
            Err(GatewayError::Declined { error, .. } | GatewayError::Refused { error }) => {
                tracing::warn!(order = %order.id, code = %error.code, "the provider refused a refund");
                let why = if error.code.is_empty() { error.kind.clone() } else { error.code.clone() };
                self.step_part(order, part, RefundProgress::Failed, None, &why).await?;
                let words = payment_error_message(&error, Lang::It);
                self.store.add_order_note(order.id, "note", &words, PAYMENT_AUTHOR, self.context.now()).await?;
            }
            // Nothing more is known: it stays requested, and is requested again with the same key.
            Err(error @ (GatewayError::Unavailable(_) | GatewayError::Unknown(_))) => {
                tracing::warn!(order = %order.id, %error, "a refund stays in doubt");
                if !again {
                    self.store
                        .add_order_note(order.id, "note", "refund_in_doubt", PAYMENT_AUTHOR, self.context.now())
                        .await?;
                }
            }
        }
        Ok(())
    }

    /// Applies a state change of a refund: the buyer is notified when money is on its way, the shop when it is not.
    async fn step_part(
        &self,
        order: &OrderRecord,
        part: &GatewayRefundRecord,
        to: RefundProgress,
        gateway_id: Option<String>,
        failure: &str,
    ) -> Result<bool, StoreError> {
        if part.state == to && part.gateway_id.is_some() {
            if to == RefundProgress::Pending {
                self.store.delay_refund(part.id, self.context.now() + PENDING_S).await?;
            }
            return Ok(false);
        }
        // The payment's facts may have been read before the refund's row.
        if part.state != to && !part.state.can_become(to) {
            return Ok(false);
        }
        let settings = self.context.settings().await?;
        let refund = order.refunds.iter().find(|one| one.id == part.refund_id);
        let mails = match (to, refund) {
            (RefundProgress::Pending | RefundProgress::Succeeded, Some(refund)) => {
                vec![refund_mail(order, refund, &settings)]
            }
            (RefundProgress::Failed, _) => failed_mail(order, part, &settings).into_iter().collect(),
            _ => Vec::new(),
        };
        let check_at = match to {
            RefundProgress::Pending => Some(self.context.now() + PENDING_S),
            RefundProgress::Requested => Some(self.context.now() + REQUEST_LEASE_S),
            RefundProgress::Succeeded | RefundProgress::Failed => None,
        };
        let step = RefundStep {
            part: part.clone(),
            to,
            gateway_id,
            failure: failure.to_owned(),
            check_at,
            note: words(to, part.cents),
            mails,
        };
        self.store.step_refund(&step, self.context.now()).await
    }

    /// Updates the order's refunds from its payments: progress is recorded, and refunds made outside the shop are recorded once.
    /// `false` if a request is in progress, so that it is unknown which refund belongs to whom.
    pub(super) async fn follow_refunds(
        &self,
        order: &OrderRecord,
        payments: &[PaymentRecord],
    ) -> Result<bool, StoreError> {
        let settings = self.context.settings().await?;
        let mut all = true;
        for payment in counting(order, payments).into_iter().filter(|one| one.facts.captured_cents > Cents::ZERO) {
            for (id, (state, cents)) in &payment.facts.refunds {
                let to = progress_of(*state);
                let known = order.refunds.iter().flat_map(|refund| &refund.parts);
                if let Some(part) = known.clone().find(|part| part.gateway_id.as_deref() == Some(id.as_str())) {
                    self.step_part(order, part, to, Some(id.clone()), &part.failure).await?;
                    continue;
                }
                if known.clone().any(|part| part.payment_id == payment.id && part.state == RefundProgress::Requested) {
                    all = false;
                    continue;
                }
                let record = RefundRecord { cents: *cents, ..RefundRecord::default() };
                let arrives = to != RefundProgress::Failed;
                let foreign = ForeignRefund {
                    order_id: order.id,
                    payment_id: payment.id,
                    gateway_id: id.clone(),
                    cents: *cents,
                    state: to,
                    note: staff_texts::refund_by_provider(Lang::It, price(*cents, Lang::It)),
                    mails: if arrives { vec![refund_mail(order, &record, &settings)] } else { Vec::new() },
                };
                self.store.book_foreign_refund(&foreign, self.context.now()).await?;
            }
        }
        Ok(all)
    }
}

fn parts_of(order: &OrderRecord, refund: i64) -> impl Iterator<Item = &GatewayRefundRecord> {
    order.refunds.iter().filter(move |one| one.id == refund).flat_map(|one| &one.parts)
}

/// Evaluates the provider's response to a refund.
async fn answer(
    gateway: &dyn Gateway,
    intent: &str,
    part: &GatewayRefundRecord,
    key: &str,
    again: bool,
) -> Result<GatewayRefund, GatewayError> {
    if again {
        let known = gateway.refunds(intent).await?;
        let is_this = |one: &GatewayRefund| one.key == key || part.gateway_id.as_deref() == Some(one.id.as_str());
        if let Some(refund) = known.into_iter().find(is_this) {
            return Ok(refund);
        }
    }
    gateway.refund(intent, part.cents, key).await
}

/// Maps the provider's status. An unknown one is checked again.
fn progress(status: &str) -> RefundProgress {
    match status {
        "succeeded" => RefundProgress::Succeeded,
        "failed" | "canceled" => RefundProgress::Failed,
        _ => RefundProgress::Pending,
    }
}

const fn progress_of(state: RefundState) -> RefundProgress {
    match state {
        RefundState::ActionRequired | RefundState::Pending => RefundProgress::Pending,
        RefundState::Succeeded => RefundProgress::Succeeded,
        RefundState::Failed | RefundState::Cancelled => RefundProgress::Failed,
    }
}

/// For staff, who read Italian.
fn words(to: RefundProgress, cents: Cents) -> String {
    let amount = price(cents, Lang::It);
    match to {
        RefundProgress::Requested => String::new(),
        RefundProgress::Pending => staff_texts::refund_pending(Lang::It, amount),
        RefundProgress::Succeeded => staff_texts::refund_succeeded(Lang::It, amount),
        RefundProgress::Failed => staff_texts::refund_failed(Lang::It, amount),
    }
}

/// Notifies the shop of a refund that failed, because somebody must handle it.
fn failed_mail(order: &OrderRecord, part: &GatewayRefundRecord, settings: &ShopSettings) -> Option<NewMail> {
    let recipient = settings.orders_address();
    if recipient.is_empty() {
        return None;
    }
    let mail_template = MailTemplate {
        kind: format!("refund_failed_{}", part.id),
        recipient: recipient.to_owned(),
        subject: staff_texts::refund_failed_subject(Lang::It, order.id, &settings.shop.name),
        paragraphs: vec![staff_texts::refund_failed_mail(Lang::It).to_owned()],
        facts: vec![(order_texts::amount(Lang::It).to_owned(), price(part.cents, Lang::It))],
        ..MailTemplate::default()
    };
    Some(mail_template.into_mail(settings, Lang::It))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_not_known_is_no_success() {
        for (word, state) in [
            ("succeeded", RefundProgress::Succeeded),
            ("failed", RefundProgress::Failed),
            ("canceled", RefundProgress::Failed),
            ("pending", RefundProgress::Pending),
            ("requires_action", RefundProgress::Pending),
            ("", RefundProgress::Pending),
        ] {
            assert_eq!(progress(word), state, "{word}");
        }
    }
}
