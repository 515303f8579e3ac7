//! How often something happened on a day, by product; product 0 is the whole shop.

use sea_orm::entity::prelude::*;

/// A row of `analytics_events`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub event: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: i64,
    pub events: i64,
    pub pieces: i64,
    pub visits: i64,
}

impl ActiveModelBehavior for ActiveModel {}
