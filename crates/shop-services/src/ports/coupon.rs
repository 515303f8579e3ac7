//! Stored coupons and their usage.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::cart::coupon::Coupon;
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::check::CouponState;
use shop_core::orders::OrderStatus;

use super::StoreError;

/// Identifies a person for the usage limit of a coupon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CouponPerson {
    /// The account, if logged in.
    pub customer_id: Option<CustomerId>,
    /// E-mail addresses in lower case: the account's and the billing address's.
    pub emails: Vec<String>,
}

/// A coupon that an order redeems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedeemedCoupon {
    pub code: String,
    /// Uses allowed per person; `None` for no limit.
    pub limit_per_person: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouponRecord {
    pub id: i64,
    pub coupon: Coupon,
    pub uses: i64,
    pub created_at: UnixSeconds,
}

/// An order that redeemed a coupon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouponOrder {
    pub order_id: OrderId,
    pub status: OrderStatus,
    pub email: String,
    pub total_cents: Cents,
    pub created_at: UnixSeconds,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CouponFilter {
    /// Substring of the code.
    pub search: String,
    pub state: Option<CouponState>,
    /// Wire name of the kind; empty for any.
    pub kind: String,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

/// Result of changing a coupon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CouponChanged {
    Saved,
    Unknown,
    /// Another coupon or store credit has the code.
    CodeTaken,
}

#[async_trait]
pub trait CouponStore: Send + Sync {
    /// Inserts coupons and overwrites those whose code exists; their usage counts stay.
    async fn save_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<(), StoreError>;

    async fn coupon(&self, code: &str) -> Result<Option<Coupon>, StoreError>;

    /// Returns the code of a coupon by its id.
    async fn coupon_code(&self, id: i64) -> Result<Option<String>, StoreError>;

    /// Returns the existing coupons among these codes, in the order of creation, with their usage.
    async fn used_coupons(&self, codes: &[String], person: &CouponPerson) -> Result<Vec<UsedCoupon>, StoreError>;

    /// Lists ids and codes of coupons to offer: marked for every shopper's cart, bound to no address or to one of these (or to
    /// everybody at their domain), still valid and not used up; newest first, at most 20.
    async fn offered_coupons(&self, emails: &[String], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError>;

    async fn coupon_record(&self, id: i64) -> Result<Option<CouponRecord>, StoreError>;

    /// Returns a page of coupons, newest first, and the total count.
    async fn list_coupons(
        &self,
        filter: &CouponFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CouponRecord>, u64), StoreError>;

    /// Adds the coupons whose codes are free, in one transaction; returns ids and codes of those added.
    async fn add_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError>;

    /// Changes a coupon; its usage count stays.
    async fn change_coupon(&self, id: i64, coupon: &Coupon) -> Result<CouponChanged, StoreError>;

    /// Deletes a coupon; the discounts on existing orders stay. Returns `false` if there was none.
    async fn delete_coupon(&self, id: i64) -> Result<bool, StoreError>;

    /// Lists orders that redeemed a coupon, newest first, at most 100.
    async fn coupon_orders(&self, id: i64) -> Result<Vec<CouponOrder>, StoreError>;
}
