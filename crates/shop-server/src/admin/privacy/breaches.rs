//! Register of personal data breaches (GDPR art. 33(5)). Entries are never removed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_services::Context;
use shop_services::ports::{BreachChanged, BreachRecord};
use shop_services::privacy::personal_data::{BreachForm, PersonalData, typed_moment};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Admin;
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Problem, Refusal};

/// Breaches by the time they became known, newest first; at most 200.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BreachList {
    breaches: Vec<BreachRow>,
    /// Current time in the form's format.
    now: String,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BreachRow {
    id: i64,
    fields: BreachFields,
    known_at: i64,
    /// Deadline for notifying the authority, 72 hours after the breach became known; not needed if no one is at risk.
    notify_by: i64,
    /// Status of the notification to the authority: `in_time`, `late`, `open` or `overdue`.
    notice: String,
    authority_notified_at: Option<i64>,
    people_notified_at: Option<i64>,
    /// User name of the member of staff who recorded it.
    author: String,
    updated_at: i64,
    /// Version to send back when saving.
    version: i64,
}

/// Details of a breach. Times are local: "2026-11-26T10:30"; empty if it has not happened yet.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct BreachFields {
    /// When the shop became aware of the breach.
    #[schema(max_length = 20)]
    known: String,
    #[schema(max_length = 5000)]
    facts: String,
    /// People and kinds of data affected.
    #[schema(max_length = 5000)]
    people: String,
    /// Likely consequences for them.
    #[schema(max_length = 5000)]
    effects: String,
    /// Measures taken, or the reason why no one was notified.
    #[schema(max_length = 5000)]
    measures: String,
    /// When the authority was notified.
    #[serde(default)]
    #[schema(max_length = 20)]
    authority_notified: String,
    /// When the people affected were notified.
    #[serde(default)]
    #[schema(max_length = 20)]
    people_notified: String,
}

/// Id of the recorded breach.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct NewBreach {
    id: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct BreachChange {
    /// Version that the changes are based on.
    version: i64,
    fields: BreachFields,
}

impl From<BreachFields> for BreachForm {
    fn from(fields: BreachFields) -> Self {
        Self {
            known: fields.known,
            facts: fields.facts,
            people: fields.people,
            effects: fields.effects,
            measures: fields.measures,
            authority_notified: fields.authority_notified,
            people_notified: fields.people_notified,
        }
    }
}

fn row(breach: BreachRecord, now: i64) -> BreachRow {
    let notes = breach.notes;
    let format_time = |at: Option<i64>| at.map(typed_moment).unwrap_or_default();
    BreachRow {
        id: breach.id,
        known_at: notes.known_at,
        notify_by: notes.notify_by(),
        notice: notes.notice(now).as_str().into(),
        authority_notified_at: notes.authority_notified_at,
        people_notified_at: notes.people_notified_at,
        author: breach.author,
        updated_at: breach.updated_at,
        version: breach.version,
        fields: BreachFields {
            known: typed_moment(notes.known_at),
            authority_notified: format_time(notes.authority_notified_at),
            people_notified: format_time(notes.people_notified_at),
            facts: notes.facts,
            people: notes.people,
            effects: notes.effects,
            measures: notes.measures,
        },
    }
}

#[utoipa::path(get, path = "/api/admin/personal-data/breaches", responses((status = 200, body = BreachList)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(personal_data): State<PersonalData>,
    _admin: Admin,
) -> Result<Json<BreachList>, Refusal> {
    let now = context.now();
    let found = personal_data.breaches().await?;
    let breaches = found.into_iter().map(|one| row(one, now)).collect();
    Ok(Json(BreachList { breaches, now: typed_moment(now) }))
}

/// Records a breach.
#[utoipa::path(post, path = "/api/admin/personal-data/breaches", request_body = BreachFields,
    responses((status = 201, body = NewBreach), (status = 422, body = Problem)))]
pub(in crate::admin) async fn add(
    State(personal_data): State<PersonalData>,
    admin: Admin,
    Body(fields): Body<BreachFields>,
) -> Result<(StatusCode, Json<NewBreach>), Refusal> {
    let id = personal_data.note_breach(&fields.into(), &admin.person).await?;
    tracing::info!(by = admin.person.id.0, breach = id, "back office: breach of personal data noted");
    Ok((StatusCode::CREATED, Json(NewBreach { id })))
}

/// Changes the record of a breach. Nothing is saved if someone else saved it in the meantime.
#[utoipa::path(put, path = "/api/admin/personal-data/breaches/{id}", request_body = BreachChange,
    params(("id" = i64, Path)),
    responses((status = 204), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(in crate::admin) async fn save(
    State(personal_data): State<PersonalData>,
    admin: Admin,
    Id(id): Id,
    Body(change): Body<BreachChange>,
) -> Result<StatusCode, Refusal> {
    match personal_data.change_breach(id, change.version, &change.fields.into()).await? {
        BreachChanged::Saved => {
            tracing::info!(by = admin.person.id.0, breach = id, "back office: breach of personal data changed");
            Ok(StatusCode::NO_CONTENT)
        }
        BreachChanged::Unknown => Err(Refusal::not_found()),
        BreachChanged::Stale => Err(Refusal::new(StatusCode::CONFLICT, messages::BREACH_CHANGED)),
    }
}
