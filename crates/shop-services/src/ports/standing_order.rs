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
    pub company_id: CompanyId,
    /// The account that created it and receives its e-mails.
    pub customer_id: CustomerId,
    /// The purchase list that is ordered.
    pub list_id: i64,
    pub list_title: String,
    pub repeats: Repeats,
    /// First delivery day.
    pub first_on: i64,
    pub state: StandingState,
    /// The next delivery day to prepare.
    pub next_on: i64,
    /// The last delivery day that was prepared.
    pub prepared_on: Option<i64>,
    /// Version for optimistic locking.
    pub version: i64,
}

impl StandingOrderRecord {
    pub const fn plan(&self) -> Plan {
        Plan { repeats: self.repeats, first_on: self.first_on }
    }
}

/// The part of a standing order that the company can edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingOrderContent {
    pub list_id: i64,
    pub plan: Plan,
    pub state: StandingState,
    /// The next delivery day to prepare.
    pub next_on: i64,
}

/// Result of adding a standing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingOrderSaved {
    /// Stored under this id; one with the same list and days is not stored twice.
    Saved(i64),
    /// The company has the maximum number.
    Full,
}

/// Result of changing a standing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingOrderChanged {
    Changed,
    /// Somebody else changed it since it was current.
    Conflict,
    Missing,
}

/// A step of a due standing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingOrderStep {
    /// State after the step.
    pub state: StandingState,
    pub next_on: i64,
    /// The prepared day, with the e-mail that asks to confirm it; `None` if none is prepared.
    pub prepared: Option<(i64, NewMail)>,
}

/// Reads and writes standing orders. A company's queries filter by its id.
#[async_trait]
pub trait StandingOrderStore: Send + Sync {
    /// Lists a company's standing orders, the next one first.
    async fn standing_orders(&self, company: CompanyId) -> Result<Vec<StandingOrderRecord>, StoreError>;

    async fn standing_order(&self, company: CompanyId, id: i64) -> Result<Option<StandingOrderRecord>, StoreError>;

    /// Adds one unless the company already has `max`.
    async fn add_standing_order(
        &self,
        company: CompanyId,
        customer: CustomerId,
        new: &StandingOrderContent,
        max: u64,
        now: UnixSeconds,
    ) -> Result<StandingOrderSaved, StoreError>;

    /// Changes one if it still has this version.
    async fn change_standing_order(
        &self,
        company: CompanyId,
        id: i64,
        version: i64,
        content: &StandingOrderContent,
        now: UnixSeconds,
    ) -> Result<StandingOrderChanged, StoreError>;

    /// Deletes one; `false` if the company has no such standing order.
    async fn delete_standing_order(&self, company: CompanyId, id: i64) -> Result<bool, StoreError>;

    /// Lists standing orders whose next day is `day` or earlier, the max urgent first.
    async fn due_standing_orders(&self, day: i64, limit: u64) -> Result<Vec<StandingOrderRecord>, StoreError>;

    /// Advances one and queues its e-mail in one transaction; `false`, with nothing done, if it changed since it was current. Two
    /// workers that current the same one advance it once.
    async fn step_standing_order(
        &self,
        current: &StandingOrderRecord,
        step: &StandingOrderStep,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;
}
