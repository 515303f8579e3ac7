//! Store credits: their balances, and the append-only ledger that explains them.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::cart::coupon::credit::{CreditOwner, StoreCredit};

use super::{NewMail, StoreError};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreditRecord {
    pub id: i64,
    /// Code, balance and expiry.
    pub credit: StoreCredit,
    pub owner: CreditOwner,
    pub issued: Cents,
    pub reason: String,
    pub created_at: UnixSeconds,
}

/// A credit to issue. It is tied to the account with its address if that address is confirmed, otherwise as soon as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCredit {
    /// Random code, lower case.
    pub code: String,
    /// Recipient's address, lower case.
    pub email: String,
    /// Amount; above zero.
    pub amount: Cents,
    /// First second at which it can no longer be used.
    pub expires_at: Option<UnixSeconds>,
    pub reason: String,
    /// Staff member's user name.
    pub author: String,
    /// The e-mail that delivers it.
    pub mail: NewMail,
}

/// A credit that pays for part of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedeemedCredit {
    pub code: String,
    pub amount: Cents,
}

/// A ledger entry. The entries of a credit add up to its balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    pub id: i64,
    /// `issued`, `used`, `given_back`, `expired`, `withdrawn`.
    pub kind: String,
    /// Positive when added, negative when used.
    pub cents: Cents,
    pub order_id: Option<OrderId>,
    /// `system`, `customer` or a staff member's user name.
    pub author: String,
    pub reason: String,
    pub created_at: UnixSeconds,
}

/// State of a credit in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditState {
    /// Has a balance and is valid.
    Open,
    /// The balance is zero.
    Empty,
    Expired,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreditFilter {
    /// Substring of code or address.
    pub search: String,
    pub state: Option<CreditState>,
    pub owner: Option<CreditOwner>,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

#[async_trait]
pub trait CreditStore: Send + Sync {
    /// Returns the existing credits among these codes, in the order of creation.
    async fn credits(&self, codes: &[String]) -> Result<Vec<CreditRecord>, StoreError>;

    /// Lists an account's credits that have a balance, those that expire first at the head; at most 50.
    async fn credits_of(&self, customer: CustomerId, now: UnixSeconds) -> Result<Vec<CreditRecord>, StoreError>;

    async fn credit(&self, id: i64) -> Result<Option<CreditRecord>, StoreError>;

    /// Lists a credit's ledger entries, oldest first.
    async fn credit_ledger(&self, id: i64) -> Result<Vec<LedgerEntry>, StoreError>;

    /// Returns a page of credits, newest first, with the total count and the sum of their balances.
    async fn list_credits(
        &self,
        filter: &CreditFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CreditRecord>, u64, Cents), StoreError>;

    /// Issues credits with their e-mails, all or none.
    async fn issue_credits(&self, new: &[NewCredit], now: UnixSeconds) -> Result<Vec<i64>, StoreError>;

    /// Withdraws an amount from a credit; `false` when the balance is lower.
    async fn withdraw_credit(
        &self,
        id: i64,
        amount: Cents,
        author: &str,
        reason: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Writes off the balances of expired credits; returns their number.
    async fn expire_credits(&self, now: UnixSeconds) -> Result<u64, StoreError>;
}
