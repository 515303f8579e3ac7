//! Failed calls to the payment provider, for health checks.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;

/// A row of `provider_errors`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "provider_errors")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub failed_at: UnixSeconds,
    pub call: String,
    pub code: String,
    pub message: String,
}

impl ActiveModelBehavior for ActiveModel {}
