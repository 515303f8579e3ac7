//! Payments received from companies for orders by invoice.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::trade::credit_line::{CreditLine, spread};
use shop_services::ports::{
    CompanyDebt, NewMail, NewReceivedPayment, PaymentReversal, Receivable, ReceivableStore, ReceivedPayment,
    RecordPaymentError, StoreError,
};

use crate::db::fetch::{Fetch, FetchId, Run};
use crate::db::{Db, Write};
use crate::entity::received_payments::{ActiveModel, Column, Entity, Model};
use crate::entity::{self, Stored, companies, received_payment_orders, record_from};
use crate::orders::order_events::insert_event;
use crate::trade::receivables;

record_from! {
    |row: Model| ReceivedPayment {
        id, amount_cents, received_day, reference, author, created_at, reversed_at, reversed_by, reversal_note,
        orders: Vec::new(),
    }
}

#[async_trait]
impl ReceivableStore for Db {
    async fn credit_line(&self, company: CompanyId) -> Result<CreditLine, StoreError> {
        receivables::read_credit(self, company).await
    }

    async fn company_debt(&self, company: CompanyId, today: i64) -> Result<CompanyDebt, StoreError> {
        receivables::read_debt(self, company, today).await
    }

    async fn receivables(&self, company: CompanyId, limit: u64) -> Result<Vec<Receivable>, StoreError> {
        receivables::read_open(self, company, limit).await
    }

    async fn received_payments(&self, company: CompanyId, limit: u64) -> Result<Vec<ReceivedPayment>, StoreError> {
        use received_payment_orders::Column::{OrderId, PaymentId};
        let latest =
            Entity::find().filter(Column::CompanyId.eq(Stored(company))).order_by_desc(Column::Id).limit(limit);
        let mut payments: Vec<ReceivedPayment> = latest.fetch_records(self).await?;
        if payments.is_empty() {
            return Ok(payments);
        }
        let paid = received_payment_orders::Entity::find()
            .filter(PaymentId.is_in(payments.iter().map(|payment| payment.id)))
            .order_by_asc(OrderId);
        for row in paid.fetch_all(self).await? {
            if let Some(payment) = payments.iter_mut().find(|one| one.id == row.payment_id) {
                payment.orders.push((row.order_id.0, row.amount_cents.0));
            }
        }
        Ok(payments)
    }

    async fn record_payment(
        &self,
        payment: &NewReceivedPayment,
        now: UnixSeconds,
    ) -> Result<Result<(), RecordPaymentError>, StoreError> {
        let write = self.begin(true).await?;
        if !lock_company(&write, payment.company_id).await? {
            return Ok(Err(RecordPaymentError::UnknownCompany));
        }
        if let Some(earlier) = find_earlier(&write, payment).await? {
            let same = earlier == (payment.amount_cents, payment.received_day);
            return Ok(if same { Ok(()) } else { Err(RecordPaymentError::KeyReused) });
        }
        let mut owed = receivables::list_open(&write, payment.company_id).await?;
        if let Some(order) = payment.order_id {
            owed.retain(|one| one.order_id == order);
            if owed.is_empty() {
                return Ok(Err(RecordPaymentError::UnknownOrder));
            }
        }
        let open: Cents = owed.iter().map(|one| one.open_cents).sum();
        if payment.amount_cents > open {
            return Ok(Err(RecordPaymentError::AboveOpen { open }));
        }
        let id = insert(&write, payment, now).await?;
        let each: Vec<(OrderId, Cents)> = owed.iter().map(|one| (one.order_id, one.open_cents)).collect();
        for (order, cents) in spread(payment.amount_cents, &each) {
            let in_full = each.contains(&(order, cents));
            let part = received_payment_orders::ActiveModel {
                payment_id: Set(id),
                order_id: Set(Stored(order)),
                amount_cents: Set(Stored(cents)),
            };
            received_payment_orders::Entity::insert(part).run(&write).await?;
            add_paid(&write, order, cents, in_full.then_some(payment.received_day)).await?;
            if in_full {
                insert_event(&write, order, ("note", None, None), &payment.note, &payment.author, now).await?;
            }
        }
        write.commit().await?;
        Ok(Ok(()))
    }

