//! The electronic invoice of each order.

use sea_orm::entity::prelude::*;
use shop_core::base::OrderId;

use crate::entity::Stored;

/// A row of `einvoice_orders`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "einvoice_orders")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    pub einvoice_id: i64,
    #[sea_orm(belongs_to, from = "order_id", to = "id")]
    pub order: BelongsTo<super::orders::Entity>,
    #[sea_orm(belongs_to, from = "einvoice_id", to = "id")]
    pub einvoice: BelongsTo<super::einvoices::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
