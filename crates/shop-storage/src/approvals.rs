//! Carts that wait for a main account's approval.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{ApprovalId, CompanyId, CustomerId, OrderId};
use shop_core::trade::approval::ApprovalState;
use shop_services::ports::{ApprovalDecision, ApprovalRecord, ApprovalStore, NewApproval, NewMail, StoreError};

use crate::db::{Db, Write, to_json};
use crate::outbox;
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    ApprovalRecord: cart_approvals(id) {
        id, customer_id,
        username: "(SELECT u.username FROM customers u WHERE u.id = cart_approvals.customer_id)",
        state, lines, goods_cents, note, answer, order_id, created_at, decided_at,
    }
}

/// Requests whose order came to nothing, or is order `$2`.
const OPEN_AGAIN: &str = "(state = 'ordered' AND (order_id = $2 OR order_id IN \
    (SELECT o.id FROM orders o WHERE o.status IN ('failed', 'cancelled') AND o.id = cart_approvals.order_id)))";

#[async_trait]
impl ApprovalStore for Db {
    async fn ask_approval(
        &self,
        new: &NewApproval,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let waiting = "customer_id = $1 AND state = 'waiting'";
        let replaced = set! { state: ApprovalState::Replaced, decided_at: now };
        write.update("cart_approvals", replaced, waiting, values![new.customer_id]).await?;
        let row = set! {
            company_id: new.company_id,
            customer_id: new.customer_id,
            state: ApprovalState::Waiting,
            lines: to_json(&new.lines)?,
            goods_cents: new.goods_cents,
            note: &new.note,
            created_at: now,
        };
        if !write.insert_or("cart_approvals", row, "ON CONFLICT DO NOTHING").await? {
            return Ok(false);
        }
        outbox::queue(&write, None, mail.map_or(&[], std::slice::from_ref), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn decide_approval(
        &self,
        company: CompanyId,
        id: ApprovalId,
        decision: &ApprovalDecision,
        mail: &NewMail,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let state = if decision.approved { ApprovalState::Approved } else { ApprovalState::Refused };
        let decided = set! { state, answer: &decision.answer, decided_at: now };
        let waiting = "id = $1 AND company_id = $2 AND state = 'waiting'";
        if write.update("cart_approvals", decided, waiting, values![id, company]).await? == 0 {
            return Ok(false);
        }
        outbox::queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn approval_of(&self, company: CompanyId, id: ApprovalId) -> Result<Option<ApprovalRecord>, StoreError> {
        self.find("WHERE id = $1 AND company_id = $2", values![id, company]).await
    }

    async fn approvals_of(
        &self,
        company: CompanyId,
        by: Option<CustomerId>,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<ApprovalRecord>, u64), StoreError> {
        let mut of_company = Filter::new("1 = 1");
        of_company.and("company_id = ?", company);
        if let Some(by) = by {
            of_company.and("customer_id = ?", by);
        }
        self.page(of_company, "id DESC", (page, per_page)).await
    }

    async fn usable_approvals(
        &self,
        customer: CustomerId,
        unpaid: Option<OrderId>,
    ) -> Result<Vec<ApprovalRecord>, StoreError> {
        let rest = format!("WHERE customer_id = $1 AND (state = 'approved' OR {OPEN_AGAIN}) ORDER BY id DESC LIMIT 50");
        self.list(&rest, values![customer, unpaid.unwrap_or(OrderId(0))]).await
    }
}

/// Uses an approval up for an order; `false`: another order did, or it is no longer one.
pub(crate) async fn use_up(write: &Write<'_>, id: ApprovalId, order: OrderId) -> Result<bool, StoreError> {
    let used = set! { state: ApprovalState::Ordered, order_id: order };
    let usable = format!("id = $1 AND (state = 'approved' OR {OPEN_AGAIN})");
    Ok(write.update("cart_approvals", used, &usable, values![id, order]).await? == 1)
}
