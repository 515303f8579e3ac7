//! Refunds by the payment provider.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::refund::RefundProgress;

use super::{NewMail, StoreError};

/// A refund, or part of one, by the payment provider. It is written before the provider is called, so that it is never requested
/// twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayRefundRecord {
    /// Id; part of the idempotency key.
    pub id: i64,
    pub order_id: OrderId,
    pub refund_id: i64,
    /// The payment that it refunds.
    pub payment_id: i64,
    pub cents: Cents,
    /// `re_…`; `None` until the provider has returned it.
    pub gateway_id: Option<String>,
    pub state: RefundProgress,
    /// The provider's error code; empty if it did not fail.
    pub failure: String,
    pub created_at: UnixSeconds,
}

impl GatewayRefundRecord {
    /// Idempotency key for the provider, stable across retries. It contains the order's key, because ids start again in a new
    /// database.
    pub fn idempotency_key(&self, order_key: &str) -> String {
        format!("{order_key}-refund-{}", self.id)
    }
}

/// A state transition of such a refund.
#[derive(Clone, Debug)]
pub struct RefundStep {
    /// The refund as it was read; another transition in between makes this one fail.
    pub part: GatewayRefundRecord,
    /// New state. What failed counts as not refunded.
    pub to: RefundProgress,
    /// `re_…`, as soon as it is known.
    pub gateway_id: Option<String>,
    /// Error code of a failure.
    pub failure: String,
    /// When the worker queries it next; `None` for never.
    pub check_at: Option<UnixSeconds>,
    /// Note for the order's history; empty for none.
    pub note: String,
    pub mails: Vec<NewMail>,
}

/// A refund that was made at the provider, outside the shop.
#[derive(Clone, Debug)]
pub struct ForeignRefund {
    pub order_id: OrderId,
    pub payment_id: i64,
    /// `re_…`: the same refund is recorded once.
    pub gateway_id: String,
    pub cents: Cents,
    pub state: RefundProgress,
    /// Note for the order's history.
    pub note: String,
    pub mails: Vec<NewMail>,
}

/// How a failed refund is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundAgain {
    /// Request it from the provider again.
    Gateway,
    /// It was refunded by other means.
    ByHand,
}

/// Stores refunds by the provider. They are read with their order; [`OrderStore`](super::OrderStore) records them.
#[async_trait]
pub trait RefundStore: Send + Sync {
    /// Lists at most `limit` refunds that are due for a query.
    async fn refunds_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<GatewayRefundRecord>, StoreError>;

    /// Prevents other workers from querying it before this moment.
    async fn delay_refund(&self, id: i64, check_at: UnixSeconds) -> Result<(), StoreError>;

    /// Applies a transition with its history entry and e-mails in one transaction; `false` if another one was applied since it
    /// was read.
    async fn step_refund(&self, step: &RefundStep, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Records a refund made outside the shop; `false` if it is already recorded, or if one of the shop's own refunds of the same
    /// payment is in progress and may be the same.
    async fn book_foreign_refund(&self, refund: &ForeignRefund, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Repeats the failed parts of a refund: by the provider (as a new part to be requested) or by other means. `false` if no
    /// part is failed any more, or the refund is not of that order.
    async fn refund_again(
        &self,
        order: OrderId,
        refund: i64,
        how: RefundAgain,
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;
}
