//! Access to subscriptions, and the effect of orders on them.

use std::sync::Arc;

use shop_core::base::{CustomerId, OrderId, SubscriptionId};
use shop_core::orders::OrderStatus;

use super::effect::after_order;
use super::mails::SubscriptionMail;
use crate::payments::saved_methods::SavedMethods;
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewMail, StoreError, SubscriptionChange, SubscriptionRecord, SubscriptionStore};

/// Subscriptions: their owners, payment methods, and the effect of orders on them.
#[derive(Clone)]
pub struct Subscriptions {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn SubscriptionStore>,
    pub(crate) saved_methods: SavedMethods,
}

impl Subscriptions {
    /// Returns a customer's subscription; somebody else's looks like an unknown one.
    pub async fn own_subscription(
        &self,
        id: SubscriptionId,
        customer: CustomerId,
    ) -> Result<Option<SubscriptionRecord>, StoreError> {
        self.store.subscription_of(customer, id).await
    }

    /// Returns the effects of an order's status change on its subscriptions, with the e-mails about them.
    pub(crate) async fn subscriptions_after(
        &self,
        order: OrderId,
        to: OrderStatus,
    ) -> Result<(Vec<SubscriptionChange>, Vec<NewMail>), StoreError> {
        let (mut changes, mut mails) = (Vec::new(), Vec::new());
        let now = self.context.now();
        for record in self.store.subscriptions_of_order(order).await? {
            let Some(change) = after_order(&record, order, to, now) else { continue };
            if change.state.status != record.state.status {
                let settings = self.context.settings().await?;
                let after = SubscriptionRecord { state: change.state.clone(), ..record };
                mails.push(self.mails(&settings).state(&after));
            }
            changes.push(change);
        }
        Ok((changes, mails))
    }

    pub(crate) fn mails<'a>(&'a self, settings: &'a ShopSettings) -> SubscriptionMail<'a> {
        SubscriptionMail { settings, base: self.context.public_url() }
    }
}
