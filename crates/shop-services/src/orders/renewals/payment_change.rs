//! What a subscription is paid by, changed to a method that is kept anew.

use shop_core::base::{CustomerId, SubscriptionId};

use crate::orders::renewals::Renewals;
use crate::payments::{GivenMethod, KeepRefusal, SetupFor};
use crate::ports::{Intent, SavedMethod, StoreError, SubscriptionRecord};

/// Why a subscription's payment did not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeRefusal {
    /// There is no such subscription, it is somebody else's, or it has ended.
    Unknown,
    /// The method is not among the owner's, or the setup is not this subscription's.
    NoMethod,
    /// The new method was not kept.
    Keep(KeepRefusal),
}

impl Renewals {
    /// Pays a subscription, or all of its owner's, by a method that he keeps. A renewal that is open is charged to it.
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
        let kept =
            self.subscriptions.saved_methods.saved_methods(customer).await?.into_iter().find(|one| one.id == method);
        let Some(kept) = kept else { return Ok(Err(ChangeRefusal::NoMethod)) };
        self.subscriptions.pay_by(customer, Some(id), all, &kept).await?;
        Ok(Ok(kept))
    }

    /// Keeps a new method and pays a subscription by it once the bank agreed. Gives the intent, which may wait for the buyer.
    pub async fn begin_payment_change(
        &self,
        id: SubscriptionId,
        customer: CustomerId,
        given: GivenMethod,
        return_url: &str,
        all: bool,
    ) -> Result<Result<Intent, ChangeRefusal>, StoreError> {
        let found = self.subscriptions.own_subscription(id, customer).await?.filter(SubscriptionRecord::is_open);
        if found.is_none() {
            return Ok(Err(ChangeRefusal::Unknown));
        }
        let wanted = SetupFor { subscription: Some(id), all };
        let made = self.method_setups.add_method(customer, given, return_url, wanted).await?;
        Ok(made.map_err(ChangeRefusal::Keep))
    }

    /// After the buyer answered the bank: `true` when the subscription is paid by the new method. Who says that he agreed is not
    /// believed: the provider is asked.
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
