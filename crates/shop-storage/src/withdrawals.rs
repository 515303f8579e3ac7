//! Declarations of withdrawal.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{NewWithdrawal, StoreError, WithdrawalRecord, WithdrawalStore};

use crate::db::Db;
use crate::order_events::insert_event;
use crate::outbox;
use crate::row::{Row, row};
use crate::statement::{set, values};

row! {
    WithdrawalRecord: withdrawals(id) { id, name, email, lines: position => |line: i64| vec![line], created_at, }
}

#[async_trait]
impl WithdrawalStore for Db {
    async fn withdrawals(&self, order: OrderId) -> Result<Vec<WithdrawalRecord>, StoreError> {
        // `id` is of the withdrawals alone: their lines have none.
        let sql = format!(
            "SELECT {} FROM withdrawals JOIN withdrawal_lines ON withdrawal_lines.withdrawal_id = withdrawals.id \
             WHERE withdrawals.order_id = $1 ORDER BY id, position",
            WithdrawalRecord::COLUMNS
        );
        let mut found: Vec<WithdrawalRecord> = self.rows(&sql, values![order]).await?;
        found.dedup_by(|next, kept| {
            let same = next.id == kept.id;
            if same {
                kept.lines.append(&mut next.lines);
            }
            same
        });
        Ok(found)
    }

    async fn add_withdrawal(&self, new: &NewWithdrawal, now: UnixSeconds) -> Result<Option<i64>, StoreError> {
        let write = self.begin(true).await?;
        let sql = "INSERT INTO withdrawals (order_id, name, email, created_at) \
                   SELECT id, $2, $3, $4 FROM orders WHERE id = $1 RETURNING id";
        let id = write.row::<i64>(sql, values![new.order_id, &new.name, &new.email, now]).await?;
        let Some(id) = id else { return Ok(None) };
        let line = |position: &i64| set! { order_id: new.order_id, position: *position, withdrawal_id: id };
        let lines = new.lines.iter().map(line).collect();
        let once = "ON CONFLICT (order_id, position) DO NOTHING";
        let written = write.insert_all("withdrawal_lines", lines, once).await?;
        if usize::try_from(written) != Ok(new.lines.len()) {
            return Ok(None);
        }
        insert_event(&write, new.order_id, ("withdrawal", None, None), &new.note, "customer", now).await?;
        outbox::queue(&write, Some(new.order_id), &outbox::numbered(&new.mails, id), now).await?;
        write.commit().await?;
        Ok(Some(id))
    }
}
