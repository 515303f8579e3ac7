//! Instalments of orders.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::instalment::InstalmentStatus;

use crate::entity::Stored;

/// A row of `order_instalments`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "order_instalments")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub due: String,
    pub cents: Stored<Cents>,
    pub status: Stored<InstalmentStatus>,
    pub method: String,
    pub changed_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
