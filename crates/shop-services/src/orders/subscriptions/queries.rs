//! Queries for subscriptions.

use shop_core::base::{CustomerId, OrderId, SubscriptionId};

use crate::orders::subscriptions::Subscriptions;
use crate::ports::{OrderListRow, StoreError, SubscriptionFilter, SubscriptionRecord};

impl Subscriptions {
    /// Returns a page of subscriptions, newest first, and the total count.
    pub async fn list_subscriptions(
        &self,
        filter: &SubscriptionFilter,
    ) -> Result<(Vec<SubscriptionRecord>, u64), StoreError> {
        self.store.list_subscriptions(filter).await
    }

    /// Returns any subscription, for staff; a customer's own by [`Self::own_subscription`].
    pub async fn subscription(&self, id: SubscriptionId) -> Result<Option<SubscriptionRecord>, StoreError> {
        self.store.subscription(id).await
    }

    /// Lists a customer's subscriptions, newest first, at most 100.
    pub async fn subscriptions_of(&self, customer: CustomerId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        self.store.subscriptions_of(customer).await
    }

    /// Lists the subscriptions that started with an order, and the one that it renews.
    pub async fn subscriptions_of_order(&self, order: OrderId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        self.store.subscriptions_of_order(order).await
    }

    /// Lists a subscription's first order and its renewals, newest first, at most 200.
    pub async fn orders_of_subscription(&self, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError> {
        self.store.orders_of_subscription(id).await
    }
}
