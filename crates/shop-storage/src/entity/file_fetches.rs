//! Download counts of an order's files.

use sea_orm::entity::prelude::*;
use shop_core::base::{OrderId, ProductId};

use crate::entity::Stored;

/// A row of `file_fetches`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "file_fetches")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: Stored<ProductId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub file: String,
    pub fetched: i64,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
