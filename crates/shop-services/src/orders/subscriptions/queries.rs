//! Subscriptions as they are read.

use shop_core::base::{CustomerId, OrderId, SubscriptionId};

use crate::orders::subscriptions::Subscriptions;
use crate::ports::{OrderListRow, StoreError, SubscriptionFilter, SubscriptionRecord};

impl Subscriptions {
    /// A page of a list, newest first, and how many match.
    pub async fn list_subscriptions(
        &self,
        filter: &SubscriptionFilter,
    ) -> Result<(Vec<SubscriptionRecord>, u64), StoreError> {
        self.store.list_subscriptions(filter).await
    }

    /// A subscription for staff; a customer's own by [`Self::own_subscription`].
    pub async fn subscription(&self, id: SubscriptionId) -> Result<Option<SubscriptionRecord>, StoreError> {
        self.store.subscription(id).await
    }

    /// Those of a customer, newest first, at most 100.
    pub async fn subscriptions_of(&self, customer: CustomerId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        self.store.subscriptions_of(customer).await
    }

    /// Those that began with an order, and the one that it renews.
    pub async fn subscriptions_of_order(&self, order: OrderId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        self.store.subscriptions_of_order(order).await
    }

    /// The order that a subscription began with and those that renew it, newest first, at most 200.
    pub async fn orders_of_subscription(&self, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError> {
        self.store.orders_of_subscription(id).await
    }
}
