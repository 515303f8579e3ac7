//! Receivables: what orders by invoice owe, and the payments received for them.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::trade::credit_line::CreditLine;

use super::{NewMail, StoreError};

/// An order by invoice with an open amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receivable {
    pub order_id: OrderId,
    pub company_id: CompanyId,
    pub total_cents: Cents,
    /// Open amount: the total without payments received and money refunds.
    pub open_cents: Cents,
    /// Due date, as days since 1970-01-01.
    pub due_day: i64,
    pub ordered_at: UnixSeconds,
}

/// A company's debt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompanyDebt {
    /// Balance and limit.
    pub credit: CreditLine,
    /// Overdue part of the balance.
    pub overdue_cents: Cents,
    /// Number of orders with an open amount.
    pub orders: u64,
}

/// A payment received from a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedPayment {
    pub id: i64,
    pub amount_cents: Cents,
    /// Day of arrival, as days since 1970-01-01.
    pub received_day: i64,
    /// Payment reference; may be empty.
    pub reference: String,
    pub author: String,
    pub created_at: UnixSeconds,
    /// When it was reversed as a mistake; `None` if it is valid.
    pub reversed_at: Option<UnixSeconds>,
    /// Staff member who reversed it.
    pub reversed_by: String,
    pub reversal_note: String,
    /// The orders that it paid, with the amount for each.
    pub orders: Vec<(OrderId, Cents)>,
}

/// A received payment to record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReceivedPayment {
    pub company_id: CompanyId,
    /// Idempotency key of the request.
    pub idempotency_key: String,
    /// The order that it pays; `None` for those that are due first.
    pub order_id: Option<OrderId>,
    /// Amount; above zero.
    pub amount_cents: Cents,
    pub received_day: i64,
    pub reference: String,
    pub author: String,
    /// History note for an order that it pays in full.
    pub note: String,
}

/// Why a payment was not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordPaymentError {
    /// It exceeds the open amount.
    AboveOpen {
        /// Open amount of the order, or of all orders.
        open: Cents,
    },
    /// The company has no such order by invoice.
    UnknownOrder,
    UnknownCompany,
    /// The idempotency key was used for another payment.
    KeyReused,
}

/// A payment to reverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentReversal {
    pub company_id: CompanyId,
    pub payment_id: i64,
    pub author: String,
    pub reason: String,
    /// Note for the histories of its orders.
    pub note: String,
}

/// Stores receivables and received payments. Writes of a company's payments and of its orders by invoice are serialised.
#[async_trait]
pub trait ReceivableStore: Send + Sync {
    /// Returns a company's balance and limit; nothing is owed by an unknown company.
    async fn credit_line(&self, company: CompanyId) -> Result<CreditLine, StoreError>;

    /// Returns a company's debt, with what is overdue on a day.
    async fn company_debt(&self, company: CompanyId, today: i64) -> Result<CompanyDebt, StoreError>;

    /// Lists a company's orders with an open amount, those due first at the head.
    async fn receivables(&self, company: CompanyId, limit: u64) -> Result<Vec<Receivable>, StoreError>;

    /// Lists a company's payments, newest first.
    async fn received_payments(&self, company: CompanyId, limit: u64) -> Result<Vec<ReceivedPayment>, StoreError>;

    /// Records a payment and allocates it to orders, once per idempotency key.
    async fn record_payment(
        &self,
        payment: &NewReceivedPayment,
        now: UnixSeconds,
    ) -> Result<Result<(), RecordPaymentError>, StoreError>;

    /// Reverses a payment, so that its orders have an open amount again; `false` if there is no valid one.
    async fn reverse_payment(&self, taken: &PaymentReversal, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Lists orders with an open amount that were due before a day and for which no reminder was sent.
    async fn receivables_to_remind(&self, due_before: i64, limit: u64) -> Result<Vec<Receivable>, StoreError>;

    /// Records a reminder for an order with its e-mail; `false` if one was sent before, or nothing is owed any more.
    async fn remind_of_receivable(
        &self,
        order: OrderId,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;
}
