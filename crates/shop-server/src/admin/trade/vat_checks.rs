//! Log of VAT number checks against the VIES register, and rechecks.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shop_core::trade::vat_check::VatAnswer;
use shop_services::ports::{VatCheck, VatCheckFilter};
use shop_services::trade::vat_checks::{RecheckOutcome, VatChecks};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct VatChecksQuery {
    /// `valid`, `invalid` or `unanswered`; all if omitted.
    #[param(pattern = "^(valid|invalid|unanswered)?$")]
    state: Option<String>,
    /// Text contained in the VAT number, the registered name or the buyer's e-mail.
    search: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of checks, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VatCheckList {
    checks: Vec<VatCheckRow>,
    total: u64,
    page: u64,
    pages: u64,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VatCheckRow {
    id: i64,
    /// Account that triggered the check; `null` for a guest or the shop itself.
    customer_id: Option<i64>,
    company_id: Option<i64>,
    /// E-mail of the buyer; empty if unknown.
    email: String,
    /// `checkout`, `form`, `registration`, or the user name of a member of staff.
    requested_by: String,
    country: String,
    vat_number: String,
    /// `valid`, `invalid` or `unanswered`.
    state: String,
    /// Why the register did not answer; empty if it did.
    failure: String,
    /// Registered name; may be empty.
    name: String,
    address: String,
    /// Consultation number, which proves that the register was consulted; may be empty.
    consultation: String,
    /// Number of attempts.
    tries: i64,
    /// Time of the next automatic attempt; `null` if there is none.
    next_try_at: Option<i64>,
    created_at: i64,
    answered_at: Option<i64>,
}

impl From<VatCheck> for VatCheckRow {
    fn from(check: VatCheck) -> Self {
        Self {
            id: check.id,
            customer_id: check.customer_id.map(|id| id.0),
            company_id: check.company_id.map(|id| id.0),
            email: check.email,
            requested_by: check.requested_by,
            country: check.country,
            vat_number: check.vat_number,
            state: check.answer.as_str().to_owned(),
            failure: check.failure.map(|why| why.as_str().to_owned()).unwrap_or_default(),
            name: check.entry.name,
            address: check.entry.address,
            consultation: check.entry.consultation,
            tries: check.tries,
            next_try_at: check.next_try_at,
            created_at: check.created_at,
            answered_at: check.answered_at,
        }
    }
}

/// Result of a recheck.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VatRecheck {
    /// `valid`, `invalid` or `unanswered`.
    state: String,
}

#[utoipa::path(get, path = "/api/admin/vat-checks", params(VatChecksQuery),
    responses((status = 200, body = VatCheckList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(vat_checks): State<VatChecks>,
    _staff: Staff,
    QueryParams(query): QueryParams<VatChecksQuery>,
) -> Result<Json<VatCheckList>, Refusal> {
    let answer = parse_optional_choice("state", query.state.as_deref(), VatAnswer::parse)?;
    let page = query.page.unwrap_or(1);
    let filter = VatCheckFilter {
        answer,
        search: search_text(query.search),
        offset: (page - 1).saturating_mul(PER_PAGE),
        limit: PER_PAGE,
    };
    let found = vat_checks.list_vat_checks(&filter).await?;
    Ok(Json(VatCheckList {
        checks: found.checks.into_iter().map(VatCheckRow::from).collect(),
        total: found.total,
        page,
        pages: page_count(found.total),
    }))
}

/// Checks the VAT number again.
#[utoipa::path(post, path = "/api/admin/vat-checks/{id}/again", params(("id" = i64, Path, minimum = 1)),
    responses((status = 200, body = VatRecheck)))]
pub(in crate::admin) async fn again(
    State(vat_checks): State<VatChecks>,
    staff: Staff,
    Id(id): Id,
) -> Result<Json<VatRecheck>, Refusal> {
    match vat_checks.check_again(id, &staff.person.username).await? {
        RecheckOutcome::Unknown => Err(Refusal::not_found()),
        RecheckOutcome::Answered(answer) => Ok(Json(VatRecheck { state: answer.as_str().to_owned() })),
    }
}
