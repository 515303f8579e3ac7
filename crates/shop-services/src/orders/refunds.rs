//! Refunds: what can be refunded of an order, and recording it.

use shop_core::base::format::price;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::{InstalmentStatus, balance};
use shop_core::orders::refund::{RefundProgress, Refundable, RefundableLine};
use shop_core::payments::availability::is_gateway_method;
use shop_core::payments::state::event::CaseState;
use shop_core::platform::words::order_texts;

use crate::content::mail_template::MailTemplate;
use crate::orders::Orders;
use crate::platform::settings::ShopSettings;
use crate::ports::{GatewayRefundRecord, NewMail, OrderRecord, PaymentRecord, RefundRecord, StoreError, Transition};

/// Builds the refundable amounts of an order from its payments by the provider.
pub fn refundable(order: &OrderRecord, payments: &[PaymentRecord]) -> Refundable {
    // Returned pieces stay returned, even if the refund failed.
    let given = |position: i64| {
        let all = order.refunds.iter().flat_map(|refund| refund.lines.iter().map(move |line| (refund, line)));
        let of_line = all.filter(move |(_, line)| line.position == position);
        of_line.fold((0, Cents::ZERO), |(pieces, cents), (refund, line)| {
            let arrived = if refund.failed < refund.cents { line.cents } else { Cents::ZERO };
            (pieces + line.quantity, cents + arrived)
        })
    };
    let lines = order.lines.iter().enumerate().map(|(n, line)| {
        let position = i64::try_from(n).unwrap_or(i64::MAX);
        let (returned, refunded) = given(position);
        RefundableLine {
            position,
            name: line.name.clone(),
            quantity: line.quantity,
            paid: line.content.total_cents + line.content.total_tax_cents,
            returned,
            refunded,
        }
    });
    Refundable {
        status: order.status,
        lines: lines.collect(),
        shipping: order.content.delivery.as_ref().map_or(Cents::ZERO, |one| one.cost_cents + one.tax_cents),
        shipping_refunded: order
            .refunds
            .iter()
            .filter(|refund| refund.failed < refund.cents)
            .map(|refund| refund.shipping)
            .sum(),
        // Unpaid amounts cannot be refunded.
        money: order.content.total_cents - balance(&order.parts()),
        credit: order.content.credit_cents(),
        money_refunded: order.money_refunded,
        credit_refunded: order.credit_refunded,
        by_gateway: left_by_gateway(order, payments),
    }
}

impl Orders {
    /// Sets an order to refunded once its full amount was refunded and the provider has confirmed all of it.
    pub(crate) async fn close_when_refunded(&self, id: OrderId, author: &str) -> Result<(), StoreError> {
        let Some(order) = self.store.order(id).await? else { return Ok(()) };
        let payments = self.store.payments_of(id).await?;
        if order.status.can_become(OrderStatus::Refunded) && is_refunded(&order, &payments) {
            self.close_refunded(&order, author).await?;
        }
        Ok(())
    }

    /// Sets a fully refunded order to refunded. The buyer was already notified.
    async fn close_refunded(&self, order: &OrderRecord, author: &str) -> Result<(), StoreError> {
        let (subscriptions, mails) = self.subscriptions.subscriptions_after(order.id, OrderStatus::Refunded).await?;
        let transition = Transition { subscriptions, mails, ..order.step(OrderStatus::Refunded, author) };
        // If somebody changed the status meanwhile, theirs wins; the refund is valid all the same.
        self.store.transition_order(&transition, self.context.now()).await.map(|_| ())
    }
}

/// Whether everything was refunded, with no refund still in progress.
pub(crate) fn is_refunded(order: &OrderRecord, payments: &[PaymentRecord]) -> bool {
    let has_open_part = |refund: &RefundRecord| refund.parts.iter().any(|part| part.state == RefundProgress::Requested);
    let given = order.money_refunded + order.credit_refunded;
    given > Cents::ZERO
        && refundable(order, payments).refundable_cents() == Cents::ZERO
        && !order.refunds.iter().any(has_open_part)
}

