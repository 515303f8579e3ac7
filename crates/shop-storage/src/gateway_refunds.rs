//! Refunds by the payment provider.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::order::refund::RefundProgress;
use shop_services::ports::{
    ForeignRefund, GatewayRefundRecord, PAYMENT_AUTHOR, RefundAgain, RefundRecord, RefundStep, RefundStore, StoreError,
};

use crate::db::{Db, Write};
use crate::order_events::insert_event;
use crate::outbox;
use crate::refund_parts::{NewPart, write_part};
use crate::refunds::insert;
use crate::statement::{set, values};

#[async_trait]
impl RefundStore for Db {
    async fn refunds_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<GatewayRefundRecord>, StoreError> {
        self.list("WHERE check_at <= $1 ORDER BY check_at LIMIT $2", values![now, limit]).await
    }

    async fn delay_refund(&self, id: i64, check_at: UnixSeconds) -> Result<(), StoreError> {
        let sql = "UPDATE gateway_refunds SET check_at = $2 WHERE id = $1 AND check_at IS NOT NULL";
        self.run(sql, values![id, check_at]).await.map(|_| ())
    }

    async fn step_refund(&self, step: &RefundStep, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let part = &step.part;
        lock(&write, part.order_id).await?;
        let sql = "UPDATE gateway_refunds SET state = $3, gateway_id = COALESCE($4, gateway_id), failure = $5, check_at = $6 \
                   WHERE id = $1 AND state = $2";
        let values = values![part.id, part.state, step.to, &step.gateway_id, &step.failure, step.check_at];
        if write.run(sql, values).await? != 1 {
            return Ok(false);
        }
        if step.to == RefundProgress::Failed && part.state != RefundProgress::Failed {
            count(&write, part.order_id, part.refund_id, -part.cents).await?;
        }
        if !step.note.is_empty() {
            insert_event(&write, part.order_id, ("note", None, None), &step.note, PAYMENT_AUTHOR, now).await?;
        }
        outbox::queue(&write, Some(part.order_id), &outbox::numbered(&step.mails, part.refund_id), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn book_foreign_refund(&self, refund: &ForeignRefund, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        lock(&write, refund.order_id).await?;
        let sql = "SELECT id FROM gateway_refunds WHERE gateway_id = $1 OR (payment_id = $2 AND state = $3)";
        if write.has(sql, values![&refund.gateway_id, refund.payment_id, RefundProgress::Asked]).await? {
            return Ok(false);
        }
        let failed = refund.state == RefundProgress::Failed;
        let booked = RefundRecord { cents: refund.cents, author: "payment".into(), ..RefundRecord::default() };
        let id = insert(&write, refund.order_id, &booked, None, now).await?;
        let part = NewPart { order: refund.order_id, refund: id, payment: refund.payment_id, cents: refund.cents };
        let check_at = (refund.state == RefundProgress::Pending).then_some(now + 3600);
        write_part(&write, &part, refund.state, Some(&refund.gateway_id), check_at, now).await?;
        // Written whole first: what failed at once is taken back in the same way as what fails later.
        let sql = "UPDATE orders SET refunded_cents = refunded_cents + $2, updated_at = $3 WHERE id = $1";
        write.run(sql, values![refund.order_id, refund.cents, now]).await?;
        if failed {
            count(&write, refund.order_id, id, -refund.cents).await?;
        }
        insert_event(&write, refund.order_id, ("note", None, None), &refund.note, PAYMENT_AUTHOR, now).await?;
        outbox::queue(&write, Some(refund.order_id), &outbox::numbered(&refund.mails, id), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn refund_again(
        &self,
        order: OrderId,
        refund: i64,
        how: RefundAgain,
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        lock(&write, order).await?;
        let sql = "SELECT failed_cents FROM refunds WHERE id = $1 AND order_id = $2 AND failed_cents > 0";
        let Some(failed) = write.row::<Cents>(sql, values![refund, order]).await? else { return Ok(false) };
        let note = match how {
            RefundAgain::Gateway => {
                let sql = "SELECT payment_id, cents FROM gateway_refunds \
                           WHERE refund_id = $1 AND state = $2 AND NOT given_again ORDER BY id";
                for (payment, cents) in write.rows(sql, values![refund, RefundProgress::Failed]).await? {
                    let part = NewPart { order, refund, payment, cents };
                    write_part(&write, &part, RefundProgress::Asked, None, Some(now), now).await?;
                }
                "refund_asked_again"
            }
            RefundAgain::ByHand => "refund_by_hand",
        };
        let given_again = set! { given_again = "TRUE" };
        let failed_parts = values![refund, RefundProgress::Failed];
        write.update("gateway_refunds", given_again, "refund_id = $1 AND state = $2", failed_parts).await?;
        count(&write, order, refund, failed).await?;
        insert_event(&write, order, ("note", None, None), note, author, now).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// The order's row is what everything about its refunds waits for.
async fn lock(write: &Write<'_>, order: OrderId) -> Result<(), StoreError> {
    write.run("UPDATE orders SET updated_at = updated_at WHERE id = $1", values![order]).await.map(|_| ())
}

/// Counts an amount of a refund as given back, or (below zero) as not given back.
async fn count(write: &Write<'_>, order: OrderId, refund: i64, cents: Cents) -> Result<(), StoreError> {
    let sql = "UPDATE refunds SET failed_cents = failed_cents - $2 WHERE id = $1";
    write.run(sql, values![refund, cents]).await?;
    let sql = "UPDATE orders SET refunded_cents = refunded_cents + $2 WHERE id = $1";
    write.run(sql, values![order, cents]).await.map(|_| ())
}
