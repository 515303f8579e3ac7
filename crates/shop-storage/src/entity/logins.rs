//! Open logins of accounts.

use sea_orm::entity::prelude::*;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;

use crate::entity::Stored;

/// A row of `logins`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "logins")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub customer_id: Stored<CustomerId>,
    pub created_at: UnixSeconds,
    pub expires_at: UnixSeconds,
    pub browser: String,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "Cascade")]
    pub customer: BelongsTo<super::customers::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
