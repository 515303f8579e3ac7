//! What companies paid for their orders by invoice.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::trade::credit_line::{CreditLine, spread};
use shop_services::ports::{
    CompanyDebt, NewMail, NewReceivedPayment, PaymentNotNoted, Receivable, ReceivableStore, ReceivedPayment,
    StoreError, TakenBack,
};

use crate::db::{Db, Write, list};
use crate::order_events::insert_event;
use crate::receivables;
use crate::row::row;
use crate::statement::{set, value, values};

row! {
    ReceivedPayment: received_payments(id) {
        id, amount_cents, received_day, reference, author, created_at, taken_back_at, taken_back_by, taken_back_note,
        orders = Vec::new(),
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
        let rest = "WHERE company_id = $1 ORDER BY id DESC LIMIT $2";
        let mut payments: Vec<ReceivedPayment> = self.list(rest, values![company, limit]).await?;
        if payments.is_empty() {
            return Ok(payments);
        }
        let sql = format!(
            "SELECT payment_id, order_id, amount_cents FROM received_payment_orders WHERE payment_id IN ({}) ORDER BY order_id",
            list(1, payments.len())
        );
        let ids = payments.iter().map(|payment| value(payment.id)).collect();
        for (payment, order, cents) in self.rows::<(i64, OrderId, Cents)>(&sql, ids).await? {
            if let Some(payment) = payments.iter_mut().find(|one| one.id == payment) {
                payment.orders.push((order, cents));
            }
        }
        Ok(payments)
    }

    async fn note_payment(
        &self,
        payment: &NewReceivedPayment,
        now: UnixSeconds,
    ) -> Result<Result<(), PaymentNotNoted>, StoreError> {
        let write = self.begin(true).await?;
        if !hold(&write, payment.company_id).await? {
            return Ok(Err(PaymentNotNoted::UnknownCompany));
        }
        let earlier = "SELECT amount_cents, received_day FROM received_payments \
                       WHERE company_id = $1 AND idempotency_key = $2";
        let known = values![payment.company_id, &payment.idempotency_key];
        if let Some(earlier) = write.row::<(Cents, i64)>(earlier, known).await? {
            let same = earlier == (payment.amount_cents, payment.received_day);
            return Ok(if same { Ok(()) } else { Err(PaymentNotNoted::KeyReused) });
        }
        let mut owed = receivables::open(&write, payment.company_id).await?;
        if let Some(order) = payment.order_id {
            owed.retain(|one| one.order_id == order);
            if owed.is_empty() {
                return Ok(Err(PaymentNotNoted::UnknownOrder));
            }
        }
        let open: Cents = owed.iter().map(|one| one.open_cents).sum();
        if payment.amount_cents > open {
            return Ok(Err(PaymentNotNoted::AboveOpen { open }));
        }
        let id = insert(&write, payment, now).await?;
        let each: Vec<(OrderId, Cents)> = owed.iter().map(|one| (one.order_id, one.open_cents)).collect();
        for (order, cents) in spread(payment.amount_cents, &each) {
            let in_full = each.contains(&(order, cents));
            write
                .insert("received_payment_orders", set! { payment_id: id, order_id: order, amount_cents: cents })
                .await?;
            let sql = "UPDATE receivables SET paid_cents = paid_cents + $2, paid_day = $3 WHERE order_id = $1";
            let paid_day = in_full.then_some(payment.received_day);
            write.run(sql, values![order, cents, paid_day]).await?;
            if in_full {
                insert_event(&write, order, ("note", None, None), &payment.note, &payment.author, now).await?;
            }
        }
        write.commit().await?;
        Ok(Ok(()))
    }

    async fn take_payment_back(&self, taken: &TakenBack, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if !hold(&write, taken.company_id).await? {
            return Ok(false);
        }
        let set = set! { taken_back_at: now, taken_back_by: &taken.author, taken_back_note: &taken.reason };
        let holds = "id = $1 AND company_id = $2 AND taken_back_at IS NULL";
        if write.update("received_payments", set, holds, values![taken.payment_id, taken.company_id]).await? == 0 {
            return Ok(false);
        }
        let sql = "SELECT order_id, amount_cents FROM received_payment_orders WHERE payment_id = $1 ORDER BY order_id";
        for (order, cents) in write.rows::<(OrderId, Cents)>(sql, values![taken.payment_id]).await? {
            let owed = "UPDATE receivables SET paid_cents = paid_cents - $2, paid_day = NULL WHERE order_id = $1";
            write.run(owed, values![order, cents]).await?;
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
        receivables::note_reminder(self, order, mails, now).await
    }
}

/// Holds a company's row until the transaction ends; `false`: there is none.
async fn hold(write: &Write<'_>, company: CompanyId) -> Result<bool, StoreError> {
    Ok(write.run("UPDATE companies SET version = version WHERE id = $1", values![company]).await? == 1)
}

async fn insert(write: &Write<'_>, payment: &NewReceivedPayment, now: UnixSeconds) -> Result<i64, StoreError> {
    let row = set! {
        company_id: payment.company_id,
        idempotency_key: &payment.idempotency_key,
        amount_cents: payment.amount_cents,
        received_day: payment.received_day,
        reference: &payment.reference,
        author: &payment.author,
        created_at: now,
    };
    write.insert_new("received_payments", row).await
}
