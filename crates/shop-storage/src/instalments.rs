//! Later payments of orders.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::order::instalment::InstalmentStatus;
use shop_core::purchase::deposit::Instalment;
use shop_services::ports::{InstalmentRecord, InstalmentStep, InstalmentStore, StoreError};

use crate::db::{Db, Write, col, inconsistent};
use crate::orders::insert_event;
use crate::outbox;

#[async_trait]
impl InstalmentStore for Db {
    async fn step_instalment(&self, step: &InstalmentStep, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let changed = write
            .run(
                "UPDATE order_instalments SET status = $4, method = $5, changed_at = $6 \
                 WHERE order_id = $1 AND position = $2 AND status = $3",
                vec![
                    step.order_id.0.into(),
                    step.position.into(),
                    step.from.as_str().into(),
                    step.to.as_str().into(),
                    step.method.as_str().into(),
                    now.into(),
                ],
            )
            .await?;
        if changed != 1 {
            return Ok(false);
        }
        insert_event(&write, step.order_id, ("note", None, None), &step.note, &step.author, now).await?;
        outbox::queue(&write, Some(step.order_id), &step.mails, now).await?;
        write.commit().await?;
        Ok(true)
    }
}

impl Db {
    /// The later payments of an order, by day.
    pub(crate) async fn read_instalments(&self, id: OrderId) -> Result<Vec<InstalmentRecord>, StoreError> {
        let sql = "SELECT position, due, cents, status, method, changed_at FROM order_instalments \
                   WHERE order_id = $1 ORDER BY position";
        self.all(sql, vec![id.0.into()])
            .await?
            .iter()
            .map(|row| {
                let status: String = col(row, "status")?;
                Ok(InstalmentRecord {
                    position: col(row, "position")?,
                    instalment: Instalment { due: col(row, "due")?, cents: Cents(col(row, "cents")?) },
                    status: InstalmentStatus::parse(&status)
                        .ok_or_else(|| inconsistent("order_instalments", id, "unknown status"))?,
                    method: col(row, "method")?,
                    changed_at: col(row, "changed_at")?,
                })
            })
            .collect()
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
        write
            .run(
                "INSERT INTO order_instalments (order_id, position, due, cents, status, method, changed_at) \
                 VALUES ($1, $2, $3, $4, $5, '', $6)",
                vec![
                    id.0.into(),
                    i64::try_from(position).unwrap_or(i64::MAX).into(),
                    one.due.as_str().into(),
                    one.cents.0.into(),
                    InstalmentStatus::Due.as_str().into(),
                    now.into(),
                ],
            )
            .await?;
    }
    Ok(())
}

/// What of an order's later payments is not paid.
pub(crate) async fn unpaid(write: &Write<'_>, id: OrderId) -> Result<Cents, StoreError> {
    let sql = "SELECT CAST(COALESCE(SUM(cents), 0) AS BIGINT) AS open FROM order_instalments \
               WHERE order_id = $1 AND status <> $2";
    let row = write.one(sql, vec![id.0.into(), InstalmentStatus::Paid.as_str().into()]).await?;
    row.map_or(Ok(Cents::ZERO), |row| col::<i64>(&row, "open").map(Cents))
}
