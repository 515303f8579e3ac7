//! Refunds by the payment provider.

use async_trait::async_trait;
use sea_orm::QueryResult;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::order::refund::RefundProgress;
use shop_services::ports::{
    ForeignRefund, GatewayRefundRecord, NewMail, PAYMENT_AUTHOR, RefundAgain, RefundRecord, RefundStep, RefundStore,
    StoreError,
};

use crate::db::{Db, Write, col, inconsistent};
use crate::orders::insert_event;
use crate::outbox;
use crate::refunds::insert;

const COLUMNS: &str = "id, order_id, refund_id, payment_id, cents, gateway_id, state, failure, created_at";

#[async_trait]
impl RefundStore for Db {
    async fn refunds_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<GatewayRefundRecord>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM gateway_refunds WHERE check_at <= $1 ORDER BY check_at LIMIT $2");
        let limit = i64::try_from(limit).unwrap_or(100);
        self.all(&sql, vec![now.into(), limit.into()]).await?.iter().map(part_of).collect()
    }

    async fn delay_refund(&self, id: i64, check_at: UnixSeconds) -> Result<(), StoreError> {
        let sql = "UPDATE gateway_refunds SET check_at = $2 WHERE id = $1 AND check_at IS NOT NULL";
        self.run(sql, vec![id.into(), check_at.into()]).await.map(|_| ())
    }

    async fn step_refund(&self, step: &RefundStep, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let part = &step.part;
        lock(&write, part.order_id).await?;
        let changed = write
            .run(
                "UPDATE gateway_refunds SET state = $3, gateway_id = COALESCE($4, gateway_id), failure = $5, check_at = $6 \
                 WHERE id = $1 AND state = $2",
                vec![
                    part.id.into(),
                    part.state.as_str().into(),
                    step.to.as_str().into(),
                    step.gateway_id.clone().into(),
                    step.failure.as_str().into(),
                    step.check_at.into(),
                ],
            )
            .await?;
        if changed != 1 {
            return Ok(false);
        }
        if step.to == RefundProgress::Failed && part.state != RefundProgress::Failed {
            count(&write, part.order_id, part.refund_id, -part.cents).await?;
        }
        if !step.note.is_empty() {
            insert_event(&write, part.order_id, ("note", None, None), &step.note, PAYMENT_AUTHOR, now).await?;
        }
        outbox::queue(&write, Some(part.order_id), &numbered(&step.mails, part.refund_id), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn book_foreign_refund(&self, refund: &ForeignRefund, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        lock(&write, refund.order_id).await?;
        let sql = "SELECT id FROM gateway_refunds WHERE gateway_id = $1 OR (payment_id = $2 AND state = $3)";
        let asked = RefundProgress::Asked.as_str();
        let values = vec![refund.gateway_id.as_str().into(), refund.payment_id.into(), asked.into()];
        if write.one(sql, values).await?.is_some() {
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
        write.run(sql, vec![refund.order_id.0.into(), refund.cents.0.into(), now.into()]).await?;
        if failed {
            count(&write, refund.order_id, id, -refund.cents).await?;
        }
        insert_event(&write, refund.order_id, ("note", None, None), &refund.note, PAYMENT_AUTHOR, now).await?;
        outbox::queue(&write, Some(refund.order_id), &numbered(&refund.mails, id), now).await?;
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
        let Some(row) = write.one(sql, vec![refund.into(), order.0.into()]).await? else { return Ok(false) };
        let failed = Cents(col(&row, "failed_cents")?);
        let note = match how {
            RefundAgain::Gateway => {
                let sql = "SELECT payment_id, cents FROM gateway_refunds \
                           WHERE refund_id = $1 AND state = $2 AND NOT given_again ORDER BY id";
                for row in write.all(sql, vec![refund.into(), RefundProgress::Failed.as_str().into()]).await? {
                    let (payment, cents) = (col(&row, "payment_id")?, Cents(col(&row, "cents")?));
                    let part = NewPart { order, refund, payment, cents };
                    write_part(&write, &part, RefundProgress::Asked, None, Some(now), now).await?;
                }
                "refund_asked_again"
            }
            RefundAgain::ByHand => "refund_by_hand",
        };
        let sql = "UPDATE gateway_refunds SET given_again = TRUE WHERE refund_id = $1 AND state = $2";
        write.run(sql, vec![refund.into(), RefundProgress::Failed.as_str().into()]).await?;
        count(&write, order, refund, failed).await?;
        insert_event(&write, order, ("note", None, None), note, author, now).await?;
        write.commit().await?;
        Ok(true)
    }
}

impl Db {
    pub(crate) async fn read_gateway_refunds(&self, order: OrderId) -> Result<Vec<GatewayRefundRecord>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM gateway_refunds WHERE order_id = $1 ORDER BY id");
        self.all(&sql, vec![order.0.into()]).await?.iter().map(part_of).collect()
    }
}

/// A refund by the provider to be written.
pub(crate) struct NewPart {
    pub(crate) order: OrderId,
    pub(crate) refund: i64,
    pub(crate) payment: i64,
    pub(crate) cents: Cents,
}

pub(crate) async fn write_part(
    write: &Write<'_>,
    new: &NewPart,
    state: RefundProgress,
    gateway_id: Option<&str>,
    check_at: Option<UnixSeconds>,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO gateway_refunds (order_id, refund_id, payment_id, cents, gateway_id, state, failure, check_at, \
               created_at) VALUES ($1, $2, $3, $4, $5, $6, '', $7, $8)";
    let values = vec![
        new.order.0.into(),
        new.refund.into(),
        new.payment.into(),
        new.cents.0.into(),
        gateway_id.map(str::to_owned).into(),
        state.as_str().into(),
        check_at.into(),
        now.into(),
    ];
    write.run(sql, values).await.map(|_| ())
}

/// The order's row is what everything about its refunds waits for.
async fn lock(write: &Write<'_>, order: OrderId) -> Result<(), StoreError> {
    write.run("UPDATE orders SET updated_at = updated_at WHERE id = $1", vec![order.0.into()]).await.map(|_| ())
}

/// Counts an amount of a refund as given back, or (below zero) as not given back.
async fn count(write: &Write<'_>, order: OrderId, refund: i64, cents: Cents) -> Result<(), StoreError> {
    let sql = "UPDATE refunds SET failed_cents = failed_cents - $2 WHERE id = $1";
    write.run(sql, vec![refund.into(), cents.0.into()]).await?;
    let sql = "UPDATE orders SET refunded_cents = refunded_cents + $2 WHERE id = $1";
    write.run(sql, vec![order.0.into(), cents.0.into()]).await.map(|_| ())
}

/// One message of a kind for each order: the number keeps several refunds apart.
fn numbered(mails: &[NewMail], refund: i64) -> Vec<NewMail> {
    mails.iter().map(|mail| NewMail { kind: format!("{}_{refund}", mail.kind), ..mail.clone() }).collect()
}

fn part_of(row: &QueryResult) -> Result<GatewayRefundRecord, StoreError> {
    let id: i64 = col(row, "id")?;
    let state: String = col(row, "state")?;
    Ok(GatewayRefundRecord {
        id,
        order_id: OrderId(col(row, "order_id")?),
        refund_id: col(row, "refund_id")?,
        payment_id: col(row, "payment_id")?,
        cents: Cents(col(row, "cents")?),
        gateway_id: col(row, "gateway_id")?,
        state: RefundProgress::parse(&state).ok_or_else(|| inconsistent("gateway_refunds", id, "unknown state"))?,
        failure: col(row, "failure")?,
        created_at: col(row, "created_at")?,
    })
}
