//! Declarations of withdrawal from orders.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, InsertStatement, Query};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, RelationTrait};
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{NewWithdrawal, StoreError, WithdrawalRecord, WithdrawalStore};

use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::db::returning::first_returned;
use crate::entity::withdrawals::{Column, Entity};
use crate::entity::{Stored, orders, withdrawal_lines};
use crate::orders::order_events::insert_event;
use crate::platform::outbox;

#[async_trait]
impl WithdrawalStore for Db {
    async fn withdrawals(&self, order: OrderId) -> Result<Vec<WithdrawalRecord>, StoreError> {
        let lines = Entity::find()
            .select_only()
            .columns([Column::Id, Column::Name, Column::Email, Column::CreatedAt])
            .column(withdrawal_lines::Column::Position)
            .join(JoinType::InnerJoin, withdrawal_lines::Relation::Withdrawals.def().rev())
            .filter(Column::OrderId.eq(Stored(order)))
            .order_by_asc(Column::Id)
            .order_by_asc(withdrawal_lines::Column::Position)
            .into_tuple::<(i64, String, String, UnixSeconds, i64)>();
        let mut found: Vec<WithdrawalRecord> = Vec::new();
        for (id, name, email, created_at, line) in lines.fetch_all(self).await? {
            match found.last_mut() {
                Some(last) if last.id == id => last.lines.push(line),
                _ => found.push(WithdrawalRecord { id, name, email, lines: vec![line], created_at }),
            }
        }
        Ok(found)
    }

    async fn add_withdrawal(&self, new: &NewWithdrawal, now: UnixSeconds) -> Result<Option<i64>, StoreError> {
        let write = self.begin(true).await?;
        let id = first_returned::<i64, _, _>(&insert_for_order(new, now)?, &write).await?;
        let Some(id) = id else { return Ok(None) };
        let line = |position: &i64| withdrawal_lines::ActiveModel {
            order_id: Set(Stored(new.order_id)),
            position: Set(*position),
            withdrawal_id: Set(id),
        };
        let lines = withdrawal_lines::Entity::insert_many(new.lines.iter().map(line));
        let written = lines.on_conflict_do_nothing().run(&write).await?;
        if usize::try_from(written) != Ok(new.lines.len()) {
            return Ok(None);
        }
        insert_event(&write, new.order_id, ("withdrawal", None, None), &new.note, "customer", now).await?;
        outbox::queue(&write, Some(new.order_id), &outbox::with_number(&new.mails, id), now).await?;
        write.commit().await?;
        Ok(Some(id))
    }
}

/// Inserts a declaration if its order exists, and returns its id.
fn insert_for_order(new: &NewWithdrawal, now: UnixSeconds) -> Result<InsertStatement, StoreError> {
    let order = orders::Entity::find()
        .select_only()
        .column(orders::Column::Id)
        .expr(Expr::value(&new.name))
        .expr(Expr::value(&new.email))
        .expr(Expr::value(now))
        .filter(orders::Column::Id.eq(Stored(new.order_id)))
        .into_query();
    let mut insert = Query::insert();
    insert
        .into_table(Entity)
        .columns([Column::OrderId, Column::Name, Column::Email, Column::CreatedAt])
        .select_from(order)
        .map_err(|error| StoreError::Refused(error.to_string()))?
        .returning_col(Column::Id);
    Ok(insert)
}
