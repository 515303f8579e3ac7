//! Finds the order that has just emptied a cart.

use crate::orders::Orders;
use crate::ports::{OrderRecord, StoreError};
use crate::records::CartContent;

/// The cart page shows the order for this long to a buyer whose response was lost.
const RECENT_S: i64 = 3600;

impl Orders {
    /// Finds the order that emptied a cart within the last hour, so that a buyer whose response was lost still sees it.
    pub async fn recent_order(&self, cart: &CartContent) -> Result<Option<OrderRecord>, StoreError> {
        let since = self.context.now() - RECENT_S;
        Ok(self.order_that_emptied(cart).await?.filter(|order| order.created_at >= since))
    }

    /// Finds the order that emptied a cart; `None` if the cart has lines, or never had any.
    pub(crate) async fn order_that_emptied(&self, cart: &CartContent) -> Result<Option<OrderRecord>, StoreError> {
        let Some(ordered) = cart.ordered.as_ref().filter(|_| cart.lines.is_empty()) else { return Ok(None) };
        let Some(id) = self.store.order_by_key(&ordered.order_key).await? else { return Ok(None) };
        self.store.order(id).await
    }
}
