//! Customers that the payment provider is to delete.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;

/// A row of `gateway_erasures`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "gateway_erasures")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub scope: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub gateway_id: String,
    pub attempted_at: Option<UnixSeconds>,
    pub tries: i64,
}

impl ActiveModelBehavior for ActiveModel {}
