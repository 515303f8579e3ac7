//! What a company owes by invoice, and the payments that are noted for it.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::name_of_day;
use shop_core::base::{Cents, CompanyId};
use shop_services::ports::{Receivable, ReceivedPayment, StoreError};
use shop_services::trade::receivables::{PaymentDenied, ReceivedPaymentForm, TakeBackForm};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Body, Id, Ids, Problem, Refusal};
use crate::app::state::AppState;

/// How a company's account stands.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CompanyAccount {
    /// What it owes.
    open_cents: i64,
    /// What of it should be paid already.
    overdue_cents: i64,
    /// What it may owe; `null`: there is no limit.
    limit_cents: Option<i64>,
    /// What it can still order by invoice; `null`: any amount.
    left_cents: Option<i64>,
    /// Orders of which something is owed, those due first; at most 200.
    orders: Vec<OpenOrder>,
    /// How many there are.
    count: u64,
    /// The newest first; at most 100.
    payments: Vec<PaymentRow>,
    /// Today in the shop: "2026-11-25".
    today: String,
    /// Names the next payment's request, so that it is noted once.
    key: String,
}

/// An order of which something is owed.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OpenOrder {
    order_id: i64,
    ordered_at: i64,
    /// Last day to pay it: "2026-12-25".
    due: String,
    overdue: bool,
    total_cents: i64,
    open_cents: i64,
}

/// A payment that arrived.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaymentRow {
    id: i64,
    amount_cents: i64,
    /// The day on which it arrived: "2026-11-25".
    received: String,
    reference: String,
    author: String,
    created_at: i64,
    /// When it was taken back; `null`: it holds.
    taken_back_at: Option<i64>,
    taken_back_by: String,
    taken_back_note: String,
    /// What it paid.
    orders: Vec<PaidOrder>,
}

/// What a payment paid of an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaidOrder {
    order_id: i64,
    amount_cents: i64,
}

/// A payment that arrived.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewPayment {
    /// Names the request: sent again it notes nothing more.
    #[schema(min_length = 1, max_length = 100)]
    key: String,
    /// "120.50" or "120,50".
    #[schema(max_length = 20)]
    amount: String,
    /// The day on which it arrived: "2026-11-25".
    #[schema(max_length = 20)]
    day: String,
    #[serde(default)]
    #[schema(max_length = 140)]
    reference: String,
    /// Number of the order that it pays; empty: those that are due first.
    #[serde(default)]
    #[schema(max_length = 20)]
    order: String,
}

/// Why a payment is taken back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PaymentTakenBack {
    #[schema(min_length = 1, max_length = 2000)]
    note: String,
}

/// What a company owes by invoice, and what it paid.
#[utoipa::path(get, path = "/api/admin/companies/{id}/account", params(("id" = i64, Path)),
    responses((status = 200, body = CompanyAccount)))]
pub(in crate::admin) async fn account(
    State(state): State<AppState>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<CompanyAccount>, Refusal> {
    state.shop.companies.company(CompanyId(id)).await?.ok_or_else(Refusal::not_found)?;
    Ok(Json(shown(&state, CompanyId(id)).await?))
}

/// Notes a payment that arrived: of one order, or of those that are due first.
#[utoipa::path(post, path = "/api/admin/companies/{id}/payments", request_body = NewPayment, params(("id" = i64, Path)),
    responses((status = 200, body = CompanyAccount), (status = 422, body = Problem)))]
pub(in crate::admin) async fn note_payment(
    State(state): State<AppState>,
    staff: Staff,
    Id(id): Id,
    Body(payment): Body<NewPayment>,
) -> Result<Json<CompanyAccount>, Refusal> {
    let NewPayment { key, amount, day, reference, order } = payment;
    let form = ReceivedPaymentForm { key, order, amount, day, reference };
    state.shop.receivables.note_payment(CompanyId(id), &form, &staff.person).await?.map_err(refused)?;
    tracing::info!(by = staff.person.id.0, company = id, "back office: a payment by invoice noted");
    Ok(Json(shown(&state, CompanyId(id)).await?))
}

/// Takes a wrong payment back: what it paid is owed again.
#[utoipa::path(post, path = "/api/admin/companies/{id}/payments/{payment}/take-back", request_body = PaymentTakenBack,
    params(("id" = i64, Path), ("payment" = i64, Path)),
    responses((status = 200, body = CompanyAccount), (status = 422, body = Problem)))]
pub(in crate::admin) async fn take_back(
    State(state): State<AppState>,
    staff: Staff,
    Ids(id, payment): Ids,
    Body(taken): Body<PaymentTakenBack>,
) -> Result<Json<CompanyAccount>, Refusal> {
    let form = TakeBackForm { note: taken.note };
    state.shop.receivables.take_back(CompanyId(id), payment, &form, &staff.person).await?.map_err(refused)?;
    tracing::info!(by = staff.person.id.0, company = id, payment, "back office: a payment by invoice taken back");
    Ok(Json(shown(&state, CompanyId(id)).await?))
}

async fn shown(state: &AppState, id: CompanyId) -> Result<CompanyAccount, StoreError> {
    let account = state.shop.receivables.account(id).await?;
    let credit = account.debt.credit;
    let cents = |amount: Option<Cents>| amount.map(|amount| amount.0);
    Ok(CompanyAccount {
        open_cents: credit.open_cents.0,
        overdue_cents: account.debt.overdue_cents.0,
        limit_cents: cents(credit.limit_cents),
        left_cents: cents(credit.left_cents()),
        orders: account.open.iter().map(|one| open_order(one, account.today)).collect(),
        count: account.debt.orders,
        payments: state.shop.receivables.payments(id).await?.into_iter().map(payment).collect(),
        today: name_of_day(account.today),
        key: state.shop.context.random().hex(16),
    })
}

fn open_order(one: &Receivable, today: i64) -> OpenOrder {
    OpenOrder {
        order_id: one.order_id.0,
        ordered_at: one.ordered_at,
        due: name_of_day(one.due_day),
        overdue: one.due_day < today,
        total_cents: one.total_cents.0,
        open_cents: one.open_cents.0,
    }
}

fn payment(one: ReceivedPayment) -> PaymentRow {
    let paid =
        |(order, amount): (shop_core::base::OrderId, Cents)| PaidOrder { order_id: order.0, amount_cents: amount.0 };
    PaymentRow {
        id: one.id,
        amount_cents: one.amount_cents.0,
        received: name_of_day(one.received_day),
        reference: one.reference,
        author: one.author,
        created_at: one.created_at,
        taken_back_at: one.taken_back_at,
        taken_back_by: one.taken_back_by,
        taken_back_note: one.taken_back_note,
        orders: one.orders.into_iter().map(paid).collect(),
    }
}

fn refused(denied: PaymentDenied) -> Refusal {
    match denied {
        PaymentDenied::Unknown => Refusal::not_found(),
        PaymentDenied::Fields(errors) => Refusal::fields(errors),
    }
}
