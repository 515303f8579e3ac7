//! Invoices of orders.

use sea_orm::entity::prelude::*;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::document::Invoice;

use crate::entity::Stored;

/// A row of `invoices`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "invoices")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub year: i64,
    pub number: i64,
    #[sea_orm(unique)]
    pub order_id: Stored<OrderId>,
    pub content: Stored<Invoice>,
    pub author: String,
    pub issued_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "order_id", to = "id")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
