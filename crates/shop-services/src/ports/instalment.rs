//! Instalments of orders that are paid in parts.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::purchase::deposit::Instalment;
use shop_core::orders::instalment::InstalmentStatus;

use super::{NewMail, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalmentRecord {
    /// Index among the order's instalments, from 0.
    pub position: i64,
    /// Due day and amount.
    pub instalment: Instalment,
    pub status: InstalmentStatus,
    /// Chosen payment method; empty if none yet.
    pub method: String,
    pub changed_at: UnixSeconds,
}

/// A state transition of an instalment.
#[derive(Clone, Debug, PartialEq)]
pub struct InstalmentStep {
    pub order_id: OrderId,
    /// Index of the instalment.
    pub position: i64,
    /// Required current state.
    pub from: InstalmentStatus,
    pub to: InstalmentStatus,
    pub method: String,
    /// Note for the order's history.
    pub note: String,
    pub author: String,
    pub mails: Vec<NewMail>,
}

/// Updates instalments. They are read with their order.
#[async_trait]
pub trait InstalmentStore: Send + Sync {
    /// Applies a transition with its history entry and e-mails in one transaction; `false`, with nothing written, if the
    /// instalment is no longer in the expected state.
    async fn step_instalment(&self, step: &InstalmentStep, now: UnixSeconds) -> Result<bool, StoreError>;
}
