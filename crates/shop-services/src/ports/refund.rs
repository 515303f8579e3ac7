//! Refunds by the payment provider.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::refund::RefundProgress;

use super::{NewMail, StoreError};

/// A refund, or a part of one, that goes back by the payment provider. It is written before the provider is asked, so that it
/// is never asked for twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayRefundRecord {
    /// Number; the idempotency key is made of it.
    pub id: i64,
    pub order_id: OrderId,
    /// The refund that it belongs to.
    pub refund_id: i64,
    /// The payment that it is taken from.
    pub payment_id: i64,
    pub cents: Cents,
    /// `re_…`; `None`: the provider has not told it yet.
    pub gateway_id: Option<String>,
    /// How far it has come.
    pub state: RefundProgress,
    /// Why it failed: the provider's code; empty: it did not.
    pub failure: String,
    /// When it was written.
    pub created_at: UnixSeconds,
}

impl GatewayRefundRecord {
    /// The key with which the provider is asked, each time the same. The order's key is in it, because numbers begin again in
    /// a new database.
    pub fn idempotency_key(&self, order_key: &str) -> String {
        format!("{order_key}-refund-{}", self.id)
    }
}

/// A step of such a refund.
#[derive(Clone, Debug)]
pub struct RefundStep {
    /// As it was read; another step in between refuses this one.
    pub part: GatewayRefundRecord,
    /// How far it is then. What failed counts as not given back.
    pub to: RefundProgress,
    /// `re_…`, as soon as it is known.
    pub gateway_id: Option<String>,
    /// Why it failed.
    pub failure: String,
    /// When the shop asks about it by itself; `None`: not again.
    pub check_at: Option<UnixSeconds>,
    /// Words for the order's history; empty: none.
    pub note: String,
    /// Messages that tell of it.
    pub mails: Vec<NewMail>,
}

/// A refund that was made at the provider's, past the shop.
#[derive(Clone, Debug)]
pub struct ForeignRefund {
    pub order_id: OrderId,
    pub payment_id: i64,
    /// `re_…`: the same refund is booked once.
    pub gateway_id: String,
    pub cents: Cents,
    /// How far it has come.
    pub state: RefundProgress,
    /// Words for the order's history.
    pub note: String,
    /// Messages that tell of it.
    pub mails: Vec<NewMail>,
}

/// What is done about a refund that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundAgain {
    /// The provider is asked anew.
    Gateway,
    /// It was given back by other means.
    ByHand,
}

/// Keeps refunds by the provider. They are read with their order; booking one is a matter of the order.
#[async_trait]
pub trait RefundStore: Send + Sync {
    /// Those that are due to be asked about, at most `limit`.
    async fn refunds_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<GatewayRefundRecord>, StoreError>;

    /// Nobody else asks about it before this moment.
    async fn delay_refund(&self, id: i64, check_at: UnixSeconds) -> Result<(), StoreError>;

    /// Takes a step with its history and messages in one transaction; `false`: somebody else took one since it was read.
    async fn step_refund(&self, step: &RefundStep, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Books a refund that was made past the shop; `false`: it is booked already, or one of the shop's own on the same payment
    /// is being asked for and may be the same.
    async fn book_foreign_refund(&self, refund: &ForeignRefund, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Gives back again what failed of a refund: by the provider (a new part of it, to be asked) or by other means. `false`:
    /// nothing of it is failed any more, or it is not that order's.
    async fn refund_again(
        &self,
        order: OrderId,
        refund: i64,
        how: RefundAgain,
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;
}
