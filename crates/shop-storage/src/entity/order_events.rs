//! History and notes of orders.

use sea_orm::entity::prelude::*;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::OrderStatus;

use crate::entity::Stored;

/// A row of `order_events`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "order_events")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub order_id: Stored<OrderId>,
    pub kind: String,
    pub from_status: Option<Stored<OrderStatus>>,
    pub to_status: Option<Stored<OrderStatus>>,
    pub note: String,
    pub author: String,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
