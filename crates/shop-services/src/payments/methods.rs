//! Payment methods that buyers save.

use std::sync::Arc;

use shop_core::base::{CustomerId, SubscriptionId};
use shop_core::payments::combinations::take_mandate;
use shop_core::payments::error::PaymentError;
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::messages::codes;

use super::make_intent::make_intent;
use super::save_method::method_to_save;
use crate::cart::{Carts, customer_key};
use crate::orders::subscriptions::Subscriptions;
use crate::payments::saved_methods::SavedMethods;
use crate::platform::context::Context;
use crate::platform::settings::CURRENCY;
use crate::ports::{
    Agreement, Confirmation, Gateway, GatewayError, Intent, MethodSetup, NewIntent, PaidWith, PaymentStore, StoreError,
    SubscriptionStore, ports,
};
use crate::records::StoredNotice;

/// Why a method was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveMethodError {
    /// The shop has no provider, does not offer this method, or it cannot be saved.
    Unsupported,
    /// The provider refused, in its own words.
    Declined(Box<PaymentError>),
    /// The provider is unreachable.
    Unavailable,
}

impl From<GatewayError> for SaveMethodError {
    fn from(error: GatewayError) -> Self {
        match error {
            GatewayError::Declined { error, .. } | GatewayError::Refused { error } => Self::Declined(error),
            GatewayError::Unavailable(_) | GatewayError::Unknown(_) => Self::Unavailable,
        }
    }
}

/// The purpose of saving a new method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupFor {
    /// The subscription to pay with it; `None` for none in particular.
    pub subscription: Option<SubscriptionId>,
    /// All of the buyer's subscriptions are to be paid with it.
    pub all: bool,
}

/// A method from the payment form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmittedMethod {
    pub kind: PaymentMethod,
    pub id: String,
    /// How the buyer submitted it.
    pub agreed: Agreement,
}

ports! {
    pub(crate) trait MethodSetupsPorts: PaymentStore + SubscriptionStore
}

/// New payment methods that buyers save.
#[derive(Clone)]
pub struct MethodSetups {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn MethodSetupsPorts>,
    pub(crate) carts: Carts,
    pub(crate) saved_methods: SavedMethods,
    pub(crate) subscriptions: Subscriptions,
}

impl MethodSetups {
    /// Saves a new method in a buyer's account; the provider asks the bank. Returns the intent, which may need the buyer's
    /// authentication; once it succeeds, the method is saved and used for its purpose.
    pub async fn add_method(
        &self,
        customer: CustomerId,
        given: SubmittedMethod,
        return_url: &str,
        wanted: SetupFor,
    ) -> Result<Result<Intent, SaveMethodError>, StoreError> {
        let SubmittedMethod { kind, id: method, agreed } = given;
        let Some(gateway) = self.context.gateway() else { return Ok(Err(SaveMethodError::Unsupported)) };
        let offered = self.gateway_kinds().await?;
        if kind.saved_as().is_none() || !offered.contains(&kind) {
            return Ok(Err(SaveMethodError::Unsupported));
        }
        let buyer = match self.saved_methods.customer_at_gateway(&gateway, customer).await? {
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
        // A method is saved once: sending it again repeats the same request.
        let key = format!("keep-{customer}-{method}");
        let created = match self.create_intent_for(&gateway, Some(customer), &new, &key).await? {
            Ok(intent) => intent,
            Err(error) => return Ok(Err(error.into())),
        };
        if wanted != SetupFor::default() {
            let SetupFor { subscription, all } = wanted;
            let setup = MethodSetup { intent_id: created.id.clone(), customer, subscription, all, done: false };
            self.store.save_setup(&setup, self.context.now()).await?;
        }
        let how = Confirmation {
            kind,
            with: Some(PaidWith::Method(method)),
            return_url: return_url.to_owned(),
            save: true,
            agreed: take_mandate(&new.kinds, true).then_some(agreed),
            ..Confirmation::default()
        };
        let intent = match gateway.confirm_intent(&created.id, &how, &format!("{key}-confirm")).await {
            Ok(intent) => intent,
            Err(error) => return Ok(Err(error.into())),
        };
        self.save_setup_method(&gateway, customer, &intent).await?;
        Ok(Ok(intent))
    }

    /// Completes a setup after the buyer's authentication: fetches it and saves its method. `false` if it did not succeed, or is
    /// not this buyer's.
    pub async fn finish_added_method(&self, customer: CustomerId, intent: &str) -> Result<bool, StoreError> {
        let Some(gateway) = self.context.gateway().filter(|_| intent.starts_with("seti_")) else { return Ok(false) };
        let Ok(intent) = gateway.intent(intent).await else { return Ok(false) };
        self.save_setup_method(&gateway, customer, &intent).await
    }

    /// Saves the method of a successful setup and uses it for the setup's purpose.
    pub(super) async fn save_setup_method(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: CustomerId,
        intent: &Intent,
    ) -> Result<bool, StoreError> {
        let own = self.store.gateway_customer(customer, &self.context.gateway_scope()).await?;
        let (true, true, Some(id)) = (intent.status == "succeeded", intent.customer == own, &intent.method) else {
            return Ok(false);
        };
        let Ok(Some(method)) = method_to_save(gateway, &intent.id, id).await else { return Ok(false) };
        if own.is_none() || method.customer != own {
            return Ok(false);
        }
        self.store.save_method(customer, &self.context.gateway_scope(), &method, self.context.now()).await?;
        if let Some(setup) = self.store.setup(&intent.id).await?.filter(|setup| setup.customer == customer) {
            self.subscriptions.pay_by_set_up(&setup, &method.id).await?;
        }
        Ok(true)
    }

    /// Creates an intent for a buyer. A customer that the provider no longer knows (deleted there, or another account) is created
    /// again; the methods saved with it are lost, and the buyer is notified.
    pub(super) async fn create_intent_for(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: Option<CustomerId>,
        new: &NewIntent,
        key: &str,
    ) -> Result<Result<Intent, GatewayError>, StoreError> {
        let created = make_intent(gateway, new, key).await;
        let (Some(customer), Some(lost), Err(GatewayError::Refused { error })) = (customer, &new.customer, &created)
        else {
            return Ok(created);
        };
        if error.code != "resource_missing" || error.param != "customer" {
            return Ok(created);
        }
        tracing::warn!(%customer, "the provider does not know a customer any more");
        if self.store.forget_gateway_customer(customer, &self.context.gateway_scope()).await? > 0 {
            let notice =
                StoredNotice { kind: "info".into(), code: codes::METHODS_LOST.into(), params: Default::default() };
            self.carts.leave_notices(&customer_key(customer), Some(customer), &[notice]).await?;
        }
        match self.saved_methods.named_at_gateway(gateway, customer, &format!("-{lost}")).await? {
            Ok(buyer) => {
                let new = NewIntent { customer: Some(buyer), ..new.clone() };
                Ok(make_intent(gateway, &new, &format!("{key}-{lost}")).await)
            }
            Err(error) => Ok(Err(error)),
        }
    }

    /// Lists the enabled methods that support the shop's currency.
    pub async fn gateway_kinds(&self) -> Result<Vec<PaymentMethod>, StoreError> {
        let settings = self.context.settings().await?;
        let enabled = settings.enabled_payment_methods();
        let kinds = enabled.filter_map(|method| PaymentMethod::from_gateway_id(&method.id));
        Ok(kinds.collect())
    }
}
