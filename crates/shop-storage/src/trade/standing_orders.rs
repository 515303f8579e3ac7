//! Standing orders of companies.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::standing_order::StandingState;
use shop_services::ports::{
    StandingOrderChanged, StandingOrderContent, StandingOrderRecord, StandingOrderSaved, StandingOrderStep,
    StandingOrderStore, StoreError,
};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchId, FetchSome, Run};
use crate::entity::standing_orders::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, purchase_lists};
use crate::platform::outbox;
use crate::trade::companies;

/// A standing order with the title of its list.
#[derive(FromQueryResult)]
struct StandingRow {
    #[sea_orm(nested)]
    order: Model,
    list_title: String,
}

impl From<StandingRow> for StandingOrderRecord {
    fn from(StandingRow { order: row, list_title }: StandingRow) -> Self {
        Self {
            id: row.id,
            company_id: row.company_id.0,
            customer_id: row.customer_id.0,
            list_id: row.list_id,
            list_title,
            repeats: row.repeats.0,
            first_on: row.first_on,
            state: row.state.0,
            next_on: row.next_on,
            prepared_on: row.prepared_on,
            version: row.version,
        }
    }
}

#[async_trait]
impl StandingOrderStore for Db {
    async fn standing_orders(&self, company: CompanyId) -> Result<Vec<StandingOrderRecord>, StoreError> {
        let own = Entity::find().filter(Column::CompanyId.eq(Stored(company)));
        fetch_all(self, own.order_by_asc(Column::NextOn).order_by_asc(Column::Id)).await
    }

    async fn standing_order(&self, company: CompanyId, id: i64) -> Result<Option<StandingOrderRecord>, StoreError> {
        Ok(fetch_all(self, Entity::find().filter(is_own(company, id))).await?.pop())
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
        companies::lock(&write, company).await?;
        let of_company = Entity::find().filter(Column::CompanyId.eq(Stored(company)));
        let same = of_company
            .clone()
            .filter(Column::ListId.eq(new.list_id))
            .filter(Column::Repeats.eq(Stored(new.plan.repeats)))
            .filter(Column::FirstOn.eq(new.plan.first_on))
            .order_by_asc(Column::Id);
        if let Some(known) = same.fetch_one(&write).await? {
            return Ok(StandingOrderSaved::Saved(known.id));
        }
        if of_company.fetch_count(&write).await? >= most {
            return Ok(StandingOrderSaved::Full);
        }
        let row = ActiveModel {
            company_id: Set(Stored(company)),
            customer_id: Set(Stored(customer)),
            created_at: Set(now),
            ..columns(new, now)
        };
        let id = Entity::insert(row).fetch_id(&write).await?;
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
        let change = Entity::update_many()
            .set(columns(content, now))
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .filter(is_own(company, id))
            .filter(Column::Version.eq(version));
        if change.run(self).await? == 1 {
            return Ok(StandingOrderChanged::Changed);
        }
        let there = Entity::find().filter(is_own(company, id)).fetch_exists(self).await?;
        Ok(if there { StandingOrderChanged::Conflict } else { StandingOrderChanged::Missing })
    }

    async fn delete_standing_order(&self, company: CompanyId, id: i64) -> Result<bool, StoreError> {
        Ok(Entity::delete_many().filter(is_own(company, id)).run(self).await? == 1)
    }

    async fn due_standing_orders(&self, day: i64, limit: u64) -> Result<Vec<StandingOrderRecord>, StoreError> {
        let due = Entity::find()
            .filter(Column::State.eq(Stored(StandingState::Active)))
            .filter(Column::NextOn.lte(day))
            .order_by_asc(Column::NextOn)
            .order_by_asc(Column::Id)
            .limit(limit);
        fetch_all(self, due).await
    }

    async fn step_standing_order(
        &self,
        read: &StandingOrderRecord,
        step: &StandingOrderStep,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let mut row = ActiveModel {
            state: Set(Stored(step.state)),
            next_on: Set(step.next_on),
            updated_at: Set(now),
            ..Default::default()
        };
        if let Some((day, _)) = &step.prepared {
            row.prepared_on = Set(Some(*day));
        }
        let stepped = Entity::update_many()
            .set(row)
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .filter(Column::Id.eq(read.id))
            .filter(Column::Version.eq(read.version))
            .filter(Column::NextOn.eq(read.next_on))
            .filter(Column::State.eq(Stored(StandingState::Active)));
        if stepped.run(&write).await? == 0 {
            return Ok(false);
        }
        if let Some((_, mail)) = &step.prepared {
            outbox::queue(&write, None, std::slice::from_ref(mail), now).await?;
        }
        write.commit().await?;
        Ok(true)
    }
}

/// Fetches standing orders with the titles of their lists.
async fn fetch_all(db: &Db, query: Select<Entity>) -> Result<Vec<StandingOrderRecord>, StoreError> {
    let rows = query.left_join(purchase_lists::Entity).column_as(purchase_lists::Column::Title, "list_title");
    rows.into_model::<StandingRow>().fetch_records(db).await
}

/// Condition for a standing order of the company.
fn is_own(company: CompanyId, id: i64) -> Condition {
    Condition::all().add(Column::Id.eq(id)).add(Column::CompanyId.eq(Stored(company)))
}

/// Columns that the form fills.
fn columns(content: &StandingOrderContent, now: UnixSeconds) -> ActiveModel {
    ActiveModel {
        list_id: Set(content.list_id),
        repeats: Set(Stored(content.plan.repeats)),
        first_on: Set(content.plan.first_on),
        state: Set(Stored(content.state)),
        next_on: Set(content.next_on),
        updated_at: Set(now),
        ..Default::default()
    }
}
