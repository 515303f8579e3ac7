//! Declarations of withdrawal.

use async_trait::async_trait;
use sea_orm::Value;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{NewMail, NewWithdrawal, StoreError, WithdrawalRecord, WithdrawalStore};

use crate::db::{Db, col, placeholders};
use crate::orders::insert_event;
use crate::outbox;

#[async_trait]
impl WithdrawalStore for Db {
    async fn withdrawals(&self, order: OrderId) -> Result<Vec<WithdrawalRecord>, StoreError> {
        let sql = "SELECT withdrawals.id, name, email, created_at, position FROM withdrawals \
                   JOIN withdrawal_lines ON withdrawal_lines.withdrawal_id = withdrawals.id \
                   WHERE withdrawals.order_id = $1 ORDER BY withdrawals.id, position";
        let mut found: Vec<WithdrawalRecord> = Vec::new();
        for row in self.all(sql, vec![order.0.into()]).await? {
            let (id, position): (i64, i64) = (col(&row, "id")?, col(&row, "position")?);
            match found.last_mut() {
                Some(last) if last.id == id => last.lines.push(position),
                _ => found.push(WithdrawalRecord {
                    id,
                    name: col(&row, "name")?,
                    email: col(&row, "email")?,
                    lines: vec![position],
                    created_at: col(&row, "created_at")?,
                }),
            }
        }
        Ok(found)
    }

    async fn add_withdrawal(&self, new: &NewWithdrawal, now: UnixSeconds) -> Result<Option<i64>, StoreError> {
        let write = self.begin(true).await?;
        let order = new.order_id.0;
        let row = write
            .one(
                "INSERT INTO withdrawals (order_id, name, email, created_at) \
                 SELECT id, $2, $3, $4 FROM orders WHERE id = $1 RETURNING id",
                vec![order.into(), new.name.as_str().into(), new.email.as_str().into(), now.into()],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let id: i64 = col(&row, "id")?;
        let sql = format!(
            "INSERT INTO withdrawal_lines (order_id, position, withdrawal_id) VALUES {} \
             ON CONFLICT (order_id, position) DO NOTHING",
            placeholders(new.lines.len(), 3)
        );
        let values: Vec<Value> =
            new.lines.iter().flat_map(|position| [order.into(), (*position).into(), id.into()]).collect();
        let written = write.run(&sql, values).await?;
        if usize::try_from(written) != Ok(new.lines.len()) {
            return Ok(None);
        }
        insert_event(&write, new.order_id, ("withdrawal", None, None), &new.note, "customer", now).await?;
        // One message of a kind for each order: the number keeps several declarations apart.
        let mails: Vec<NewMail> =
            new.mails.iter().map(|mail| NewMail { kind: format!("{}_{id}", mail.kind), ..mail.clone() }).collect();
        outbox::queue(&write, Some(new.order_id), &mails, now).await?;
        write.commit().await?;
        Ok(Some(id))
    }
}
