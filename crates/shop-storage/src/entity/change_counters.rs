//! Counters by which processes notice that a cache is out of date.

use sea_orm::entity::prelude::*;

/// A row of `change_counters`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "change_counters")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    pub value: i64,
}

impl ActiveModelBehavior for ActiveModel {}
