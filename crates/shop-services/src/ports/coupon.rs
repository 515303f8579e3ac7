//! Coupons as they are stored.

use async_trait::async_trait;
use shop_core::catalogue::product::UnixSeconds;
use shop_core::coupon::Coupon;

use super::StoreError;

/// Stores coupons.
#[async_trait]
pub trait CouponStore {
    /// Adds coupons, and overwrites those whose code is there already; how often they were used stays.
    async fn save_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<(), StoreError>;

    /// A coupon by its code, lower-case.
    async fn coupon(&self, code: &str) -> Result<Option<Coupon>, StoreError>;
}
