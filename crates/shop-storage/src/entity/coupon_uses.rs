//! Orders that use a coupon, with the address that the use is counted for.

use sea_orm::entity::prelude::*;
use shop_core::base::OrderId;

use crate::entity::Stored;

/// A row of `coupon_uses`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "coupon_uses")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub coupon_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    pub user_key: String,
    #[sea_orm(belongs_to, from = "coupon_id", to = "id", on_delete = "Cascade")]
    pub coupon: BelongsTo<super::coupons::Entity>,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
