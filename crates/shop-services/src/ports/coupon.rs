//! Coupons as they are stored, and how often they were used.

use async_trait::async_trait;
use shop_core::catalogue::product::UnixSeconds;
use shop_core::coupon::Coupon;
use shop_core::coupon::applied::UsedCoupon;
use shop_core::ids::CustomerId;

use super::StoreError;

/// Whose uses of a coupon count together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CouponPerson {
    /// The account, when logged in.
    pub customer_id: Option<CustomerId>,
    /// E-mail addresses in lower case: the account's and the one of the bill.
    pub emails: Vec<String>,
}

/// A coupon that an order uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenCoupon {
    /// Code.
    pub code: String,
    /// How often one person can use it; `None`: as often as wanted.
    pub limit_per_person: Option<i64>,
}

/// Stores coupons.
#[async_trait]
pub trait CouponStore {
    /// Adds coupons, and overwrites those whose code is there already; how often they were used stays.
    async fn save_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<(), StoreError>;

    /// A coupon by its code, lower-case.
    async fn coupon(&self, code: &str) -> Result<Option<Coupon>, StoreError>;

    /// The code of a coupon by its number.
    async fn coupon_code(&self, id: i64) -> Result<Option<String>, StoreError>;

    /// The coupons of these codes that are there, in the order of their making, with their uses.
    async fn used_coupons(&self, codes: &[String], person: &CouponPerson) -> Result<Vec<UsedCoupon>, StoreError>;
}
