//! Lines of orders.

use sea_orm::entity::prelude::*;
use shop_core::base::{OrderId, ProductId};
use shop_services::records::OrderLineContent;

use crate::entity::Stored;

/// A row of `order_lines`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "order_lines")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub order_id: Stored<OrderId>,
    pub position: i64,
    pub product_id: Stored<ProductId>,
    pub stock_product_id: Option<Stored<ProductId>>,
    pub quantity: i64,
    pub sku: String,
    pub name: String,
    pub content: Stored<OrderLineContent>,
    pub restocked: i64,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
