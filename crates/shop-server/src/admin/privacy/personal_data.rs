//! The register of personal data: what is kept of people, where, why, for how long and who gets it; and whom the payment provider is
//! still to forget.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_services::platform::settings::said;
use shop_services::privacy::register::{MEASURES, TRANSFERS};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Admin;
use crate::admin::language;
use crate::admin::problem::{Body, Problem, Refusal};
use crate::app::state::AppState;

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PersonalDataList {
    entries: Vec<PersonalDataEntry>,
    /// Transfers out of the European Union.
    transfers: String,
    /// Measures of security.
    measures: Vec<String>,
    /// Whom the payment provider is still to forget, those asked for longest ago first; at most 100.
    erasures: Vec<WaitingErasureRow>,
    /// How many there are.
    erasures_total: u64,
}

/// A deleted customer whom the payment provider is still to forget.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct WaitingErasureRow {
    /// The account with the provider.
    scope: String,
    /// The provider's name of the customer.
    gateway_id: String,
    /// How often it was asked in vain.
    tries: i64,
    /// When last; `null`: never.
    asked_at: Option<i64>,
    /// The shop goes on asking by itself. Else it has no keys of that account, and somebody has to see to it there.
    asked: bool,
}

/// A customer whom the provider has forgotten.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ErasureDone {
    #[schema(max_length = 200)]
    scope: String,
    #[schema(max_length = 200)]
    gateway_id: String,
}

/// One kind of data, in the words of whoever asks.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PersonalDataEntry {
    id: String,
    name: String,
    /// Whose data, and which.
    what: String,
    /// Tables of the database.
    tables: Vec<String>,
    /// Rows of the first table; `null`: it has none of its own.
    rows: Option<u64>,
    why: String,
    basis: String,
    /// Who gets it, beside the shop and who runs its server.
    recipients: String,
    /// How long, with the value that is set.
    time: String,
    /// The setting that says so; `null`: it is not set.
    setting: Option<String>,
    /// Keys of an account's download, or why it is not in it.
    download: String,
    /// What happens when the account is deleted.
    erasure: String,
}

#[utoipa::path(get, path = "/api/admin/personal-data", responses((status = 200, body = PersonalDataList)))]
pub(in crate::admin) async fn list(
    State(state): State<AppState>,
    headers: axum::http::HeaderMap,
    _admin: Admin,
) -> Result<Json<PersonalDataList>, Refusal> {
    let lang = language(&headers);
    let times = state.shop.context.settings().await?.retention.clone();
    let entries = state.shop.personal_data.register().await?;
    let entries = entries.into_iter().map(|(kept, rows)| PersonalDataEntry {
        id: kept.id.into(),
        name: said(kept.name, lang).into(),
        what: said(kept.what, lang).into(),
        tables: kept.tables.iter().map(|table| (*table).to_owned()).collect(),
        rows,
        why: said(kept.why, lang).into(),
        basis: kept.basis.said(lang).into(),
        recipients: kept.recipients_said(lang),
        time: kept.time.said(&times, lang),
        setting: kept.time.setting().map(str::to_owned),
        download: kept.download.said(lang),
        erasure: kept.erasure.said(lang),
    });
    let entries = entries.collect();
    let (waiting, erasures_total) = state.shop.personal_data.waiting_erasures().await?;
    let erasures = waiting.into_iter().map(|(one, asked)| WaitingErasureRow {
        scope: one.scope,
        gateway_id: one.gateway_id,
        tries: one.tries,
        asked_at: one.asked_at,
        asked,
    });
    Ok(Json(PersonalDataList {
        entries,
        transfers: said(TRANSFERS, lang).into(),
        measures: MEASURES.iter().map(|one| said(*one, lang).to_owned()).collect(),
        erasures: erasures.collect(),
        erasures_total,
    }))
}

/// Notes that somebody had the provider forget a customer: it is not asked any more.
#[utoipa::path(post, path = "/api/admin/personal-data/erasures/done", request_body = ErasureDone,
    responses((status = 204), (status = 404, body = Problem)))]
pub(in crate::admin) async fn erasure_done(
    State(state): State<AppState>,
    admin: Admin,
    Body(done): Body<ErasureDone>,
) -> Result<StatusCode, Refusal> {
    if !state.shop.personal_data.erasure_done(&done.scope, &done.gateway_id).await? {
        return Err(Refusal::not_found());
    }
    tracing::info!(by = admin.person.id.0, "back office: a customer was forgotten by the provider, as noted by hand");
    Ok(StatusCode::NO_CONTENT)
}
