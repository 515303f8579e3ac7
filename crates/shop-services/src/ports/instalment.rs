//! Later payments of orders that are paid in parts.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::purchase::deposit::Instalment;
use shop_core::orders::instalment::InstalmentStatus;

use super::{NewMail, StoreError};

/// A later payment as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalmentRecord {
    /// Its place among the order's, from 0.
    pub position: i64,
    /// Day and amount.
    pub instalment: Instalment,
    pub status: InstalmentStatus,
    /// Way of payment that was chosen; empty: none yet.
    pub method: String,
    /// When its state changed last.
    pub changed_at: UnixSeconds,
}

/// A step of a later payment.
#[derive(Clone, Debug, PartialEq)]
pub struct InstalmentStep {
    pub order_id: OrderId,
    /// Which of its payments.
    pub position: i64,
    /// State it must have now.
    pub from: InstalmentStatus,
    pub to: InstalmentStatus,
    /// Way of payment.
    pub method: String,
    /// Words for the order's history.
    pub note: String,
    pub author: String,
    /// Messages that tell of it.
    pub mails: Vec<NewMail>,
}

/// Changes later payments. They are read with their order.
#[async_trait]
pub trait InstalmentStore: Send + Sync {
    /// Takes a step with its history and messages in one transaction; `false`: the payment was no longer in the expected state,
    /// and nothing was written.
    async fn step_instalment(&self, step: &InstalmentStep, now: UnixSeconds) -> Result<bool, StoreError>;
}
