//! How many places of a product are taken at a time.

use sea_orm::entity::prelude::*;
use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;

use crate::entity::Stored;

/// A row of `booking_slots`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "booking_slots")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: Stored<ProductId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub starts_at: UnixSeconds,
    pub booked: i64,
}

impl ActiveModelBehavior for ActiveModel {}