    async fn reverse_payment(&self, taken: &PaymentReversal, now: UnixSeconds) -> Result<bool, StoreError> {
        use received_payment_orders::Column::{OrderId, PaymentId};
        let write = self.begin(true).await?;
        if !lock_company(&write, taken.company_id).await? {
            return Ok(false);
        }
        let row = ActiveModel {
            reversed_at: Set(Some(now)),
            reversed_by: Set(taken.author.clone()),
            reversal_note: Set(taken.reason.clone()),
            ..Default::default()
        };
        let valid = Entity::update_many()
            .set(row)
            .filter(Column::Id.eq(taken.payment_id))
            .filter(Column::CompanyId.eq(Stored(taken.company_id)))
            .filter(Column::ReversedAt.is_null());
        if valid.run(&write).await? == 0 {
            return Ok(false);
        }
        let paid = received_payment_orders::Entity::find().filter(PaymentId.eq(taken.payment_id));
        for row in paid.order_by_asc(OrderId).fetch_all(&write).await? {
            let order = row.order_id.0;
            add_paid(&write, order, -row.amount_cents.0, None).await?;
            insert_event(&write, order, ("note", None, None), &taken.note, &taken.author, now).await?;
        }
        write.commit().await?;
        Ok(true)
    }

    async fn receivables_to_remind(&self, due_before: i64, limit: u64) -> Result<Vec<Receivable>, StoreError> {
        receivables::read_to_remind(self, due_before, limit).await
    }

    async fn remind_of_receivable(
        &self,
        order: OrderId,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        receivables::record_reminder(self, order, mails, now).await
    }
}

/// Locks a company's row until the transaction ends; returns `false` if there is none.
async fn lock_company(write: &Write<'_>, company: CompanyId) -> Result<bool, StoreError> {
    use companies::Column::{Id, Version};
    let lock = companies::Entity::update_many().col_expr(Version, Expr::col(Version));
    Ok(lock.filter(Id.eq(Stored(company))).run(write).await? == 1)
}

/// Amount and day of the payment that was recorded under the same key.
async fn find_earlier(write: &Write<'_>, payment: &NewReceivedPayment) -> Result<Option<(Cents, i64)>, StoreError> {
    let earlier = Entity::find()
        .select_only()
        .columns([Column::AmountCents, Column::ReceivedDay])
        .filter(Column::CompanyId.eq(Stored(payment.company_id)))
        .filter(Column::IdempotencyKey.eq(&payment.idempotency_key));
    let earlier = earlier.into_tuple::<(Stored<Cents>, i64)>().fetch_one(write).await?;
    Ok(earlier.map(|(cents, day)| (cents.0, day)))
}

/// Adds to the paid amount of an order by invoice; `paid_day`: the day on which it was paid in full.
async fn add_paid(write: &Write<'_>, order: OrderId, cents: Cents, paid_day: Option<i64>) -> Result<(), StoreError> {
    use entity::receivables::Column::{OrderId, PaidCents, PaidDay};
    entity::receivables::Entity::update_many()
        .col_expr(PaidCents, Expr::col(PaidCents).add(Stored(cents)))
        .col_expr(PaidDay, Expr::value(paid_day))
        .filter(OrderId.eq(Stored(order)))
        .run(write)
        .await
        .map(|_| ())
}

async fn insert(write: &Write<'_>, payment: &NewReceivedPayment, now: UnixSeconds) -> Result<i64, StoreError> {
    let row = ActiveModel {
        company_id: Set(Stored(payment.company_id)),
        idempotency_key: Set(payment.idempotency_key.clone()),
        amount_cents: Set(Stored(payment.amount_cents)),
        received_day: Set(payment.received_day),
        reference: Set(payment.reference.clone()),
        author: Set(payment.author.clone()),
        created_at: Set(now),
        ..Default::default()
    };
    Entity::insert(row).fetch_id(write).await
}
