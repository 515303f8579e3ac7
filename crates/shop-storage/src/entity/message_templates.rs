//! Reply templates of the staff.

use sea_orm::entity::prelude::*;

/// A row of `message_templates`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "message_templates")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub name: String,
    pub body: String,
    pub version: i64,
}

impl ActiveModelBehavior for ActiveModel {}
