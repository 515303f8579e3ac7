//! Bookings: occupied places by time slot, and who comes when.

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;

use crate::ports::{BookedPlaces, BookingFilter, BookingStore, StoreError};

#[derive(Clone)]
pub struct Bookings {
    pub(crate) store: Arc<dyn BookingStore>,
}

impl Bookings {
    /// Counts the people who booked each slot; slots without bookings are left out.
    pub async fn occupied_places(
        &self,
        times: &[(ProductId, UnixSeconds)],
    ) -> Result<BTreeMap<(ProductId, UnixSeconds), i64>, StoreError> {
        self.store.occupied_places(times).await
    }

    /// Lists the places that orders occupy, by time, product and order.
    pub async fn booked(&self, filter: &BookingFilter) -> Result<Vec<BookedPlaces>, StoreError> {
        self.store.booked(filter).await
    }
}
