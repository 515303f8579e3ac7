//! Settings, by section.

use sea_orm::entity::prelude::*;

/// A row of `settings`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "settings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    pub content: String,
}

impl ActiveModelBehavior for ActiveModel {}
