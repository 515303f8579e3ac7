//! Declarations of withdrawal.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use super::{NewMail, StoreError};

/// A declaration as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithdrawalRecord {
    pub id: i64,
    pub name: String,
    /// Where its acknowledgement was sent.
    pub email: String,
    /// Places of the lines in the order, ascending.
    pub lines: Vec<i64>,
    /// When it was received.
    pub created_at: UnixSeconds,
}

/// A declaration to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWithdrawal {
    pub order_id: OrderId,
    pub name: String,
    /// Where its acknowledgement goes.
    pub email: String,
    /// Places of the lines in the order, ascending.
    pub lines: Vec<i64>,
    /// Words for the order's history.
    pub note: String,
    /// The acknowledgement and the message to the shop.
    pub mails: Vec<NewMail>,
}

/// Reads and writes declarations of withdrawal.
#[async_trait]
pub trait WithdrawalStore: Send + Sync {
    /// Declarations about an order, oldest first.
    async fn withdrawals(&self, order: OrderId) -> Result<Vec<WithdrawalRecord>, StoreError>;

    /// In one transaction: stores a declaration, tells it in the order's history and queues its messages. `None`: one of the
    /// lines was declared meanwhile, or there is no such order; nothing was written.
    async fn add_withdrawal(&self, new: &NewWithdrawal, now: UnixSeconds) -> Result<Option<i64>, StoreError>;
}
