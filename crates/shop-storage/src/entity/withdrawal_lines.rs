//! Order lines that a withdrawal declaration covers.

use sea_orm::entity::prelude::*;
use shop_core::base::OrderId;

use crate::entity::Stored;

/// A row of `withdrawal_lines`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "withdrawal_lines")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub withdrawal_id: i64,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
    #[sea_orm(belongs_to, from = "withdrawal_id", to = "id", on_delete = "Cascade")]
    pub withdrawal: BelongsTo<super::withdrawals::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
