//! Bookings of time slots.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{OrderId, ProductId};
use shop_core::orders::OrderStatus;

use super::StoreError;

/// Places that an order line needs in a time slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedPlaces {
    /// The booked product.
    pub product_id: ProductId,
    /// Start of the slot.
    pub starts_at: UnixSeconds,
    pub persons: i64,
    /// Number of people that the slot has room for.
    pub capacity: i64,
}

/// Places that an order occupies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookedPlaces {
    pub order_id: OrderId,
    pub status: OrderStatus,
    pub name: String,
    pub email: String,
    /// Name of the booked product at the time of the order.
    pub product: String,
    /// The booked places, with the slot's capacity at the time of booking.
    pub places: WantedPlaces,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookingFilter {
    pub from: UnixSeconds,
    pub until: UnixSeconds,
    /// `None` for all products.
    pub product_id: Option<ProductId>,
    pub limit: usize,
}

/// Reads bookings. Orders reserve and release their places in their own transactions.
#[async_trait]
pub trait BookingStore: Send + Sync {
    /// Counts the people who booked each slot; slots without bookings are left out.
    async fn occupied_places(
        &self,
        times: &[(ProductId, UnixSeconds)],
    ) -> Result<BTreeMap<(ProductId, UnixSeconds), i64>, StoreError>;

    /// Lists the places that orders occupy, by time, product and order. Orders that released their places are left out.
    async fn booked(&self, filter: &BookingFilter) -> Result<Vec<BookedPlaces>, StoreError>;
}
