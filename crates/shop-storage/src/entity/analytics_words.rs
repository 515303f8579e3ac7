//! How often a word was searched on a day.

use sea_orm::entity::prelude::*;

/// A row of `analytics_words`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_words")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub word: String,
    pub events: i64,
    pub without_results: i64,
}

impl ActiveModelBehavior for ActiveModel {}
