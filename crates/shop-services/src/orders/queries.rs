//! Queries for orders, order lists and histories.

use shop_core::base::OrderId;

use crate::accounts::buyer::Buyer;
use crate::orders::Orders;
use crate::ports::{OrderEvent, OrderFilter, OrderListRow, OrderOwner, OrderPageResult, OrderRecord, StoreError};

impl Orders {
    /// Returns any order. The caller must have checked access, see [`Self::order_for_buyer`] and [`Self::own_order`].
    pub async fn order(&self, id: OrderId) -> Result<Option<OrderRecord>, StoreError> {
        self.store.order(id).await
    }

    /// Returns the order if this buyer may pay it, see [`Buyer::may_pay`].
    pub async fn order_to_pay(&self, id: OrderId, by: &Buyer) -> Result<Option<OrderRecord>, StoreError> {
        Ok(self.store.order(id).await?.filter(|order| by.may_pay(order)))
    }

    /// Returns a page of orders, for staff.
    pub async fn list_orders(&self, filter: &OrderFilter) -> Result<OrderPageResult, StoreError> {
        self.store.list_orders(filter).await
    }

    /// Lists the first `limit` matching orders, ignoring the page.
    pub async fn orders_matching(&self, filter: &OrderFilter, limit: u64) -> Result<Vec<OrderListRow>, StoreError> {
        self.store.orders_matching(filter, limit).await
    }

    /// Returns a page of an owner's orders, newest first, and the total count.
    pub async fn orders_of(
        &self,
        owner: OrderOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OrderListRow>, u64), StoreError> {
        self.store.orders_of(owner, page, per_page).await
    }

    /// Lists an order's history, oldest first.
    pub async fn order_events(&self, id: OrderId) -> Result<Vec<OrderEvent>, StoreError> {
        self.store.order_events(id).await
    }
}
