//! Methods that buyers keep.

use std::sync::Arc;

use shop_core::base::{CustomerId, SubscriptionId};
use shop_core::messages::codes;
use shop_core::payment::error::PaymentError;
use shop_core::payment::method::PaymentMethod;
use shop_core::payment::together::take_mandate;

use super::choice::make_intent;
use super::pay::came_through;
use crate::cart::{StoredNotice, customer_key};
use crate::ports::{
    Agreement, Confirmation, Gateway, GatewayError, GatewayMethod, Intent, MethodSetup, NewIntent, PaidWith,
    PaymentRecord, SavedMethod, StoreError,
};
use crate::settings::CURRENCY;
use crate::shop::Shop;

/// Why a method was not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeepRefusal {
    /// The shop has no provider, or not this kind of method, or it cannot be kept.
    Unsupported,
    /// The provider said no, in its own words.
    Declined(Box<PaymentError>),
    /// The provider cannot be reached.
    Unavailable,
}

impl From<GatewayError> for KeepRefusal {
    fn from(error: GatewayError) -> Self {
        match error {
            GatewayError::Declined { error, .. } | GatewayError::Refused { error } => Self::Declined(error),
            GatewayError::Unavailable(_) | GatewayError::Unknown(_) => Self::Unavailable,
        }
    }
}

/// What a new method is kept for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupFor {
    /// The subscription that is to be paid by it; `None`: none in particular.
    pub subscription: Option<SubscriptionId>,
    /// All of the buyer's subscriptions are to be paid by it.
    pub all: bool,
}

/// A method that the payment form gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenMethod {
    /// Kind.
    pub kind: PaymentMethod,
    /// `pm_…`.
    pub id: String,
    /// How it reached the shop.
    pub agreed: Agreement,
}

impl Shop {
    /// A buyer's methods: the chosen one first.
    pub async fn saved_methods(&self, customer: CustomerId) -> Result<Vec<SavedMethod>, StoreError> {
        self.store().saved_methods(customer, &self.gateway_scope()).await
    }

    /// Whose customers and methods are sent to the provider; empty: there is none.
    pub(crate) fn gateway_scope(&self) -> String {
        self.gateway().map(|gateway| gateway.public().scope.clone()).unwrap_or_default()
    }

    /// Gives what was kept before methods had a scope to the provider that there is; once, as the shop starts.
    pub async fn adopt_unscoped_methods(&self) -> Result<(), StoreError> {
        let scope = self.gateway_scope();
        if scope.is_empty() { Ok(()) } else { self.store().adopt_unscoped(&scope).await }
    }

