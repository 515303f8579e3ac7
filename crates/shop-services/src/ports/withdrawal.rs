//! Declarations of withdrawal from a contract.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use super::{NewMail, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithdrawalRecord {
    pub id: i64,
    pub name: String,
    /// Recipient of the acknowledgement.
    pub email: String,
    /// Indices of the lines in the order, ascending.
    pub lines: Vec<i64>,
    pub created_at: UnixSeconds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWithdrawal {
    pub order_id: OrderId,
    pub name: String,
    /// Recipient of the acknowledgement.
    pub email: String,
    /// Indices of the lines in the order, ascending.
    pub lines: Vec<i64>,
    /// Note for the order's history.
    pub note: String,
    /// The acknowledgement and the e-mail to the shop.
    pub mails: Vec<NewMail>,
}

#[async_trait]
pub trait WithdrawalStore: Send + Sync {
    /// Lists the declarations for an order, oldest first.
    async fn withdrawals(&self, order: OrderId) -> Result<Vec<WithdrawalRecord>, StoreError>;

    /// Stores a declaration with a history entry and its e-mails in one transaction. `None`, with nothing written, if one of the
    /// lines was declared meanwhile, or there is no such order.
    async fn add_withdrawal(&self, new: &NewWithdrawal, now: UnixSeconds) -> Result<Option<i64>, StoreError>;
}
