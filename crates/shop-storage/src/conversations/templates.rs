//! Answers that the merchant keeps ready.

use shop_core::trade::message_template::MessageTemplateForm;
use shop_services::ports::{MessageTemplate, StoreError, TemplateChanged};

use crate::db::Db;
use crate::row::row;
use crate::statement::{set, values};

/// Most that are listed: who keeps more does not find them.
const MAX_LISTED: u64 = 500;

row! {
    MessageTemplate: message_templates(id) { id, name, body, version, }
}

pub(super) async fn all(db: &Db) -> Result<Vec<MessageTemplate>, StoreError> {
    db.list("ORDER BY name, id LIMIT $1", values![MAX_LISTED]).await
}

pub(super) async fn add(db: &Db, form: &MessageTemplateForm) -> Result<i64, StoreError> {
    let write = db.begin(true).await?;
    let id = write.insert_new("message_templates", set! { name: &form.name, body: &form.body }).await?;
    write.commit().await?;
    Ok(id)
}

pub(super) async fn change(
    db: &Db,
    id: i64,
    version: i64,
    form: &MessageTemplateForm,
) -> Result<TemplateChanged, StoreError> {
    let changed = set! { name: &form.name, body: &form.body, version = "version + 1" };
    let as_read = values![id, version];
    if db.update("message_templates", changed, "id = $1 AND version = $2", as_read).await? == 1 {
        return Ok(TemplateChanged::Saved);
    }
    let known = db.has("SELECT id FROM message_templates WHERE id = $1", values![id]).await?;
    Ok(if known { TemplateChanged::Stale } else { TemplateChanged::Unknown })
}
