//! Instalments of orders.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::catalogue::purchase::deposit::Instalment;
use shop_core::orders::instalment::InstalmentStatus;
use shop_services::ports::{InstalmentRecord, InstalmentStep, InstalmentStore, StoreError};

use crate::db::fetch::{Fetch, Run};
use crate::db::{Db, Write};
use crate::entity::order_instalments::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, record_from};
use crate::orders::order_events::insert_event;
use crate::platform::outbox;

record_from! {
    |row: Model| InstalmentRecord {
        position,
        instalment: Instalment { due: row.due, cents: row.cents.0 },
        status, method, changed_at,
    }
}

#[async_trait]
impl InstalmentStore for Db {
    async fn step_instalment(&self, step: &InstalmentStep, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let stepped = ActiveModel {
            status: Set(Stored(step.to)),
            method: Set(step.method.clone()),
            changed_at: Set(now),
            ..Default::default()
        };
        let update = Entity::update_many()
            .set(stepped)
            .filter(Column::OrderId.eq(Stored(step.order_id)))
            .filter(Column::Position.eq(step.position))
            .filter(Column::Status.eq(Stored(step.from)));
        if update.run(&write).await? != 1 {
            return Ok(false);
        }
        insert_event(&write, step.order_id, ("note", None, None), &step.note, &step.author, now).await?;
        outbox::queue(&write, Some(step.order_id), &step.mails, now).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// Inserts the instalments of a new order.
pub(crate) async fn insert(
    write: &Write<'_>,
    id: OrderId,
    instalments: &[Instalment],
    now: UnixSeconds,
) -> Result<(), StoreError> {
    for (position, one) in (0..).zip(instalments) {
        let instalment = ActiveModel {
            order_id: Set(Stored(id)),
            position: Set(position),
            due: Set(one.due.clone()),
            cents: Set(Stored(one.cents)),
            status: Set(Stored(InstalmentStatus::Due)),
            method: Set(String::new()),
            changed_at: Set(now),
        };
        Entity::insert(instalment).run(write).await?;
    }
    Ok(())
}

/// Sum of an order's unpaid instalments.
pub(crate) async fn sum_unpaid(write: &Write<'_>, id: OrderId) -> Result<Cents, StoreError> {
    let open = Entity::find()
        .select_only()
        .expr_as(Column::Cents.sum().cast_as("BIGINT"), "cents")
        .filter(Column::OrderId.eq(Stored(id)))
        .filter(Column::Status.ne(Stored(InstalmentStatus::Paid)))
        .into_tuple::<Option<Stored<Cents>>>();
    Ok(open.fetch_one(write).await?.flatten().map_or(Cents::ZERO, |cents| cents.0))
}
