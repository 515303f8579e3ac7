//! Booked times.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{OrderId, ProductId};
use shop_core::orders::OrderStatus;

use super::StoreError;

/// Places that an order line takes at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedPlaces {
    /// The booked product.
    pub product_id: ProductId,
    /// Start of the time.
    pub starts_at: UnixSeconds,
    pub persons: i64,
    /// People that the time has room for.
    pub capacity: i64,
}

/// Places that an order holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookedPlaces {
    pub order_id: OrderId,
    /// State of the order.
    pub status: OrderStatus,
    pub name: String,
    /// E-mail of the order.
    pub email: String,
    /// Name of the booked product, as ordered.
    pub product: String,
    /// What is booked, with the room that the time had when it was booked.
    pub places: WantedPlaces,
}

/// Which booked places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookingFilter {
    /// From this moment on.
    pub from: UnixSeconds,
    /// Before this moment.
    pub until: UnixSeconds,
    /// Of one product; `None`: of all.
    pub product_id: Option<ProductId>,
    /// At most so many.
    pub limit: usize,
}

/// Reads booked times. Orders take and give back their places in their own transactions.
#[async_trait]
pub trait BookingStore: Send + Sync {
    /// People who booked each time; times that nobody booked are left out.
    async fn taken_places(
        &self,
        times: &[(ProductId, UnixSeconds)],
    ) -> Result<BTreeMap<(ProductId, UnixSeconds), i64>, StoreError>;

    /// Places that orders hold, by time, product and order. Orders that gave theirs back are left out.
    async fn booked(&self, filter: &BookingFilter) -> Result<Vec<BookedPlaces>, StoreError>;
}
