//! The merchant's reply templates.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::trade::message_template::MessageTemplateForm;
use shop_services::ports::{MessageTemplate, StoreError, TemplateChanged};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchId, FetchSome, Run};
use crate::entity::message_templates::{ActiveModel, Column, Entity, Model};
use crate::entity::record_from;

/// Maximum number of listed templates; further ones are not shown.
const MAX_LISTED: u64 = 500;

record_from! { |row: Model| MessageTemplate { id, name, body, version } }

pub(super) async fn all(db: &Db) -> Result<Vec<MessageTemplate>, StoreError> {
    let listed = Entity::find().order_by_asc(Column::Name).order_by_asc(Column::Id).limit(MAX_LISTED);
    listed.fetch_records(db).await
}

pub(super) async fn add(db: &Db, form: &MessageTemplateForm) -> Result<i64, StoreError> {
    let write = db.begin(true).await?;
    let id = Entity::insert(columns(form)).fetch_id(&write).await?;
    write.commit().await?;
    Ok(id)
}

pub(super) async fn change(
    db: &Db,
    id: i64,
    version: i64,
    form: &MessageTemplateForm,
) -> Result<TemplateChanged, StoreError> {
    let change = Entity::update_many()
        .set(columns(form))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Id.eq(id))
        .filter(Column::Version.eq(version));
    if change.run(db).await? == 1 {
        return Ok(TemplateChanged::Saved);
    }
    let known = Entity::find_by_id(id).fetch_exists(db).await?;
    Ok(if known { TemplateChanged::Stale } else { TemplateChanged::Unknown })
}

fn columns(form: &MessageTemplateForm) -> ActiveModel {
    ActiveModel { name: Set(form.name.clone()), body: Set(form.body.clone()), ..Default::default() }
}
