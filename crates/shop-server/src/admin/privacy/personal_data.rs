//! Register of processing: which personal data the shop stores, where, why, for how long and who receives it; and the customers
//! whom the payment provider has yet to erase.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_services::Context;
use shop_services::platform::settings::localized;
use shop_services::privacy::personal_data::PersonalData;
use shop_services::privacy::register::{MEASURES, TRANSFERS};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Admin;
use crate::admin::language;
use crate::admin::problem::{Body, Problem, Refusal};

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PersonalDataList {
    entries: Vec<PersonalDataEntry>,
    /// Transfers outside the European Union.
    transfers: String,
    measures: Vec<String>,
    /// Customers whom the payment provider has yet to erase, oldest request first; at most 100.
    erasures: Vec<PendingErasureRow>,
    /// Number of pending erasures.
    erasures_total: u64,
}

/// A deleted customer whom the payment provider has yet to erase.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PendingErasureRow {
    /// Account at the provider.
    scope: String,
    /// Customer id at the provider.
    gateway_id: String,
    /// Number of failed attempts.
    tries: i64,
    /// Time of the last attempt; `null` if there was none.
    attempted_at: Option<i64>,
    /// Whether the shop retries automatically. Otherwise it has no keys for that account, and someone must erase the customer
    /// there.
    is_retried: bool,
}

/// A customer whom the provider has erased.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ErasureDone {
    #[schema(max_length = 200)]
    scope: String,
    #[schema(max_length = 200)]
    gateway_id: String,
}

/// A category of data, in the client's language.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PersonalDataEntry {
    id: String,
    name: String,
    /// People and data concerned.
    what: String,
    tables: Vec<String>,
    /// Rows of the first table; `null` if it has no table of its own.
    rows: Option<u64>,
    why: String,
    basis: String,
    /// Recipients other than the shop and its hosting provider.
    recipients: String,
    /// Retention period, with the configured value.
    time: String,
    /// Setting that controls the period; `null` if it is fixed.
    setting: Option<String>,
    /// Keys in the data download of an account, or why the data is not included.
    download: String,
    /// What happens to the data when the account is deleted.
    erasure: String,
}

#[utoipa::path(get, path = "/api/admin/personal-data", responses((status = 200, body = PersonalDataList)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(personal_data): State<PersonalData>,
    headers: axum::http::HeaderMap,
    _admin: Admin,
) -> Result<Json<PersonalDataList>, Refusal> {
    let lang = language(&headers);
    let times = context.settings().await?.retention.clone();
    let entries = personal_data.register().await?;
    let entries = entries.into_iter().map(|(entry, rows)| PersonalDataEntry {
        id: entry.id.into(),
        name: localized(entry.name, lang).into(),
        what: localized(entry.what, lang).into(),
        tables: entry.tables.iter().map(|table| (*table).to_owned()).collect(),
        rows,
        why: localized(entry.why, lang).into(),
        basis: entry.basis.text(lang).into(),
        recipients: entry.recipients_text(lang),
        time: entry.time.text(&times, lang),
        setting: entry.time.setting().map(str::to_owned),
        download: entry.download.text(lang),
        erasure: entry.erasure.text(lang),
    });
    let entries = entries.collect();
    let (waiting, erasures_total) = personal_data.waiting_erasures().await?;
    let erasures = waiting.into_iter().map(|(one, is_retried)| PendingErasureRow {
        scope: one.scope,
        gateway_id: one.gateway_id,
        tries: one.tries,
        attempted_at: one.attempted_at,
        is_retried,
    });
    Ok(Json(PersonalDataList {
        entries,
        transfers: localized(TRANSFERS, lang).into(),
        measures: MEASURES.iter().map(|one| localized(*one, lang).to_owned()).collect(),
        erasures: erasures.collect(),
        erasures_total,
    }))
}

/// Records that staff had the provider erase a customer, which ends the automatic attempts.
#[utoipa::path(post, path = "/api/admin/personal-data/erasures/done", request_body = ErasureDone,
    responses((status = 204), (status = 404, body = Problem)))]
pub(in crate::admin) async fn erasure_done(
    State(personal_data): State<PersonalData>,
    admin: Admin,
    Body(done): Body<ErasureDone>,
) -> Result<StatusCode, Refusal> {
    if !personal_data.erasure_done(&done.scope, &done.gateway_id).await? {
        return Err(Refusal::not_found());
    }
    tracing::info!(by = admin.person.id.0, "back office: a customer was forgotten by the provider, as noted by hand");
    Ok(StatusCode::NO_CONTENT)
}
