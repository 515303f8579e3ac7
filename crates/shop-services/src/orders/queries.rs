//! Orders as they are read: one, lists, and what happened to one.

use shop_core::base::OrderId;

use crate::accounts::buyer::Buyer;
use crate::orders::Orders;
use crate::ports::{OrderEvent, OrderFilter, OrderListRow, OrderOwner, OrderPageResult, OrderRecord, StoreError};

impl Orders {
    /// An order, whoever asks: whoever calls has checked who may see it, see [`Self::order_for_buyer`] and [`Self::own_order`].
    pub async fn order(&self, id: OrderId) -> Result<Option<OrderRecord>, StoreError> {
        self.store.order(id).await
    }

    /// The order if somebody may pay it, see [`Buyer::may_pay`].
    pub async fn order_to_pay(&self, id: OrderId, by: &Buyer) -> Result<Option<OrderRecord>, StoreError> {
        Ok(self.store.order(id).await?.filter(|order| by.may_pay(order)))
    }

    /// A page of a list, for staff.
    pub async fn list_orders(&self, filter: &OrderFilter) -> Result<OrderPageResult, StoreError> {
        self.store.list_orders(filter).await
    }

    /// The first `limit` orders that match, whatever the page.
    pub async fn orders_matching(&self, filter: &OrderFilter, limit: u64) -> Result<Vec<OrderListRow>, StoreError> {
        self.store.orders_matching(filter, limit).await
    }

    /// A page of an owner's orders, newest first, and their number.
    pub async fn orders_of(
        &self,
        owner: OrderOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OrderListRow>, u64), StoreError> {
        self.store.orders_of(owner, page, per_page).await
    }

    /// What happened to an order, oldest first.
    pub async fn order_events(&self, id: OrderId) -> Result<Vec<OrderEvent>, StoreError> {
        self.store.order_events(id).await
    }
}
