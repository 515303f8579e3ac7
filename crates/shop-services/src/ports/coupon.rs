//! Coupons as they are stored, and how often they were used.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OrderId};
use shop_core::cart::coupon::Coupon;
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::check::CouponState;
use shop_core::orders::OrderStatus;

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
    pub code: String,
    /// How often one person can use it; `None`: as often as wanted.
    pub limit_per_person: Option<i64>,
}

/// A coupon as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouponRecord {
    pub id: i64,
    pub coupon: Coupon,
    /// How often it was used in all.
    pub uses: i64,
    /// When it was made.
    pub created_at: UnixSeconds,
}

/// An order that uses a coupon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouponOrder {
    pub order_id: OrderId,
    pub status: OrderStatus,
    /// Address of the bill.
    pub email: String,
    pub total_cents: i64,
    /// When it was placed.
    pub created_at: UnixSeconds,
}

/// Which coupons to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CouponFilter {
    /// Code contains this.
    pub search: String,
    pub state: Option<CouponState>,
    /// Only of this kind, by its wire name; empty: any.
    pub kind: String,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

/// How a change of a coupon went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CouponChanged {
    Saved,
    /// There is no such coupon any more.
    Unknown,
    /// Another coupon, or a store credit, has the code.
    CodeTaken,
}

#[async_trait]
pub trait CouponStore: Send + Sync {
    /// Adds coupons, and overwrites those whose code is there already; how often they were used stays.
    async fn save_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<(), StoreError>;

    /// A coupon by its code, lower-case.
    async fn coupon(&self, code: &str) -> Result<Option<Coupon>, StoreError>;

    /// The code of a coupon by its number.
    async fn coupon_code(&self, id: i64) -> Result<Option<String>, StoreError>;

    /// The coupons of these codes that are there, in the order of their making, with their uses.
    async fn used_coupons(&self, codes: &[String], person: &CouponPerson) -> Result<Vec<UsedCoupon>, StoreError>;

    /// Numbers and codes of coupons that may be offered: marked for every shopper's cart and bound to no address, or bound to one of these
    /// (or to everybody at their domain), still running and not used up; newest first, at most 20.
    async fn offered_coupons(&self, emails: &[String], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError>;

    /// A coupon by its number.
    async fn coupon_record(&self, id: i64) -> Result<Option<CouponRecord>, StoreError>;

    /// A page of coupons, newest first, with their number in all.
    async fn list_coupons(
        &self,
        filter: &CouponFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CouponRecord>, u64), StoreError>;

    /// Adds coupons whose codes are free, in one transaction; gives the numbers and codes of those that were added.
    async fn add_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError>;

    /// Changes a coupon; how often it was used stays.
    async fn change_coupon(&self, id: i64, coupon: &Coupon) -> Result<CouponChanged, StoreError>;

    /// Deletes a coupon; orders keep what it took off. `false`: there was none.
    async fn delete_coupon(&self, id: i64) -> Result<bool, StoreError>;

    /// Orders that use a coupon, newest first, at most 100.
    async fn coupon_orders(&self, id: i64) -> Result<Vec<CouponOrder>, StoreError>;
}
