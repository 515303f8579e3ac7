//! Sums of products by month, for reports of long spans.

use sea_orm::entity::prelude::*;

/// A row of `analytics_months`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_months")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub month: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: i64,
    pub views: i64,
    pub added: i64,
    pub checkouts: i64,
    pub pieces: i64,
}

impl ActiveModelBehavior for ActiveModel {}