pub(crate) fn refund_mail(order: &OrderRecord, refund: &RefundRecord, settings: &ShopSettings) -> NewMail {
    let lang = order.content.lang;
    let number = order.id;
    let name = &order.content.billing.first_name;
    let mut facts: Vec<(String, String)> = refund
        .lines
        .iter()
        .filter_map(|given| {
            let line = order.lines.get(usize::try_from(given.position).ok()?)?;
            let pieces =
                if given.quantity > 0 { format!("{} × {}", line.name, given.quantity) } else { line.name.clone() };
            Some((pieces, price(given.cents, lang)))
        })
        .collect();
    if refund.shipping > Cents::ZERO {
        facts.push((order_texts::shipping(lang).to_owned(), price(refund.shipping, lang)));
    }
    facts.push((order_texts::refunded_in_all(lang).to_owned(), price(refund.cents, lang)));
    if !refund.reason.is_empty() {
        facts.push((order_texts::reason(lang).to_owned(), refund.reason.clone()));
    }
    let opening = if refund.as_credit {
        order_texts::refunded_as_credit(lang, name, number)
    } else {
        order_texts::refunded_money(lang, name, number)
    };
    MailTemplate {
        kind: "customer_refund".into(),
        recipient: order.content.billing.email.clone(),
        subject: order_texts::refund_subject(lang, number),
        paragraphs: vec![opening],
        facts,
        button: None,
        closing: Vec::new(),
    }
    .into_mail(settings, lang)
}

/// The payments that count for the order: for each purpose the first one that succeeded. Any other was made by mistake, as was
/// one that succeeded after the order was paid by another method.
pub(crate) fn counting<'a>(order: &OrderRecord, payments: &'a [PaymentRecord]) -> Vec<&'a PaymentRecord> {
    let mut counting: Vec<&PaymentRecord> = Vec::new();
    for payment in payments.iter().filter(|one| one.came_through() && !is_paid_otherwise(order, one)) {
        if !counting.iter().any(|known| known.part == payment.part) {
            counting.push(payment);
        }
    }
    counting
}

/// Whether the purpose of a payment was paid by another method, or will be paid on delivery.
pub(crate) fn is_paid_otherwise(order: &OrderRecord, payment: &PaymentRecord) -> bool {
    let Some(position) = payment.part else {
        let is_settled =
            matches!(order.status, OrderStatus::Processing | OrderStatus::Completed | OrderStatus::Refunded);
        return is_settled && !is_gateway_method(&order.payment_method);
    };
    let part = order.instalments.iter().find(|one| one.position == position);
    part.is_some_and(|part| part.status == InstalmentStatus::Paid && part.method != payment.method.gateway_id())
}

/// The refundable rest of each payment; disputed amounts are in the bank's hands.
fn left_of(order: &OrderRecord, payments: &[PaymentRecord]) -> Vec<(i64, Cents)> {
    let parts: Vec<&GatewayRefundRecord> = order.refunds.iter().flat_map(|refund| &refund.parts).collect();
    let left = |payment: &&PaymentRecord| {
        let facts = &payment.facts;
        if !facts.was_paid() || facts.disputes.values().any(|case| *case != CaseState::Closed) {
            return Cents::ZERO;
        }
        let captured = if facts.captured_cents == Cents::ZERO { payment.cents } else { facts.captured_cents };
        let is_reported =
            |part: &GatewayRefundRecord| part.gateway_id.as_ref().is_some_and(|id| facts.refunds.contains_key(id));
        let own = parts
            .iter()
            .filter(|part| part.payment_id == payment.id && part.state != RefundProgress::Failed && !is_reported(part));
        (captured - facts.refunded_cents() - own.map(|part| part.cents).sum::<Cents>()).max(Cents::ZERO)
    };
    counting(order, payments).iter().map(|payment| (payment.id, left(payment))).collect()
}

/// Allocates a refund to payments, the oldest first.
pub(crate) fn allocate_refund(order: &OrderRecord, payments: &[PaymentRecord], amount: Cents) -> Vec<(i64, Cents)> {
    let mut open = amount;
    let mut allocations = Vec::new();
    for (payment, left) in left_of(order, payments) {
        let cents = left.min(open);
        if cents > Cents::ZERO {
            allocations.push((payment, cents));
            open = open - cents;
        }
    }
    allocations
}

/// Amount of an order that the provider can still refund; `None` if it was not paid by the provider.
pub(crate) fn left_by_gateway(order: &OrderRecord, payments: &[PaymentRecord]) -> Option<Cents> {
    let left = left_of(order, payments);
    (!left.is_empty()).then(|| left.into_iter().map(|(_, cents)| cents).sum())
}
