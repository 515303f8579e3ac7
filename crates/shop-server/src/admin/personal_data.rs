//! The register of personal data: what is kept of people, where, why and for how long.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shop_services::settings::said;
use utoipa::ToSchema;

use super::auth::Admin;
use super::language;
use super::problem::Refusal;
use crate::state::AppState;

/// All entries.
#[derive(Serialize, ToSchema)]
pub(super) struct PersonalDataList {
    entries: Vec<PersonalDataEntry>,
}

/// One kind of data, in the words of whoever asks.
#[derive(Serialize, ToSchema)]
pub(super) struct PersonalDataEntry {
    id: String,
    name: String,
    /// Whose data, and which.
    what: String,
    /// Tables of the database.
    tables: Vec<String>,
    /// Rows of the first table; `null`: files.
    rows: Option<u64>,
    /// What for.
    why: String,
    /// Legal basis.
    basis: String,
    /// How long, with the value that is set.
    time: String,
    /// The setting that says so; `null`: it is not set.
    setting: Option<String>,
    /// Keys of an account's download, or why it is not in it.
    download: String,
    /// What happens when the account is deleted.
    erasure: String,
}

/// The register.
#[utoipa::path(get, path = "/api/admin/personal-data", responses((status = 200, body = PersonalDataList)))]
pub(super) async fn list(
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
        time: kept.time.said(&times, lang),
        setting: kept.time.setting().map(str::to_owned),
        download: kept.download.said(lang),
        erasure: kept.erasure.said(lang),
    });
    Ok(Json(PersonalDataList { entries: entries.collect() }))
}
