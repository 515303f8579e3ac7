//! Standing orders of companies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::standing_order::{Plan, Repeats, StandingState};

use super::{NewMail, StoreError};

/// A standing order. Days are counted from 1970-01-01.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingOrderRecord {
    pub id: i64,
    /// Whose it is.
    pub company_id: CompanyId,
    /// Who made it, and is written to.
    pub customer_id: CustomerId,
    /// The purchase list that is ordered.
    pub list_id: i64,
    pub list_title: String,
    pub repeats: Repeats,
    /// First day of delivery.
    pub first_on: i64,
    /// Whether it goes on.
    pub state: StandingState,
    /// The day of delivery that is prepared next.
    pub next_on: i64,
    /// The day that was prepared last; `None`: none was.
    pub prepared_on: Option<i64>,
    /// Grows with every change.
    pub version: i64,
}

impl StandingOrderRecord {
    pub const fn plan(&self) -> Plan {
        Plan { repeats: self.repeats, first_on: self.first_on }
    }
}

/// What a company decides of a standing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingOrderContent {
    /// The purchase list.
    pub list_id: i64,
    pub plan: Plan,
    /// Whether it goes on.
    pub state: StandingState,
    /// The day of delivery that is prepared next.
    pub next_on: i64,
}

/// What became of a new standing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingOrderSaved {
    /// It has this number; the same list with the same days is not stored a second time.
    Saved(i64),
    /// The company has as many as it may have.
    Full,
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingOrderChanged {
    Changed,
    /// Somebody else changed it since it was read.
    Conflict,
    /// The company has no such standing order.
    Missing,
}

/// A step of a standing order that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingOrderStep {
    /// Whether it goes on after it.
    pub state: StandingState,
    /// The next day.
    pub next_on: i64,
    /// The day that is prepared, with the message that asks for it; `None`: none is.
    pub prepared: Option<(i64, NewMail)>,
}

/// Reads and writes standing orders. What a company asks names it; another's is as if it were not there.
#[async_trait]
pub trait StandingOrderStore: Send + Sync {
    /// A company's standing orders, the next one first.
    async fn standing_orders(&self, company: CompanyId) -> Result<Vec<StandingOrderRecord>, StoreError>;

    /// One of them.
    async fn standing_order(&self, company: CompanyId, id: i64) -> Result<Option<StandingOrderRecord>, StoreError>;

    /// Stores one unless the company has `most` already.
    async fn add_standing_order(
        &self,
        company: CompanyId,
        customer: CustomerId,
        new: &StandingOrderContent,
        most: u64,
        now: UnixSeconds,
    ) -> Result<StandingOrderSaved, StoreError>;

    /// Changes one if it is still of this version.
    async fn change_standing_order(
        &self,
        company: CompanyId,
        id: i64,
        version: i64,
        content: &StandingOrderContent,
        now: UnixSeconds,
    ) -> Result<StandingOrderChanged, StoreError>;

    /// Deletes one; `false`: the company has no such standing order.
    async fn delete_standing_order(&self, company: CompanyId, id: i64) -> Result<bool, StoreError>;

    /// Some of those whose next day is this one or before, the most urgent first.
    async fn due_standing_orders(&self, day: i64, limit: u64) -> Result<Vec<StandingOrderRecord>, StoreError>;

    /// Moves one on and queues its message, in one transaction; `false`: it is no longer as it was read, and nothing is done. Two
    /// processes that have read the same one move it once.
    async fn step_standing_order(
        &self,
        read: &StandingOrderRecord,
        step: &StandingOrderStep,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;
}
