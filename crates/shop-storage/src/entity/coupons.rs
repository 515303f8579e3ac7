//! Coupons.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::coupon::Coupon;

use crate::entity::Stored;

/// A row of `coupons`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "coupons")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[sea_orm(unique)]
    pub code: String,
    pub discount_type: String,
    pub amount: i64,
    pub usage_count: i64,
    pub usage_limit: Option<i64>,
    pub expires_at: Option<UnixSeconds>,
    pub details: Stored<Coupon>,
    pub created_at: UnixSeconds,
    pub shown_in_cart: bool,
}

impl ActiveModelBehavior for ActiveModel {}
