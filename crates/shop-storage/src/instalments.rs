//! Later payments of orders.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::order::instalment::InstalmentStatus;
use shop_core::purchase::deposit::Instalment;
use shop_services::ports::{InstalmentRecord, InstalmentStep, InstalmentStore, StoreError};

use crate::db::{Db, Write};
use crate::order_events::insert_event;
use crate::outbox;
use crate::row::row;
use crate::statement::{set, values};

row! {
    InstalmentRecord: order_instalments(+order_id; position) {
        position, instalment: Instalment { due, cents }, status, method, changed_at,
    }
}

#[async_trait]
impl InstalmentStore for Db {
    async fn step_instalment(&self, step: &InstalmentStep, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let stepped = set! { status: step.to, method: &step.method, changed_at: now };
        let as_it_was = values![step.order_id, step.position, step.from];
        let condition = "order_id = $1 AND position = $2 AND status = $3";
        if write.update("order_instalments", stepped, condition, as_it_was).await? != 1 {
            return Ok(false);
        }
        insert_event(&write, step.order_id, ("note", None, None), &step.note, &step.author, now).await?;
        outbox::queue(&write, Some(step.order_id), &step.mails, now).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// Writes the later payments of a new order.
pub(crate) async fn insert(
    write: &Write<'_>,
    id: OrderId,
    instalments: &[Instalment],
    now: UnixSeconds,
) -> Result<(), StoreError> {
    for (position, one) in instalments.iter().enumerate() {
        let instalment = set! {
            order_id: id,
            position,
            due: &one.due,
            cents: one.cents,
            status: InstalmentStatus::Due,
            method = "''",
            changed_at: now,
        };
        write.insert("order_instalments", instalment).await?;
    }
    Ok(())
}

/// What of an order's later payments is not paid.
pub(crate) async fn unpaid(write: &Write<'_>, id: OrderId) -> Result<Cents, StoreError> {
    let sql =
        "SELECT CAST(COALESCE(SUM(cents), 0) AS BIGINT) FROM order_instalments WHERE order_id = $1 AND status <> $2";
    write.number(sql, values![id, InstalmentStatus::Paid]).await.map(Cents)
}
