//! Refunds of an amount or of lines, by the provider or by other means.

use shop_core::base::{Cents, FieldError, OrderId};
use shop_core::cart::coupon::credit_check::NewCredits;
use shop_core::orders::refund::{Refund, RefundForm, check};
use shop_core::platform::words::order_texts;

use super::refunds::REQUEST_LEASE_S;
use crate::cart::credit::credits_to;
use crate::orders::{allocate_refund, left_by_gateway, refund_mail, refundable};
use crate::payments::Refunds;
use crate::ports::{NewRefund, OrderRecord, PaymentRecord, RefundAgain, RefundRecord, StoreError};

/// Why nothing was refunded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefundError {
    #[error("the order does not exist")]
    Unknown,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error("the order changed meanwhile")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Identifies a refund request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundRequest {
    /// Number of refunds of the order when the form was filled in; if it has changed nothing is refunded. `None` if the client
    /// does not send it.
    pub refunds_before: Option<usize>,
    /// Hash of the client's idempotency key; empty if it sends none.
    pub hash: String,
}

impl RefundRequest {
    /// Whether one of these refunds was made by the same request.
    fn is_repeated(&self, refunds: &[RefundRecord]) -> bool {
        !self.hash.is_empty() && refunds.iter().any(|one| one.request_hash == self.hash)
    }
}

impl Refunds {
    /// Previews a refund and the rest, without writing anything.
    pub async fn preview_refund(&self, id: OrderId, form: &RefundForm) -> Result<(Refund, Cents), RefundError> {
        let Some(order) = self.store.order(id).await? else { return Err(RefundError::Unknown) };
        let facts = refundable(&order, &self.store.payments_of(id).await?);
        let refund = check(form, &facts, self.context.settings().await?.lang()).map_err(RefundError::Fields)?;
        let left = facts.refundable_cents() - refund.total;
        Ok((refund, left))
    }

    /// Refunds part of an order. The buyer is notified; when nothing is left to refund, the order is set to refunded. A repeated
    /// request refunds nothing again.
    pub async fn refund_order(
        &self,
        id: OrderId,
        form: &RefundForm,
        request: &RefundRequest,
        author: &str,
    ) -> Result<(), RefundError> {
        let Some(order) = self.store.order(id).await? else { return Err(RefundError::Unknown) };
        if request.is_repeated(&order.refunds) {
            return Ok(());
        }
        if request.refunds_before.is_some_and(|before| before != order.refunds.len()) {
            return Err(RefundError::Changed);
        }
        let settings = self.context.settings().await?;
        let payments = self.store.payments_of(id).await?;
        let facts = refundable(&order, &payments);
        let refund = check(form, &facts, settings.lang()).map_err(RefundError::Fields)?;
        let lang = order.content.lang;
        let credit = refund.as_credit.then(|| {
            let new = NewCredits {
                emails: vec![order.content.billing.email.trim().to_lowercase()],
                amount: refund.total,
                expires_at: None,
                reason: order_texts::refund_of_order(lang, id),
            };
            credits_to(self.context.random(), &new, author, &settings, lang).pop()
        });
        let parts = if refund.by_gateway { allocate_refund(&order, &payments, refund.total) } else { Vec::new() };
        let record = RefundRecord {
            as_credit: refund.as_credit,
            cents: refund.total,
            lines: refund.lines,
            shipping: refund.shipping,
            restocked: refund.restock,
            reason: refund.reason,
            author: author.to_owned(),
            request_hash: request.hash.clone(),
            created_at: self.context.now(),
            ..RefundRecord::default()
        };
        let booked = NewRefund {
            order_id: id,
            expected: (order.money_refunded, order.credit_refunded),
            // Refunds by the provider are reported to the buyer once the provider has confirmed them.
            mails: if parts.is_empty() { vec![refund_mail(&order, &record, &settings)] } else { Vec::new() },
            refund: record,
            credit: credit.flatten(),
            parts,
            check_at: self.context.now() + REQUEST_LEASE_S,
            free_places: refund.free_places,
        };
        let Some(number) = self.store.book_refund(&booked, self.context.now()).await? else {
            return Err(RefundError::Changed);
        };
        self.context.catalogue_changed();
        self.request_refund(id, number).await?;
        self.orders.close_when_refunded(id, author).await?;
        Ok(())
    }

    /// Repeats the failed part of a refund, by the provider or by other means.
    pub async fn refund_again(
        &self,
        id: OrderId,
        number: i64,
        how: RefundAgain,
        author: &str,
    ) -> Result<(), RefundError> {
        if self.store.order(id).await?.is_none() {
            return Err(RefundError::Unknown);
        }
        if !self.store.refund_again(id, number, how, author, self.context.now()).await? {
            return Err(RefundError::Changed);
        }
        self.request_refund(id, number).await?;
        self.orders.close_when_refunded(id, author).await?;
        Ok(())
    }

    /// Refunds everything left at the provider, without lines; `true` if the provider has confirmed all of it, `None` if the order
    /// changed meanwhile.
    pub(crate) async fn refund_left(
        &self,
        order: &OrderRecord,
        payments: &[PaymentRecord],
        reason: &str,
        author: &str,
    ) -> Result<Option<bool>, StoreError> {
        let left = left_by_gateway(order, payments).unwrap_or_default();
        if left <= Cents::ZERO {
            return Ok(Some(true));
        }
        let booked = NewRefund {
            order_id: order.id,
            expected: (order.money_refunded, order.credit_refunded),
            refund: RefundRecord {
                cents: left,
                reason: reason.to_owned(),
                author: author.to_owned(),
                created_at: self.context.now(),
                ..RefundRecord::default()
            },
            credit: None,
            parts: allocate_refund(order, payments, left),
            check_at: self.context.now() + REQUEST_LEASE_S,
            free_places: false,
            mails: Vec::new(),
        };
        let Some(number) = self.store.book_refund(&booked, self.context.now()).await? else {
            return Ok(None);
        };
        Ok(Some(self.request_refund(order.id, number).await?))
    }
}
