//! What orders by invoice are owed, and what was paid for them.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::trade::credit_line::CreditLine;

use super::{NewMail, StoreError};

/// An order by invoice of which something is owed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receivable {
    pub order_id: OrderId,
    pub company_id: CompanyId,
    /// The order's total.
    pub total_cents: Cents,
    /// What is still owed of it: without what was paid, and what went back in money.
    pub open_cents: Cents,
    /// The last day to pay it, as days since 1970-01-01.
    pub due_day: i64,
    /// When it was placed.
    pub ordered_at: UnixSeconds,
}

/// How a company stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompanyDebt {
    /// What it owes and may owe.
    pub credit: CreditLine,
    /// What of it should be paid already.
    pub overdue_cents: Cents,
    /// Orders of which something is owed.
    pub orders: u64,
}

/// A payment that a company made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedPayment {
    pub id: i64,
    pub amount_cents: Cents,
    /// The day on which it arrived, as days since 1970-01-01.
    pub received_day: i64,
    /// What the payment says of itself; may be empty.
    pub reference: String,
    /// Staff member's user name.
    pub author: String,
    /// When it was noted.
    pub created_at: UnixSeconds,
    /// When it was taken back as wrong; `None`: it holds.
    pub taken_back_at: Option<UnixSeconds>,
    /// Who took it back.
    pub taken_back_by: String,
    pub taken_back_note: String,
    /// The orders that it paid, and how much of each.
    pub orders: Vec<(OrderId, Cents)>,
}

/// A payment to be noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReceivedPayment {
    pub company_id: CompanyId,
    /// Names the request: sent again it notes nothing more.
    pub idempotency_key: String,
    /// The order that it pays; `None`: those that are due first.
    pub order_id: Option<OrderId>,
    /// Amount, above nothing.
    pub amount_cents: Cents,
    /// The day on which it arrived.
    pub received_day: i64,
    /// What it says of itself.
    pub reference: String,
    /// Staff member's user name.
    pub author: String,
    /// What the history of an order says that it pays in full.
    pub note: String,
}

/// Why a payment was not noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentNotNoted {
    /// More than is owed.
    AboveOpen {
        /// What is owed of the order, or of all.
        open: Cents,
    },
    /// The order is none of the company's by invoice.
    UnknownOrder,
    /// There is no such company.
    UnknownCompany,
    /// The same key named another payment.
    KeyReused,
}

/// A payment that is to be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBack {
    pub company_id: CompanyId,
    pub payment_id: i64,
    /// Staff member's user name.
    pub author: String,
    pub reason: String,
    /// What the histories of its orders say.
    pub note: String,
}

/// Stores what is owed and what was paid. A company's payments and its orders by invoice are written one after the other.
#[async_trait]
pub trait ReceivableStore: Send + Sync {
    /// What a company owes and may owe; nothing for one that does not exist.
    async fn credit_line(&self, company: CompanyId) -> Result<CreditLine, StoreError>;

    /// The same with what should be paid by a day.
    async fn company_debt(&self, company: CompanyId, today: i64) -> Result<CompanyDebt, StoreError>;

    /// Orders of a company of which something is owed, those due first.
    async fn receivables(&self, company: CompanyId, limit: u64) -> Result<Vec<Receivable>, StoreError>;

    /// A company's payments, the newest first.
    async fn received_payments(&self, company: CompanyId, limit: u64) -> Result<Vec<ReceivedPayment>, StoreError>;

    /// Notes a payment and spreads it over the orders. The same key notes it once.
    async fn note_payment(
        &self,
        payment: &NewReceivedPayment,
        now: UnixSeconds,
    ) -> Result<Result<(), PaymentNotNoted>, StoreError>;

    /// Takes a payment back: what it paid is owed again. `false`: there is none that holds.
    async fn take_payment_back(&self, taken: &TakenBack, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Orders of which something is owed, whose last day to pay was before a day, and of which nobody was reminded.
    async fn receivables_to_remind(&self, due_before: i64, limit: u64) -> Result<Vec<Receivable>, StoreError>;

    /// Notes that an order's company is reminded, with the message; `false`: it was before, or nothing is owed any more.
    async fn remind_of_receivable(
        &self,
        order: OrderId,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;
}
