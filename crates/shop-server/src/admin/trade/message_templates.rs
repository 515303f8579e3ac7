//! Message templates for answers in conversations.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::trade::message_template::MessageTemplateForm;
use shop_services::ports::{MessageTemplate, TemplateChanged};
use shop_services::trade::conversations::StaffConversations;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Problem, Refusal};

/// Message templates by name.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct TemplateList {
    templates: Vec<TemplateRow>,
}

/// A message template.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct TemplateRow {
    id: i64,
    name: String,
    body: String,
    /// Version to send back when saving.
    version: i64,
}

/// Id of the created template.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct NewTemplate {
    id: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct TemplateChange {
    /// Version that the change is based on.
    version: i64,
    fields: MessageTemplateForm,
}

/// Lists the message templates.
#[utoipa::path(get, path = "/api/admin/message-templates", responses((status = 200, body = TemplateList)))]
pub(in crate::admin) async fn list(
    State(staff_conversations): State<StaffConversations>,
    _staff: Staff,
) -> Result<Json<TemplateList>, Refusal> {
    let row = |one: MessageTemplate| TemplateRow { id: one.id, name: one.name, body: one.body, version: one.version };
    let found = staff_conversations.templates().await?;
    Ok(Json(TemplateList { templates: found.into_iter().map(row).collect() }))
}

/// Creates a message template.
#[utoipa::path(post, path = "/api/admin/message-templates", request_body = MessageTemplateForm,
    responses((status = 201, body = NewTemplate)))]
pub(in crate::admin) async fn add(
    State(staff_conversations): State<StaffConversations>,
    _staff: Staff,
    Body(form): Body<MessageTemplateForm>,
) -> Result<(StatusCode, Json<NewTemplate>), Refusal> {
    let id = staff_conversations.add_template(&form).await?;
    Ok((StatusCode::CREATED, Json(NewTemplate { id })))
}

/// Changes a message template. Nothing is saved if someone else saved it in the meantime.
#[utoipa::path(put, path = "/api/admin/message-templates/{id}", request_body = TemplateChange,
    params(("id" = i64, Path)), responses((status = 204), (status = 409, body = Problem)))]
pub(in crate::admin) async fn save(
    State(staff_conversations): State<StaffConversations>,
    _staff: Staff,
    Id(id): Id,
    Body(change): Body<TemplateChange>,
) -> Result<StatusCode, Refusal> {
    match staff_conversations.change_template(id, change.version, &change.fields).await? {
        TemplateChanged::Saved => Ok(StatusCode::NO_CONTENT),
        TemplateChanged::Unknown => Err(Refusal::not_found()),
        TemplateChanged::Stale => Err(Refusal::new(StatusCode::CONFLICT, messages::TEMPLATE_CHANGED)),
    }
}

#[utoipa::path(delete, path = "/api/admin/message-templates/{id}", params(("id" = i64, Path)),
    responses((status = 204)))]
pub(in crate::admin) async fn delete(
    State(staff_conversations): State<StaffConversations>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    if staff_conversations.delete_template(id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::not_found()) }
}
