//! Withdrawal declarations.

use sea_orm::entity::prelude::*;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use crate::entity::Stored;

/// A row of `withdrawals`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "withdrawals")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub order_id: Stored<OrderId>,
    pub name: String,
    pub email: String,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
