//! Carts that wait for a main account's approval.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{ApprovalId, CompanyId, CustomerId, OrderId};
use shop_core::orders::OrderStatus;
use shop_core::trade::approval::ApprovalState;
use shop_services::ports::{ApprovalDecision, ApprovalRecord, ApprovalStore, NewApproval, NewMail, StoreError};

use crate::db::fetch::page_of;
use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write};
use crate::entity::cart_approvals::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, customers, orders};
use crate::platform::outbox;

/// Maximum number of approvals offered at the checkout.
const MAX_USABLE: u64 = 50;

/// A request with the user name of its account.
#[derive(FromQueryResult)]
struct RequestRow {
    #[sea_orm(nested)]
    request: Model,
    username: String,
}

impl From<RequestRow> for ApprovalRecord {
    fn from(RequestRow { request: row, username }: RequestRow) -> Self {
        Self {
            id: row.id.0,
            customer_id: row.customer_id.0,
            username,
            state: row.state.0,
            lines: row.lines.0,
            goods_cents: row.goods_cents.0,
            note: row.note,
            answer: row.answer,
            order_id: row.order_id.map(|id| id.0),
            created_at: row.created_at,
            decided_at: row.decided_at,
        }
    }
}

#[async_trait]
impl ApprovalStore for Db {
    async fn request_approval(
        &self,
        new: &NewApproval,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let replaced = ActiveModel {
            state: Set(Stored(ApprovalState::Replaced)),
            decided_at: Set(Some(now)),
            ..Default::default()
        };
        Entity::update_many()
            .set(replaced)
            .filter(Column::CustomerId.eq(Stored(new.customer_id)))
            .filter(is_waiting())
            .run(&write)
            .await?;
        let row = ActiveModel {
            company_id: Set(Stored(new.company_id)),
            customer_id: Set(Stored(new.customer_id)),
            state: Set(Stored(ApprovalState::Waiting)),
            lines: Set(Stored(new.lines.clone())),
            goods_cents: Set(Stored(new.goods_cents)),
            note: Set(new.note.clone()),
            created_at: Set(now),
            ..Default::default()
        };
        // An account has at most one waiting request: its index is partial, and cannot be named by its columns alone.
        let once = Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
        if once.run(&write).await? != 1 {
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
        let decided = ActiveModel {
            state: Set(Stored(state)),
            answer: Set(decision.answer.clone()),
            decided_at: Set(Some(now)),
            ..Default::default()
        };
        let decided = Entity::update_many().set(decided).filter(is_own(company, id)).filter(is_waiting());
        if decided.run(&write).await? == 0 {
            return Ok(false);
        }
        outbox::queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn approval_of(&self, company: CompanyId, id: ApprovalId) -> Result<Option<ApprovalRecord>, StoreError> {
        let own = with_username(Entity::find().filter(is_own(company, id)));
        own.into_model::<RequestRow>().fetch_record(self).await
    }

    async fn approvals_of(
        &self,
        company: CompanyId,
        by: Option<CustomerId>,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<ApprovalRecord>, u64), StoreError> {
        let wanted = Entity::find()
            .filter(Column::CompanyId.eq(Stored(company)))
            .apply_if(by, |query, by| query.filter(Column::CustomerId.eq(Stored(by))));
        let rows = page_of(with_username(wanted.clone()), page, per_page).order_by_desc(Column::Id);
        let rows = rows.into_model::<RequestRow>().fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn usable_approvals(
        &self,
        customer: CustomerId,
        unpaid: Option<OrderId>,
    ) -> Result<Vec<ApprovalRecord>, StoreError> {
        let usable = with_username(Entity::find())
            .filter(Column::CustomerId.eq(Stored(customer)))
            .filter(is_usable(unpaid.unwrap_or(OrderId(0))))
            .order_by_desc(Column::Id)
            .limit(MAX_USABLE);
        usable.into_model::<RequestRow>().fetch_records(self).await
    }
}

/// Uses an approval for an order; returns `false` if another order has used it, or if it is no longer approved.
pub(crate) async fn use_up(write: &Write<'_>, id: ApprovalId, order: OrderId) -> Result<bool, StoreError> {
    let used = ActiveModel {
        state: Set(Stored(ApprovalState::Ordered)),
        order_id: Set(Some(Stored(order))),
        ..Default::default()
    };
    let used = Entity::update_many().set(used).filter(Column::Id.eq(Stored(id))).filter(is_usable(order));
    Ok(used.run(write).await? == 1)
}

fn with_username(query: Select<Entity>) -> Select<Entity> {
    query.left_join(customers::Entity).column_as(customers::Column::Username, "username")
}

/// Condition for a request of the company.
fn is_own(company: CompanyId, id: ApprovalId) -> Condition {
    Condition::all().add(Column::Id.eq(Stored(id))).add(Column::CompanyId.eq(Stored(company)))
}

/// Condition for a waiting request. The state is a constant, as in the partial index of waiting requests.
fn is_waiting() -> Expr {
    Column::State.into_expr().eq(Expr::Constant(Stored(ApprovalState::Waiting).into()))
}

/// Condition for a request that may become an order: it is approved, or its order failed or is this order.
fn is_usable(order: OrderId) -> Condition {
    let failed = orders::Entity::find()
        .select_only()
        .column(orders::Column::Id)
        .filter(orders::Column::Status.is_in([OrderStatus::Failed, OrderStatus::Cancelled].map(Stored)))
        .filter(orders::Column::Id.into_expr().eq(Column::OrderId.into_expr()));
    let open_again =
        Condition::any().add(Column::OrderId.eq(Stored(order))).add(Column::OrderId.in_subquery(failed.into_query()));
    Condition::any()
        .add(Column::State.eq(Stored(ApprovalState::Approved)))
        .add(Condition::all().add(Column::State.eq(Stored(ApprovalState::Ordered))).add(open_again))
}
