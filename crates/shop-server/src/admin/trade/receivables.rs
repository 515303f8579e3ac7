//! What companies owe on account, and the payments received from them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::name_of_day;
use shop_core::base::{Cents, CompanyId};
use shop_services::Context;
use shop_services::ports::{Receivable, ReceivedPayment, StoreError};
use shop_services::trade::companies::Companies;
use shop_services::trade::receivables::{Receivables, ReceivedPaymentError, ReceivedPaymentForm, ReversalForm};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Body, Id, Ids, Problem, Refusal};

/// Account of a company.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CompanyAccount {
    open_cents: Cents,
    /// Part of it that is overdue.
    overdue_cents: Cents,
    /// Credit limit; `null` if unlimited.
    limit_cents: Option<Cents>,
    /// Remaining credit for orders on account; `null` if unlimited.
    left_cents: Option<Cents>,
    /// Open orders, those due first; at most 200.
    orders: Vec<OpenOrder>,
    /// Number of open orders.
    count: u64,
    /// Payments, newest first; at most 100.
    payments: Vec<PaymentRow>,
    /// Current date of the shop: "2026-11-25".
    today: String,
    /// Idempotency key for the next payment.
    key: String,
}

/// An order that is not fully paid.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OpenOrder {
    order_id: i64,
    ordered_at: i64,
    /// Due day: "2026-12-25".
    due: String,
    overdue: bool,
    total_cents: Cents,
    open_cents: Cents,
}

/// A received payment.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaymentRow {
    id: i64,
    amount_cents: Cents,
    /// Day of receipt: "2026-11-25".
    received: String,
    reference: String,
    author: String,
    created_at: i64,
    /// When the payment was reversed; `null` if it was not.
    reversed_at: Option<i64>,
    reversed_by: String,
    reversal_note: String,
    /// Orders that it was applied to.
    orders: Vec<PaidOrder>,
}

/// Part of a payment applied to an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaidOrder {
    order_id: i64,
    amount_cents: Cents,
}

/// A received payment to record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewPayment {
    /// Idempotency key: repeating the request records nothing more.
    #[schema(min_length = 1, max_length = 100)]
    key: String,
    /// "120.50" or "120,50".
    #[schema(max_length = 20)]
    amount: String,
    /// Day of receipt: "2026-11-25".
    #[schema(max_length = 20)]
    day: String,
    #[serde(default)]
    #[schema(max_length = 140)]
    reference: String,
    /// Order number that it pays; empty to pay the orders due first.
    #[serde(default)]
    #[schema(max_length = 20)]
    order: String,
}

/// Reason for reversing a payment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PaymentReversalRequest {
    #[schema(min_length = 1, max_length = 2000)]
    note: String,
}

/// Returns what a company owes on account and what it has paid.
#[utoipa::path(get, path = "/api/admin/companies/{id}/account", params(("id" = i64, Path)),
    responses((status = 200, body = CompanyAccount)))]
pub(in crate::admin) async fn account(
    State(context): State<Arc<Context>>,
    State(companies): State<Companies>,
    State(receivables): State<Receivables>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<CompanyAccount>, Refusal> {
    companies.company(CompanyId(id)).await?.ok_or_else(Refusal::not_found)?;
    Ok(Json(load_account(&context, &receivables, CompanyId(id)).await?))
}

/// Records a received payment for one order, or for the orders due first.
#[utoipa::path(post, path = "/api/admin/companies/{id}/payments", request_body = NewPayment, params(("id" = i64, Path)),
    responses((status = 200, body = CompanyAccount), (status = 422, body = Problem)))]
pub(in crate::admin) async fn record_payment(
    State(context): State<Arc<Context>>,
    State(receivables): State<Receivables>,
    staff: Staff,
    Id(id): Id,
    Body(payment): Body<NewPayment>,
) -> Result<Json<CompanyAccount>, Refusal> {
    let NewPayment { key, amount, day, reference, order } = payment;
    let form = ReceivedPaymentForm { key, order, amount, day, reference };
    receivables.record_payment(CompanyId(id), &form, &staff.person).await?;
    tracing::info!(by = staff.person.id.0, company = id, "back office: a payment by invoice noted");
    Ok(Json(load_account(&context, &receivables, CompanyId(id)).await?))
}

/// Reverses a wrongly recorded payment: the amount is owed again.
#[utoipa::path(post, path = "/api/admin/companies/{id}/payments/{payment}/take-back", request_body = PaymentReversalRequest,
    params(("id" = i64, Path), ("payment" = i64, Path)),
    responses((status = 200, body = CompanyAccount), (status = 422, body = Problem)))]
pub(in crate::admin) async fn take_back(
    State(context): State<Arc<Context>>,
    State(receivables): State<Receivables>,
    staff: Staff,
    Ids(id, payment): Ids,
    Body(taken): Body<PaymentReversalRequest>,
) -> Result<Json<CompanyAccount>, Refusal> {
    let form = ReversalForm { note: taken.note };
    receivables.take_back(CompanyId(id), payment, &form, &staff.person).await?;
    tracing::info!(by = staff.person.id.0, company = id, payment, "back office: a payment by invoice taken back");
    Ok(Json(load_account(&context, &receivables, CompanyId(id)).await?))
}

async fn load_account(
    context: &Context,
    receivables: &Receivables,
    id: CompanyId,
) -> Result<CompanyAccount, StoreError> {
    let account = receivables.account(id).await?;
    let credit = account.debt.credit;
    Ok(CompanyAccount {
        open_cents: credit.open_cents,
        overdue_cents: account.debt.overdue_cents,
        limit_cents: credit.limit_cents,
        left_cents: credit.left_cents(),
        orders: account.open.iter().map(|one| open_order(one, account.today)).collect(),
        count: account.debt.orders,
        payments: receivables.payments(id).await?.into_iter().map(payment).collect(),
        today: name_of_day(account.today),
        key: context.random().hex(16),
    })
}

fn open_order(one: &Receivable, today: i64) -> OpenOrder {
    OpenOrder {
        order_id: one.order_id.0,
        ordered_at: one.ordered_at,
        due: name_of_day(one.due_day),
        overdue: one.due_day < today,
        total_cents: one.total_cents,
        open_cents: one.open_cents,
    }
}

fn payment(one: ReceivedPayment) -> PaymentRow {
    let paid =
        |(order, amount): (shop_core::base::OrderId, Cents)| PaidOrder { order_id: order.0, amount_cents: amount };
    PaymentRow {
        id: one.id,
        amount_cents: one.amount_cents,
        received: name_of_day(one.received_day),
        reference: one.reference,
        author: one.author,
        created_at: one.created_at,
        reversed_at: one.reversed_at,
        reversed_by: one.reversed_by,
        reversal_note: one.reversal_note,
        orders: one.orders.into_iter().map(paid).collect(),
    }
}

impl From<ReceivedPaymentError> for Refusal {
    fn from(error: ReceivedPaymentError) -> Self {
        match error {
            ReceivedPaymentError::Unknown => Self::not_found(),
            ReceivedPaymentError::Fields(errors) => Self::fields(errors),
            ReceivedPaymentError::Store(error) => error.into(),
        }
    }
}
