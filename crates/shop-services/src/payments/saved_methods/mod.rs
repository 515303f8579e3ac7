//! Saved payment methods of buyers, and their customer ids at the provider.

mod label;

pub use label::{method_end, method_label, method_name};

use crate::platform::context::Context;
use crate::ports::Gateway;
use crate::ports::GatewayError;
use crate::ports::SavedMethod;
use crate::ports::StoreError;
use crate::ports::ports;
use crate::ports::{CustomerStore, PaymentStore};
use shop_core::base::CustomerId;
use std::sync::Arc;

ports! {
    pub(crate) trait SavedMethodsPorts: CustomerStore + PaymentStore
}

/// Customers per deletion run at the provider: each needs a call.
const ERASED_AT_ONCE: u64 = 50;

/// Saved payment methods of buyers.
#[derive(Clone)]
pub struct SavedMethods {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn SavedMethodsPorts>,
}

impl SavedMethods {
    /// Lists a buyer's methods: the default one first.
    pub async fn saved_methods(&self, customer: CustomerId) -> Result<Vec<SavedMethod>, StoreError> {
        self.store.saved_methods(customer, &self.context.gateway_scope()).await
    }

    /// Assigns methods from before scopes existed to the current provider; once, when the shop starts.
    pub async fn adopt_unscoped_methods(&self) -> Result<(), StoreError> {
        let scope = self.context.gateway_scope();
        if scope.is_empty() { Ok(()) } else { self.store.adopt_unscoped(&scope).await }
    }

    /// Sets the default method; `false` if it is not this buyer's.
    pub async fn set_default_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        self.store.choose_method(customer, id).await
    }

    /// Removes a method, here and at the provider; `false` if it is not this buyer's. If the provider is unreachable the method
    /// is still removed here, and the shop never charges it again.
    pub async fn delete_saved_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        let Some(method) = self.store.remove_method(customer, id).await? else { return Ok(false) };
        if let Some(gateway) = self.context.gateway()
            && let Err(error) = gateway.detach_method(&method, &format!("{method}-detach")).await
        {
            tracing::warn!(%error, "a method that a buyer let go is still with the provider");
        }
        Ok(true)
    }

    /// Deletes customers at the provider whose accounts were deleted, a few at a time; returns how many succeeded. Failures are
    /// retried.
    pub async fn erase_at_gateway(&self) -> Result<u64, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(0) };
        let scope = self.context.gateway_scope();
        let mut erased = 0;
        for id in self.store.gateway_erasures(&scope, ERASED_AT_ONCE).await? {
            match gateway.delete_customer(&id).await {
                Ok(()) => {
                    self.store.gateway_erased(&scope, &id).await?;
                    erased += 1;
                }
                Err(error) => {
                    self.store.gateway_not_erased(&scope, &id, self.context.now()).await?;
                    tracing::warn!(%error, "a customer whose account was deleted is still with the provider");
                }
            }
        }
        Ok(erased)
    }

    /// Returns a buyer's customer id at the provider, creating it if needed.
    pub(crate) async fn customer_at_gateway(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: CustomerId,
    ) -> Result<Result<String, GatewayError>, StoreError> {
        self.named_at_gateway(gateway, customer, "").await
    }

    /// `after` is the id that the provider no longer knows: it goes into the idempotency key, as the provider would otherwise
    /// repeat its earlier response.
    pub(crate) async fn named_at_gateway(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: CustomerId,
        after: &str,
    ) -> Result<Result<String, GatewayError>, StoreError> {
        if let Some(known) = self.store.gateway_customer(customer, &self.context.gateway_scope()).await? {
            return Ok(Ok(known));
        }
        let Some(person) = self.store.customer(customer).await? else {
            return Ok(Err(account_deleted()));
        };
        let key = format!("customer-{customer}-{}{after}", person.email);
        let name = format!("{} {}", person.first_name, person.last_name);
        match gateway.create_customer(&person.email, name.trim(), &key).await {
            Ok(created) => {
                let stored =
                    self.store.save_gateway_customer(customer, &self.context.gateway_scope(), &created).await?;
                Ok(stored.ok_or_else(account_deleted))
            }
            Err(error) => Ok(Err(error)),
        }
    }
}

/// Error for an account that was deleted meanwhile.
fn account_deleted() -> GatewayError {
    GatewayError::Unavailable("no such customer".into())
}
