//! Carts that wait for a main account's approval. Every statement filters by the company.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{ApprovalId, Cents, CompanyId, CustomerId, OrderId};
use shop_core::trade::approval::{ApprovalLine, ApprovalState};

use super::{NewMail, StoreError};

#[derive(Clone, Debug, PartialEq)]
pub struct ApprovalRecord {
    pub id: ApprovalId,
    /// The sub-account that requested the approval.
    pub customer_id: CustomerId,
    pub username: String,
    pub state: ApprovalState,
    pub lines: Vec<ApprovalLine>,
    /// Value of the goods after discounts, tax included.
    pub goods_cents: Cents,
    /// The sub-account's note.
    pub note: String,
    /// The main account's answer.
    pub answer: String,
    /// The order that was placed with this approval.
    pub order_id: Option<OrderId>,
    pub created_at: UnixSeconds,
    pub decided_at: Option<UnixSeconds>,
}

/// A new approval request.
#[derive(Clone, Debug, PartialEq)]
pub struct NewApproval {
    pub company_id: CompanyId,
    /// The sub-account that requests the approval.
    pub customer_id: CustomerId,
    pub lines: Vec<ApprovalLine>,
    pub goods_cents: Cents,
    pub note: String,
}

/// The main account's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalDecision {
    pub approved: bool,
    /// Answer to the sub-account; may be empty.
    pub answer: String,
}

/// Reads and writes approval requests.
#[async_trait]
pub trait ApprovalStore: Send + Sync {
    /// Stores a request and its e-mail; a pending request of the same account is replaced. Returns `false` when a concurrent
    /// request of the same account was stored first.
    async fn request_approval(
        &self,
        new: &NewApproval,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Decides a pending request and stores the e-mail about it; returns `false` when the company has no such request or it was
    /// already decided.
    async fn decide_approval(
        &self,
        company: CompanyId,
        id: ApprovalId,
        decision: &ApprovalDecision,
        mail: &NewMail,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Returns a company's request.
    async fn approval_of(&self, company: CompanyId, id: ApprovalId) -> Result<Option<ApprovalRecord>, StoreError>;

    /// Returns a page of a company's requests, of one of its accounts or of all, newest first, and the total count.
    async fn approvals_of(
        &self,
        company: CompanyId,
        by: Option<CustomerId>,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<ApprovalRecord>, u64), StoreError>;

    /// Lists an account's requests that a cart can be ordered with: the approved ones, and those whose order failed or (`unpaid`)
    /// is being paid again with this cart.
    async fn usable_approvals(
        &self,
        customer: CustomerId,
        unpaid: Option<OrderId>,
    ) -> Result<Vec<ApprovalRecord>, StoreError>;
}
