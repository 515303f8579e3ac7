//! Coupons.

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::cart::coupon::{Coupon, CouponKind};

use crate::entity::{PartlyColumns, Rest, Stored};

/// A row of `coupons`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "coupons")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[sea_orm(unique)]
    pub code: String,
    pub discount_type: Stored<CouponKind>,
    pub amount: i64,
    pub usage_count: i64,
    pub usage_limit: Option<i64>,
    pub expires_at: Option<UnixSeconds>,
    pub details: Stored<Rest<Coupon>>,
    pub created_at: UnixSeconds,
    pub shown_in_cart: bool,
}

impl ActiveModelBehavior for ActiveModel {}

impl PartlyColumns for Coupon {
    const COLUMNS: &'static [&'static str] =
        &["/code", "/kind", "/amount_hundredths", "/usage_limit", "/expires_at", "/shown_in_cart"];
}

impl From<Model> for Coupon {
    fn from(row: Model) -> Self {
        Self {
            code: row.code,
            kind: row.discount_type.0,
            amount_hundredths: row.amount,
            usage_limit: row.usage_limit,
            expires_at: row.expires_at,
            shown_in_cart: row.shown_in_cart,
            ..row.details.0.0
        }
    }
}

/// Columns that the merchant fills.
impl From<&Coupon> for ActiveModel {
    fn from(coupon: &Coupon) -> Self {
        Self {
            code: Set(coupon.code.clone()),
            discount_type: Set(Stored(coupon.kind)),
            amount: Set(coupon.amount_hundredths),
            usage_limit: Set(coupon.usage_limit),
            expires_at: Set(coupon.expires_at),
            details: Set(Stored(Rest(coupon.clone()))),
            shown_in_cart: Set(coupon.shown_in_cart),
            ..Default::default()
        }
    }
}
