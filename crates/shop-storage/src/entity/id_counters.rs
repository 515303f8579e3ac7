//! Ids that several tables share.

use sea_orm::entity::prelude::*;

/// A row of `id_counters`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "id_counters")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    pub value: i64,
}

impl ActiveModelBehavior for ActiveModel {}
