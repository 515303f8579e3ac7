//! Booked times.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::catalogue::product::UnixSeconds;
use shop_core::ids::ProductId;

use super::StoreError;

/// Places that an order line takes at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedPlaces {
    /// The booked product.
    pub product_id: ProductId,
    /// Start of the time.
    pub starts_at: UnixSeconds,
    /// People.
    pub persons: i64,
    /// People that the time has room for.
    pub capacity: i64,
}

/// Reads booked times. Orders take and give back their places in their own transactions.
#[async_trait]
pub trait BookingStore {
    /// People who booked each time; times that nobody booked are left out.
    async fn taken_places(
        &self,
        times: &[(ProductId, UnixSeconds)],
    ) -> Result<BTreeMap<(ProductId, UnixSeconds), i64>, StoreError>;
}
