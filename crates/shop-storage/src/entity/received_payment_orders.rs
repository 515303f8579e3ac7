//! Distribution of received payments over orders.

use sea_orm::entity::prelude::*;
use shop_core::base::{Cents, OrderId};

use crate::entity::Stored;

/// A row of `received_payment_orders`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "received_payment_orders")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub payment_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    pub amount_cents: Stored<Cents>,
    #[sea_orm(belongs_to, from = "payment_id", to = "id", on_delete = "Cascade")]
    pub payment: BelongsTo<super::received_payments::Entity>,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
