//! Standing orders of companies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::standing_order::StandingState;
use shop_services::ports::{
    StandingOrderChanged, StandingOrderContent, StandingOrderRecord, StandingOrderSaved, StandingOrderStep,
    StandingOrderStore, StoreError,
};

use crate::db::Db;
use crate::outbox;
use crate::row::row;
use crate::statement::{set, values};

row! {
    StandingOrderRecord: standing_orders(id) {
        id, company_id, customer_id, list_id,
        list_title: "(SELECT l.title FROM purchase_lists l WHERE l.id = standing_orders.list_id)",
        repeats, first_on, state, next_on, prepared_on, version,
    }
}

#[async_trait]
impl StandingOrderStore for Db {
    async fn standing_orders(&self, company: CompanyId) -> Result<Vec<StandingOrderRecord>, StoreError> {
        self.list("WHERE company_id = $1 ORDER BY next_on, id", values![company]).await
    }

    async fn standing_order(&self, company: CompanyId, id: i64) -> Result<Option<StandingOrderRecord>, StoreError> {
        self.find("WHERE id = $1 AND company_id = $2", values![id, company]).await
    }

    async fn add_standing_order(
        &self,
        company: CompanyId,
        customer: CustomerId,
        new: &StandingOrderContent,
        most: u64,
        now: UnixSeconds,
    ) -> Result<StandingOrderSaved, StoreError> {
        let write = self.begin(true).await?;
        // New ones of a company wait for each other here, so that they count each other.
        write.run("UPDATE companies SET version = version WHERE id = $1", values![company]).await?;
        let same = "SELECT id FROM standing_orders WHERE company_id = $1 AND list_id = $2 AND repeats = $3 AND first_on = $4 \
                    ORDER BY id LIMIT 1";
        let plan = new.plan;
        if let Some(id) = write.row::<i64>(same, values![company, new.list_id, plan.repeats, plan.first_on]).await? {
            return Ok(StandingOrderSaved::Saved(id));
        }
        let count = "SELECT COUNT(*) FROM standing_orders WHERE company_id = $1";
        if u64::try_from(write.number(count, values![company]).await?).unwrap_or(0) >= most {
            return Ok(StandingOrderSaved::Full);
        }
        let row = set! {
            company_id: company,
            customer_id: customer,
            list_id: new.list_id,
            repeats: plan.repeats,
            first_on: plan.first_on,
            state: new.state,
            next_on: new.next_on,
            created_at: now,
            updated_at: now,
        };
        let id = write.insert_new("standing_orders", row).await?;
        write.commit().await?;
        Ok(StandingOrderSaved::Saved(id))
    }

    async fn change_standing_order(
        &self,
        company: CompanyId,
        id: i64,
        version: i64,
        content: &StandingOrderContent,
        now: UnixSeconds,
    ) -> Result<StandingOrderChanged, StoreError> {
        let row = set! {
            list_id: content.list_id,
            repeats: content.plan.repeats,
            first_on: content.plan.first_on,
            state: content.state,
            next_on: content.next_on,
            version = "version + 1",
            updated_at: now,
        };
        let condition = "id = $1 AND company_id = $2 AND version = $3";
        if self.update("standing_orders", row, condition, values![id, company, version]).await? == 1 {
            return Ok(StandingOrderChanged::Changed);
        }
        let there = self.has("SELECT id FROM standing_orders WHERE id = $1 AND company_id = $2", values![id, company]);
        Ok(if there.await? { StandingOrderChanged::Conflict } else { StandingOrderChanged::Missing })
    }

    async fn delete_standing_order(&self, company: CompanyId, id: i64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM standing_orders WHERE id = $1 AND company_id = $2";
        Ok(self.run(sql, values![id, company]).await? == 1)
    }

    async fn due_standing_orders(&self, day: i64, limit: u64) -> Result<Vec<StandingOrderRecord>, StoreError> {
        let due = "WHERE state = $1 AND next_on <= $2 ORDER BY next_on, id LIMIT $3";
        self.list(due, values![StandingState::Active, day, limit]).await
    }

    async fn step_standing_order(
        &self,
        read: &StandingOrderRecord,
        step: &StandingOrderStep,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let mut row = set! {
            state: step.state,
            next_on: step.next_on,
            version = "version + 1",
            updated_at: now,
        };
        if let Some((day, _)) = &step.prepared {
            row.append(set! { prepared_on: *day });
        }
        let as_read = "id = $1 AND version = $2 AND next_on = $3 AND state = 'active'";
        if write.update("standing_orders", row, as_read, values![read.id, read.version, read.next_on]).await? == 0 {
            return Ok(false);
        }
        if let Some((_, mail)) = &step.prepared {
            outbox::queue(&write, None, std::slice::from_ref(mail), now).await?;
        }
        write.commit().await?;
        Ok(true)
    }
}
