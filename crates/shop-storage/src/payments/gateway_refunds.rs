//! Refunds through the payment provider.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::refund::RefundProgress;
use shop_services::ports::{
    ForeignRefund, GatewayRefundRecord, PAYMENT_AUTHOR, RefundAgain, RefundRecord, RefundStep, RefundStore, StoreError,
};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write};
use crate::entity::gateway_refunds::{ActiveModel, Column, Entity};
use crate::entity::{Stored, orders, refunds};
use crate::orders::order_events::insert_event;
use crate::orders::refund_parts::{NewPart, write_part};
use crate::orders::refunds::insert;
use crate::payments::store::lock_order;
use crate::platform::outbox;

#[async_trait]
impl RefundStore for Db {
    async fn refunds_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<GatewayRefundRecord>, StoreError> {
        let due = Entity::find().filter(Column::CheckAt.lte(now)).order_by_asc(Column::CheckAt).limit(limit);
        due.fetch_records(self).await
    }

    async fn delay_refund(&self, id: i64, check_at: UnixSeconds) -> Result<(), StoreError> {
        let delayed = Entity::update_many().col_expr(Column::CheckAt, Expr::value(check_at));
        delayed.filter(Column::Id.eq(id)).filter(Column::CheckAt.is_not_null()).run(self).await.map(|_| ())
    }

    async fn step_refund(&self, step: &RefundStep, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let part = &step.part;
        lock_order(&write, part.order_id).await?;
        let next = ActiveModel {
            state: Set(Stored(step.to)),
            failure: Set(step.failure.clone()),
            check_at: Set(step.check_at),
            ..Default::default()
        };
        let gateway_id = Func::coalesce([Expr::value(step.gateway_id.as_deref()), Expr::col(Column::GatewayId)]);
        let stepped = Entity::update_many()
            .set(next)
            .col_expr(Column::GatewayId, gateway_id.into())
            .filter(Column::Id.eq(part.id))
            .filter(Column::State.eq(Stored(part.state)));
        if stepped.run(&write).await? != 1 {
            return Ok(false);
        }
        if step.to == RefundProgress::Failed && part.state != RefundProgress::Failed {
            count(&write, part.order_id, part.refund_id, -part.cents).await?;
        }
        if !step.note.is_empty() {
            insert_event(&write, part.order_id, ("note", None, None), &step.note, PAYMENT_AUTHOR, now).await?;
        }
        outbox::queue(&write, Some(part.order_id), &outbox::with_number(&step.mails, part.refund_id), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn book_foreign_refund(&self, refund: &ForeignRefund, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        lock_order(&write, refund.order_id).await?;
        let requested = Condition::all()
            .add(Column::PaymentId.eq(refund.payment_id))
            .add(Column::State.eq(Stored(RefundProgress::Requested)));
        let booked = Condition::any().add(Column::GatewayId.eq(&refund.gateway_id)).add(requested);
        if Entity::find().filter(booked).fetch_exists(&write).await? {
            return Ok(false);
        }
        let failed = refund.state == RefundProgress::Failed;
        let booked = RefundRecord { cents: refund.cents, author: "payment".into(), ..RefundRecord::default() };
        let id = insert(&write, refund.order_id, &booked, None, now).await?;
        let part = NewPart { order: refund.order_id, refund: id, payment: refund.payment_id, cents: refund.cents };
        let check_at = (refund.state == RefundProgress::Pending).then_some(now + 3600);
        write_part(&write, &part, refund.state, Some(&refund.gateway_id), check_at, now).await?;
        // Recorded in full first, so that an immediate failure is reverted in the same way as a later one.
        let refunded = orders::Entity::update_many()
            .col_expr(orders::Column::RefundedCents, Expr::col(orders::Column::RefundedCents).add(refund.cents.0))
            .col_expr(orders::Column::UpdatedAt, Expr::value(now));
        refunded.filter(orders::Column::Id.eq(Stored(refund.order_id))).run(&write).await?;
        if failed {
            count(&write, refund.order_id, id, -refund.cents).await?;
        }
        insert_event(&write, refund.order_id, ("note", None, None), &refund.note, PAYMENT_AUTHOR, now).await?;
        outbox::queue(&write, Some(refund.order_id), &outbox::with_number(&refund.mails, id), now).await?;
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
        lock_order(&write, order).await?;
        let failed = refunds::Entity::find_by_id(refund)
            .select_only()
            .column(refunds::Column::FailedCents)
            .filter(refunds::Column::OrderId.eq(Stored(order)))
            .filter(refunds::Column::FailedCents.gt(0_i64));
        let failed = failed.into_tuple::<Stored<Cents>>().fetch_one(&write).await?;
        let Some(Stored(failed)) = failed else { return Ok(false) };
        let failed_parts =
            Condition::all().add(Column::RefundId.eq(refund)).add(Column::State.eq(Stored(RefundProgress::Failed)));
        let note = match how {
            RefundAgain::Gateway => {
                let again = Entity::find()
                    .select_only()
                    .columns([Column::PaymentId, Column::Cents])
                    .filter(failed_parts.clone())
                    .filter(Column::Reissued.eq(false))
                    .order_by_asc(Column::Id);
                for (payment, cents) in again.into_tuple::<(i64, Stored<Cents>)>().fetch_all(&write).await? {
                    let part = NewPart { order, refund, payment, cents: cents.0 };
                    write_part(&write, &part, RefundProgress::Requested, None, Some(now), now).await?;
                }
                "refund_asked_again"
            }
            RefundAgain::ByHand => "refund_by_hand",
        };
        let reissued = Entity::update_many().col_expr(Column::Reissued, Expr::value(true));
        reissued.filter(failed_parts).run(&write).await?;
        count(&write, order, refund, failed).await?;
        insert_event(&write, order, ("note", None, None), note, author, now).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// Adds an amount of a refund to the refunded total; a negative amount reverts it.
async fn count(write: &Write<'_>, order: OrderId, refund: i64, cents: Cents) -> Result<(), StoreError> {
    use {orders::Column::RefundedCents, refunds::Column::FailedCents};
    let failed = refunds::Entity::update_many().col_expr(FailedCents, Expr::col(FailedCents).sub(cents.0));
    failed.filter(refunds::Column::Id.eq(refund)).run(write).await?;
    let refunded = orders::Entity::update_many().col_expr(RefundedCents, Expr::col(RefundedCents).add(cents.0));
    refunded.filter(orders::Column::Id.eq(Stored(order))).run(write).await.map(|_| ())
}
