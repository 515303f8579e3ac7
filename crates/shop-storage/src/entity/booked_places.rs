//! Places that the lines of an order booked.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{OrderId, ProductId};

use crate::entity::Stored;

/// A row of `booked_places`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "booked_places")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub product_id: Stored<ProductId>,
    pub starts_at: UnixSeconds,
    pub persons: i64,
    pub capacity: i64,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
