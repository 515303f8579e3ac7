//! Store credit: what is left of each, and the ledger that says how it came about. Entries are only ever added.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::cart::coupon::credit::{CreditOwner, StoreCredit};

use super::{NewMail, StoreError};

/// A credit as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreditRecord {
    pub id: i64,
    /// Code, balance, end.
    pub credit: StoreCredit,
    /// Whose it is.
    pub owner: CreditOwner,
    /// What was on it at first.
    pub issued: Cents,
    /// Why it was issued.
    pub reason: String,
    pub created_at: UnixSeconds,
}

/// A credit to be issued. It is tied to the account that has its address, if there is one and its owner showed that he reads
/// the address; else once he does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCredit {
    /// Code, lower-case; random.
    pub code: String,
    /// Whom it is for, lower-case.
    pub email: String,
    /// What is on it; above zero.
    pub amount: Cents,
    /// First second at which it no longer pays.
    pub expires_at: Option<UnixSeconds>,
    pub reason: String,
    /// Staff member's user name.
    pub author: String,
    /// The message that brings it.
    pub mail: NewMail,
}

/// A credit that pays for an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenCredit {
    pub code: String,
    /// What is taken of it.
    pub amount: Cents,
}

/// An entry of the ledger. The entries of a credit add up to its balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    pub id: i64,
    /// `issued`, `used`, `given_back`, `expired`, `withdrawn`.
    pub kind: String,
    /// Added (above zero) or taken (below).
    pub cents: Cents,
    /// The order it is about.
    pub order_id: Option<OrderId>,
    /// `system`, `customer` or a staff member's user name.
    pub author: String,
    pub reason: String,
    pub created_at: UnixSeconds,
}

/// How things stand with a credit, for lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditState {
    /// Something is left of it and it pays.
    Open,
    /// Nothing is left of it.
    Empty,
    /// Its time is over.
    Expired,
}

/// Which credits to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreditFilter {
    /// Code or address contains this.
    pub search: String,
    pub state: Option<CreditState>,
    /// Only those of this account or address.
    pub owner: Option<CreditOwner>,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

/// Reads and writes credits.
#[async_trait]
pub trait CreditStore: Send + Sync {
    /// The credits of these codes that are there, in the order of their making.
    async fn credits(&self, codes: &[String]) -> Result<Vec<CreditRecord>, StoreError>;

    /// The credits of an account of which something is left, those that end first at the head; at most 50.
    async fn credits_of(&self, customer: CustomerId, now: UnixSeconds) -> Result<Vec<CreditRecord>, StoreError>;

    /// One by its number.
    async fn credit(&self, id: i64) -> Result<Option<CreditRecord>, StoreError>;

    /// What happened to one, oldest first.
    async fn credit_ledger(&self, id: i64) -> Result<Vec<LedgerEntry>, StoreError>;

    /// A page of credits, newest first, with their number in all and the sum of what is left of them.
    async fn list_credits(
        &self,
        filter: &CreditFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CreditRecord>, u64, Cents), StoreError>;

    /// Issues credits with their messages, all or none.
    async fn issue_credits(&self, new: &[NewCredit], now: UnixSeconds) -> Result<Vec<i64>, StoreError>;

    /// Takes something off a credit; `false` when less is left of it.
    async fn withdraw_credit(
        &self,
        id: i64,
        amount: Cents,
        author: &str,
        reason: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Writes off what is left of credits whose time is over; gives their number.
    async fn expire_credits(&self, now: UnixSeconds) -> Result<u64, StoreError>;
}
