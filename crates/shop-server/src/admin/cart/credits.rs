//! Issues, lists and withdraws store credit.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::cart::coupon::check::last_day;
use shop_core::cart::coupon::credit_check::CreditForm;
use shop_services::Context;
use shop_services::cart::credit::{CreditError, Credits};
use shop_services::ports::{CreditFilter, CreditRecord, CreditState, LedgerEntry};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct CreditsQuery {
    /// Text contained in the code or e-mail address.
    search: Option<String>,
    /// `open`, `empty` or `expired`; any if empty.
    #[param(pattern = "^(open|empty|expired)?$")]
    state: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of credits, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CreditList {
    credits: Vec<CreditRow>,
    total: u64,
    /// Total balance of all matching credits.
    balance_cents: Cents,
    page: u64,
    pages: u64,
}

/// A credit in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CreditRow {
    id: i64,
    code: String,
    email: String,
    /// Account that it is tied to.
    customer_id: Option<i64>,
    balance_cents: Cents,
    issued_cents: Cents,
    /// `open`, `empty` or `expired`.
    state: String,
    /// Last valid day: "2026-12-31"; empty if it does not expire.
    last_day: String,
    reason: String,
    created_at: i64,
}

/// A credit with its ledger.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CreditDetail {
    #[serde(flatten)]
    row: CreditRow,
    /// Oldest entry first; the amounts add up to the balance.
    ledger: Vec<CreditMove>,
}

/// A ledger entry.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CreditMove {
    id: i64,
    /// `issued`, `used`, `given_back`, `expired` or `withdrawn`.
    kind: String,
    /// Amount added (positive) or deducted (negative).
    cents: Cents,
    order_id: Option<i64>,
    /// `system`, `customer` or a user name.
    author: String,
    reason: String,
    created_at: i64,
}

/// Number of credits issued.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Issued {
    ids: Vec<i64>,
}

/// Amount to deduct from a credit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct Withdrawal {
    amount: String,
    reason: String,
}

#[utoipa::path(get, path = "/api/admin/credits", params(CreditsQuery),
    responses((status = 200, body = CreditList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(credits): State<Credits>,
    _staff: Staff,
    QueryParams(query): QueryParams<CreditsQuery>,
) -> Result<Json<CreditList>, Refusal> {
    let named = |word: &str| match word {
        "open" => Some(CreditState::Open),
        "empty" => Some(CreditState::Empty),
        "expired" => Some(CreditState::Expired),
        _ => None,
    };
    let by_state = parse_optional_choice("state", query.state.as_deref(), named)?;
    let page = query.page.unwrap_or(1);
    let filter =
        CreditFilter { search: search_text(query.search), state: by_state, owner: None, page, per_page: PER_PAGE };
    let now = context.now();
    let (found, total, balance) = credits.list_credits(&filter).await?;
    Ok(Json(CreditList {
        credits: found.into_iter().map(|credit| row(credit, now)).collect(),
        total,
        balance_cents: balance,
        page,
        pages: page_count(total),
    }))
}

/// Returns a credit with its ledger.
#[utoipa::path(get, path = "/api/admin/credits/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = CreditDetail)))]
pub(in crate::admin) async fn detail(
    State(context): State<Arc<Context>>,
    State(credits): State<Credits>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<CreditDetail>, Refusal> {
    credit_detail(&context, &credits, id).await
}

/// Issues credits and e-mails each to its address.
#[utoipa::path(post, path = "/api/admin/credits", request_body = CreditForm,
    responses((status = 201, body = Issued)))]
pub(in crate::admin) async fn issue(
    State(credits): State<Credits>,
    staff: Staff,
    Body(form): Body<CreditForm>,
) -> Result<(StatusCode, Json<Issued>), Refusal> {
    let ids = credits.issue_credits(&form, &staff.person.username).await?;
    Ok((StatusCode::CREATED, Json(Issued { ids })))
}

/// Deducts an amount from a credit.
#[utoipa::path(post, path = "/api/admin/credits/{id}/withdraw", request_body = Withdrawal, params(("id" = i64, Path)),
    responses((status = 200, body = CreditDetail)))]
pub(in crate::admin) async fn withdraw(
    State(context): State<Arc<Context>>,
    State(credits): State<Credits>,
    staff: Staff,
    Id(id): Id,
    Body(body): Body<Withdrawal>,
) -> Result<Json<CreditDetail>, Refusal> {
    let author = &staff.person.username;
    credits.withdraw_credit(id, &body.amount, &body.reason, author).await?;
    credit_detail(&context, &credits, id).await
}

impl From<CreditError> for Refusal {
    fn from(error: CreditError) -> Self {
        match error {
            CreditError::Unknown => Self::not_found(),
            CreditError::Fields(errors) => Self::fields(errors),
            CreditError::Store(error) => error.into(),
        }
    }
}

async fn credit_detail(context: &Context, credits: &Credits, id: i64) -> Result<Json<CreditDetail>, Refusal> {
    let credit = credits.credit(id).await?.ok_or_else(Refusal::not_found)?;
    let ledger = credits.credit_ledger(id).await?;
    Ok(Json(CreditDetail { row: row(credit, context.now()), ledger: ledger.into_iter().map(credit_move).collect() }))
}

pub(in crate::admin) fn row(record: CreditRecord, now: UnixSeconds) -> CreditRow {
    let credit = record.credit;
    let state = if credit.expires_at.is_some_and(|end| now >= end) {
        "expired"
    } else if credit.balance_cents.0 > 0 {
        "open"
    } else {
        "empty"
    };
    CreditRow {
        id: record.id,
        code: credit.code,
        email: record.owner.email,
        customer_id: record.owner.customer_id.map(|id| id.0),
        balance_cents: credit.balance_cents,
        issued_cents: record.issued,
        state: state.into(),
        last_day: last_day(credit.expires_at),
        reason: record.reason,
        created_at: record.created_at,
    }
}

fn credit_move(entry: LedgerEntry) -> CreditMove {
    CreditMove {
        id: entry.id,
        kind: entry.kind,
        cents: entry.cents,
        order_id: entry.order_id.map(|id| id.0),
        author: entry.author,
        reason: entry.reason,
        created_at: entry.created_at,
    }
}