    /// Chooses a method; `false`: it is not this buyer's.
    pub async fn set_default_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        self.store().choose_method(customer, id).await
    }

    /// Lets a method go, here and at the provider; `false`: it is not this buyer's. When the provider cannot be reached the
    /// method is gone here all the same: the shop never charges it again.
    pub async fn delete_saved_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        let Some(method) = self.store().remove_method(customer, id).await? else { return Ok(false) };
        if let Some(gateway) = self.gateway()
            && let Err(error) = gateway.detach_method(&method, &format!("{method}-detach")).await
        {
            tracing::warn!(%error, "a method that a buyer let go is still with the provider");
        }
        Ok(true)
    }

    /// Keeps a new method in a buyer's account: the provider asks the bank. Gives the intent, which may wait for the buyer; once it
    /// succeeded the method is among the buyer's, and pays what it was wanted for.
    pub async fn add_method(
        &self,
        customer: CustomerId,
        given: GivenMethod,
        return_url: &str,
        wanted: SetupFor,
    ) -> Result<Result<Intent, KeepRefusal>, StoreError> {
        let GivenMethod { kind, id: method, agreed } = given;
        let Some(gateway) = self.gateway() else { return Ok(Err(KeepRefusal::Unsupported)) };
        let offered = self.gateway_kinds().await?;
        if kind.saved_as().is_none() || !offered.contains(&kind) {
            return Ok(Err(KeepRefusal::Unsupported));
        }
        let buyer = match self.customer_at_gateway(&gateway, customer).await? {
            Ok(buyer) => buyer,
            Err(error) => return Ok(Err(error.into())),
        };
        let new = NewIntent {
            currency: CURRENCY.to_ascii_lowercase(),
            kinds: kind.chosen_with(&offered),
            customer: Some(buyer),
            save: true,
            ..NewIntent::default()
        };
        // A method is kept once: the same one sent twice is the same request.
        let key = format!("keep-{customer}-{method}");
        let made = match self.create_intent_for(&gateway, Some(customer), &new, &key).await? {
            Ok(intent) => intent,
            Err(error) => return Ok(Err(error.into())),
        };
        if wanted != SetupFor::default() {
            let SetupFor { subscription, all } = wanted;
            let setup = MethodSetup { intent_id: made.id.clone(), customer, subscription, all, done: false };
            self.store().keep_setup(&setup, self.now()).await?;
        }
        let how = Confirmation {
            kind,
            with: Some(PaidWith::Method(method)),
            return_url: return_url.to_owned(),
            save: true,
            agreed: take_mandate(&new.kinds, true).then_some(agreed),
            ..Confirmation::default()
        };
        let intent = match gateway.confirm_intent(&made.id, &how, &format!("{key}-confirm")).await {
            Ok(intent) => intent,
            Err(error) => return Ok(Err(error.into())),
        };
        self.keep_set_up_method(&gateway, customer, &intent).await?;
        Ok(Ok(intent))
    }

    /// After the buyer confirmed a setup on the bank's page: reads it and keeps its method. `false`: it did not succeed, or it is
    /// not this buyer's.
    pub async fn finish_added_method(&self, customer: CustomerId, intent: &str) -> Result<bool, StoreError> {
        let Some(gateway) = self.gateway().filter(|_| intent.starts_with("seti_")) else { return Ok(false) };
        let Ok(intent) = gateway.intent(intent).await else { return Ok(false) };
        self.keep_set_up_method(&gateway, customer, &intent).await
    }

    /// Keeps the method of a setup that succeeded, and pays by it what the setup was begun for.
    pub(super) async fn keep_set_up_method(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: CustomerId,
        intent: &Intent,
    ) -> Result<bool, StoreError> {
        let own = self.store().gateway_customer(customer, &self.gateway_scope()).await?;
        let (true, true, Some(id)) = (intent.status == "succeeded", intent.customer == own, &intent.method) else {
            return Ok(false);
        };
        let Ok(Some(method)) = kept_of(gateway, &intent.id, id).await else { return Ok(false) };
        if own.is_none() || method.customer != own {
            return Ok(false);
        }
        self.store().save_method(customer, &self.gateway_scope(), &method, self.now()).await?;
        if let Some(setup) = self.store().setup(&intent.id).await?.filter(|setup| setup.customer == customer) {
            self.pay_by_set_up(&setup, &method.id).await?;
        }
        Ok(true)
    }

    /// The provider's name of a buyer with an account; made when there is none.
    pub(super) async fn customer_at_gateway(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: CustomerId,
    ) -> Result<Result<String, GatewayError>, StoreError> {
        self.named_at_gateway(gateway, customer, "").await
    }

    /// `after`: the name that the provider no longer knows; without it the provider would answer the earlier request again.
    async fn named_at_gateway(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: CustomerId,
        after: &str,
    ) -> Result<Result<String, GatewayError>, StoreError> {
        if let Some(known) = self.store().gateway_customer(customer, &self.gateway_scope()).await? {
            return Ok(Ok(known));
        }
        let Some(person) = self.store().customer(customer).await? else {
            return Ok(Err(GatewayError::Unavailable("no such customer".into())));
        };
        let key = format!("customer-{customer}-{}{after}", person.email);
        let name = format!("{} {}", person.first_name, person.last_name);
        match gateway.create_customer(&person.email, name.trim(), &key).await {
            Ok(made) => Ok(Ok(self.store().save_gateway_customer(customer, &self.gateway_scope(), &made).await?)),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Makes an intent for a buyer. A customer whom the provider does not know any more (deleted there, another account) is made
    /// anew; the methods that went with him are gone, and the buyer is told.
    pub(super) async fn create_intent_for(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: Option<CustomerId>,
        new: &NewIntent,
        key: &str,
    ) -> Result<Result<Intent, GatewayError>, StoreError> {
        let made = make_intent(gateway, new, key).await;
        let (Some(customer), Some(lost), Err(GatewayError::Refused { error })) = (customer, &new.customer, &made)
        else {
            return Ok(made);
        };
        if error.code != "resource_missing" || error.param != "customer" {
            return Ok(made);
        }
        tracing::warn!(%customer, "the provider does not know a customer any more");
        if self.store().forget_gateway_customer(customer, &self.gateway_scope()).await? > 0 {
            let told =
                StoredNotice { kind: "info".into(), code: codes::METHODS_LOST.into(), params: Default::default() };
            self.leave_notices(&customer_key(customer), Some(customer), &[told]).await?;
        }
        match self.named_at_gateway(gateway, customer, &format!("-{lost}")).await? {
            Ok(buyer) => {
                let new = NewIntent { customer: Some(buyer), ..new.clone() };
                Ok(make_intent(gateway, &new, &format!("{key}-{lost}")).await)
            }
            Err(error) => Ok(Err(error)),
        }
    }

    /// Keeps the method of a payment that came through, where the buyer wished it. What fails is done again when the payment
    /// is looked at next.
    pub(super) async fn keep_paid_method(
        &self,
        payment: PaymentRecord,
        intent: &Intent,
    ) -> Result<PaymentRecord, StoreError> {
        if !payment.saves_method || !came_through(&payment) {
            return Ok(payment);
        }
        let order = self.store().order(payment.order_id).await?;
        let (Some(gateway), Some(customer), Some(id)) =
            (self.gateway(), order.and_then(|order| order.customer_id), &intent.method)
        else {
            return Ok(payment);
        };
        let method = match kept_of(&gateway, &intent.id, id).await {
            Ok(Some(method)) => method,
            Ok(None) => {
                tracing::warn!(intent = %intent.id, "what was paid with left no method behind that can be kept");
                return self.learn(PaymentRecord { saves_method: false, ..payment }, &[]).await;
            }
            Err(error @ (GatewayError::Unavailable(_) | GatewayError::Unknown(_))) => {
                tracing::warn!(%error, "a paid method could not be read yet");
                return Ok(payment);
            }
            Err(error) => {
                tracing::warn!(%error, "a paid method cannot be kept");
                return self.learn(PaymentRecord { saves_method: false, ..payment }, &[]).await;
            }
        };
        // Only what the provider keeps for this buyer can be charged again.
        if method.customer.is_some()
            && method.customer == self.store().gateway_customer(customer, &self.gateway_scope()).await?
        {
            self.store().save_method(customer, &self.gateway_scope(), &method, self.now()).await?;
            self.remember_for_renewals(payment.order_id, customer, &method.id, payment.id).await?;
        }
        self.learn(PaymentRecord { saves_method: false, ..payment }, &[]).await
    }
}

/// What is kept of a method that an intent was paid or set up with: itself, or the debit that a bank redirect left behind; `None`:
/// nothing is.
async fn kept_of(
    gateway: &Arc<dyn Gateway>,
    intent: &str,
    method: &str,
) -> Result<Option<GatewayMethod>, GatewayError> {
    let paid = gateway.method(method).await?;
    match paid.kind.saved_as() {
        None => Ok(None),
        Some(kind) if kind == paid.kind => Ok(Some(paid)),
        Some(_) => match gateway.debit_of(intent).await? {
            Some(debit) => gateway.method(&debit).await.map(Some),
            None => Ok(None),
        },
    }
}
