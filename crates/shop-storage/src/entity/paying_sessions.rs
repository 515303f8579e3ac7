//! The order that a session is paying.

use sea_orm::entity::prelude::*;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use crate::entity::Stored;

/// A row of `paying_sessions`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "paying_sessions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub session_key: String,
    pub order_id: Stored<OrderId>,
    pub updated_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
