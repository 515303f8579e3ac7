//! Carts that wait for a main account's approval. Whose they are is part of every statement.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{ApprovalId, Cents, CompanyId, CustomerId, OrderId};
use shop_core::trade::approval::{ApprovalLine, ApprovalState};

use super::{NewMail, StoreError};

#[derive(Clone, Debug, PartialEq)]
pub struct ApprovalRecord {
    pub id: ApprovalId,
    /// The sub-account that asks.
    pub customer_id: CustomerId,
    /// Its user name.
    pub username: String,
    /// How it stands.
    pub state: ApprovalState,
    pub lines: Vec<ApprovalLine>,
    /// What its goods cost, discounts taken off, tax included.
    pub goods_cents: Cents,
    /// What the sub-account says.
    pub note: String,
    /// What the main account answered.
    pub answer: String,
    /// The order that was made of it.
    pub order_id: Option<OrderId>,
    /// When it was asked for.
    pub created_at: UnixSeconds,
    /// When it was answered.
    pub decided_at: Option<UnixSeconds>,
}

/// A request to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct NewApproval {
    pub company_id: CompanyId,
    /// The sub-account that asks.
    pub customer_id: CustomerId,
    pub lines: Vec<ApprovalLine>,
    /// What its goods cost.
    pub goods_cents: Cents,
    pub note: String,
}

/// What the main account says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalDecision {
    /// It may be ordered.
    pub approved: bool,
    /// In words; may be empty.
    pub answer: String,
}

/// Reads and writes requests for approval.
#[async_trait]
pub trait ApprovalStore: Send + Sync {
    /// Asks, with the message about it: a request of the same account that still waits is replaced. `false`: the same account asked at
    /// the same moment, and that request stands.
    async fn ask_approval(
        &self,
        new: &NewApproval,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Answers one that waits, with the message about it; `false`: the company has none such, or it was answered.
    async fn decide_approval(
        &self,
        company: CompanyId,
        id: ApprovalId,
        decision: &ApprovalDecision,
        mail: &NewMail,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// A company's request.
    async fn approval_of(&self, company: CompanyId, id: ApprovalId) -> Result<Option<ApprovalRecord>, StoreError>;

    /// A page of a company's requests, of one of its accounts or of all, newest first, and their number.
    async fn approvals_of(
        &self,
        company: CompanyId,
        by: Option<CustomerId>,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<ApprovalRecord>, u64), StoreError>;

    /// An account's requests that a cart may be ordered by: those that are approved, and those whose order came to nothing or is being
    /// paid by this cart again (`unpaid`).
    async fn usable_approvals(
        &self,
        customer: CustomerId,
        unpaid: Option<OrderId>,
    ) -> Result<Vec<ApprovalRecord>, StoreError>;
}
