//! Changes a subscription's payment method to a newly saved one.

use shop_core::base::{CustomerId, SubscriptionId};

use crate::orders::renewals::Renewals;
use crate::payments::{SaveMethodError, SetupFor, SubmittedMethod};
use crate::ports::{Intent, SavedMethod, StoreError, SubscriptionRecord};

/// Why a subscription's payment method was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeRefusal {
    /// There is no such subscription, it is somebody else's, or it has ended.
    Unknown,
    /// The method is not among the owner's, or the setup is not for this subscription.
    NoMethod,
    /// The new method was not saved.
    Keep(SaveMethodError),
}

impl Renewals {
    /// Sets a saved method as payment method of a subscription, or of all subscriptions of its owner, and charges an open renewal
    /// to it.
    pub async fn pay_subscription_by(
        &self,
        id: SubscriptionId,
        customer: CustomerId,
        method: i64,
        all: bool,
    ) -> Result<Result<SavedMethod, ChangeRefusal>, StoreError> {
        let found = self.subscriptions.own_subscription(id, customer).await?.filter(SubscriptionRecord::is_open);
        if found.is_none() {
            return Ok(Err(ChangeRefusal::Unknown));
        }
        let saved =
            self.subscriptions.saved_methods.saved_methods(customer).await?.into_iter().find(|one| one.id == method);
        let Some(saved) = saved else { return Ok(Err(ChangeRefusal::NoMethod)) };
        self.subscriptions.pay_by(customer, Some(id), all, &saved).await?;
        Ok(Ok(saved))
    }

    /// Saves a new method and uses it for a subscription once the bank has agreed. Returns the intent, which may need the buyer's
    /// authentication.
    pub async fn begin_payment_change(
        &self,
        id: SubscriptionId,
        customer: CustomerId,
        given: SubmittedMethod,
        return_url: &str,
        all: bool,
    ) -> Result<Result<Intent, ChangeRefusal>, StoreError> {
        let found = self.subscriptions.own_subscription(id, customer).await?.filter(SubscriptionRecord::is_open);
        if found.is_none() {
            return Ok(Err(ChangeRefusal::Unknown));
        }
        let wanted = SetupFor { subscription: Some(id), all };
        let added = self.method_setups.add_method(customer, given, return_url, wanted).await?;
        Ok(added.map_err(ChangeRefusal::Keep))
    }

    /// Completes the change after the buyer's authentication; `true` when the subscription is paid by the new method. The result
    /// is fetched from the provider, not taken from the buyer's request.
    pub async fn finish_payment_change(
        &self,
        id: SubscriptionId,
        customer: CustomerId,
        intent: &str,
    ) -> Result<Result<bool, ChangeRefusal>, StoreError> {
        if self.subscriptions.own_subscription(id, customer).await?.is_none() {
            return Ok(Err(ChangeRefusal::Unknown));
        }
        let setup = self.store.setup(intent).await?;
        let Some(setup) = setup.filter(|one| one.customer == customer && one.subscription == Some(id)) else {
            return Ok(Err(ChangeRefusal::NoMethod));
        };
        Ok(Ok(setup.done || self.method_setups.finish_added_method(customer, intent).await?))
    }
}
