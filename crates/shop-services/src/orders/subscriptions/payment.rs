//! How a subscription is paid: by the method of its first order, another one chosen by its owner, or each time by hand.

use shop_core::base::{CustomerId, Lang, OrderId, SubscriptionId};
use shop_core::orders::subscription::SubscriptionStatus;
use shop_core::platform::words::order_texts;

use crate::orders::subscriptions::Subscriptions;
use crate::payments::saved_methods::method_label;
use crate::ports::{MethodSetup, PaymentChange, SavedMethod, StoreError, SubscriptionRecord};

impl SubscriptionRecord {
    pub fn is_open(&self) -> bool {
        !matches!(self.state.status, SubscriptionStatus::Cancelled | SubscriptionStatus::Expired)
    }

    /// Whether a payment is still to come after its open one, or after its first order.
    fn is_paid_again(&self, order: OrderId) -> bool {
        let made = if self.order_id == order { self.terms.paid_with_order() } else { self.state.made + 1 };
        !self.terms.ends_after(made)
    }
}

impl Subscriptions {
    /// Returns the saved method that its renewals are charged to: its own, or the owner's default. `None` if each is paid by
    /// hand.
    pub async fn method_of(&self, record: &SubscriptionRecord) -> Result<Option<SavedMethod>, StoreError> {
        if !record.automatic || !self.context.settings().await?.charges_renewals() {
            return Ok(None);
        }
        let saved = self.saved_methods.saved_methods(record.customer_id).await?;
        let own = saved.iter().position(|one| Some(one.id) == record.method);
        Ok(saved.into_iter().nth(own.unwrap_or(0)))
    }

    /// Describes how its renewals are paid: "Visa •••• 4242, scade 08/27".
    pub async fn paid_by(&self, record: &SubscriptionRecord, lang: Lang) -> Result<String, StoreError> {
        let by_hand = order_texts::paid_by_link(lang);
        let method = self.method_of(record).await?;
        Ok(method.map_or_else(|| by_hand.to_owned(), |saved| method_label(&saved.method, lang)))
    }

    /// Whether the method that pays an order is saved for renewals, of the subscriptions that start with it or of the one that it
    /// renews.
    pub async fn renews_by_itself(&self, order: OrderId) -> Result<bool, StoreError> {
        if !self.context.settings().await?.charges_renewals() {
            return Ok(false);
        }
        let mine = self.store.subscriptions_of_order(order).await?;
        let renews = |one: &SubscriptionRecord| one.order_id == order || one.automatic;
        Ok(mine.iter().any(|one| one.is_open() && renews(one) && one.is_paid_again(order)))
    }

    /// After an order was paid by a saved method, charges its subscriptions to it from now on. `payment` is the id of the
    /// payment, whose method is applied once.
    pub(crate) async fn remember_for_renewals(
        &self,
        order: OrderId,
        customer: CustomerId,
        method: &str,
        payment: i64,
    ) -> Result<(), StoreError> {
        if !self.context.settings().await?.charges_renewals() {
            return Ok(());
        }
        let mine = self.store.subscriptions_of_order(order).await?;
        let renews = |one: &&SubscriptionRecord| one.order_id == order || one.automatic;
        let saved = self.saved_methods.saved_methods(customer).await?.into_iter().find(|one| one.method.id == method);
        let Some(saved) = saved else { return Ok(()) };
        // Pages and webhook events report the same payment: unchanged subscriptions are not written again, to avoid version
        // conflicts.
        let other = |one: &&SubscriptionRecord| !one.automatic || one.method != Some(saved.id);
        let ids: Vec<SubscriptionId> = mine.iter().filter(renews).filter(other).map(|one| one.id).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let (method, paid_with) = (Some(saved.id), Some(payment));
        let change = PaymentChange { customer, ids, automatic: true, method, charge_open: false, paid_with };
        self.store.change_subscription_payment(&change, self.context.now()).await?;
        Ok(())
    }

    /// Applies a completed setup to the subscriptions it was started for, once.
    pub(crate) async fn pay_by_set_up(&self, setup: &MethodSetup, method: &str) -> Result<(), StoreError> {
        if setup.done {
            return Ok(());
        }
        let saved =
            self.saved_methods.saved_methods(setup.customer).await?.into_iter().find(|one| one.method.id == method);
        if let Some(saved) = saved {
            self.pay_by(setup.customer, setup.subscription, setup.all, &saved).await?;
        }
        self.store.setup_done(&setup.intent_id).await
    }

    /// Sets a saved method for a subscription, or for all of a customer's.
    pub(crate) async fn pay_by(
        &self,
        customer: CustomerId,
        id: Option<SubscriptionId>,
        all: bool,
        saved: &SavedMethod,
    ) -> Result<(), StoreError> {
        let mut ids: Vec<SubscriptionId> = id.into_iter().collect();
        if all {
            let open = self.store.subscriptions_of(customer).await?;
            ids.extend(open.iter().filter(|one| one.is_open() && Some(one.id) != id).map(|one| one.id));
        }
        let method = Some(saved.id);
        let change = PaymentChange { customer, ids, automatic: true, method, charge_open: true, paid_with: None };
        self.store.change_subscription_payment(&change, self.context.now()).await?;
        Ok(())
    }

    /// Leaves the renewals of a subscription to its owner, who pays each by hand; `false` if there is no such subscription.
    pub async fn pay_by_hand(&self, id: SubscriptionId) -> Result<bool, StoreError> {
        let Some(record) = self.store.subscription(id).await? else { return Ok(false) };
        let customer = record.customer_id;
        let ids = vec![id];
        let change =
            PaymentChange { customer, ids, automatic: false, method: None, charge_open: false, paid_with: None };
        Ok(self.store.change_subscription_payment(&change, self.context.now()).await? > 0)
    }

    /// Lists open subscriptions that are charged to a saved method, and the method that would replace it; `None` if they would be
    /// paid by hand.
    pub async fn without_method(
        &self,
        customer: CustomerId,
        method: i64,
    ) -> Result<(Vec<SubscriptionRecord>, Option<SavedMethod>), StoreError> {
        let saved = self.saved_methods.saved_methods(customer).await?;
        if !self.context.settings().await?.charges_renewals() {
            return Ok((Vec::new(), None));
        }
        let first = saved.first().map(|one| one.id);
        let known = |id: Option<i64>| saved.iter().any(|one| Some(one.id) == id);
        let mut mine = self.store.subscriptions_of(customer).await?;
        mine.retain(|one| {
            let by = if known(one.method) { one.method } else { first };
            one.is_open() && one.automatic && by == Some(method)
        });
        // When the default method is removed, the newest of the others becomes the default.
        let next = if first == Some(method) {
            saved.iter().filter(|one| one.id != method).max_by_key(|one| one.id)
        } else {
            saved.first()
        };
        Ok((mine, next.cloned()))
    }
}
