//! Payment methods that buyers keep, and who they are to the provider.

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
    /// Ports of [`SavedMethods`].
    pub(crate) trait SavedMethodsPorts: CustomerStore + PaymentStore
}

/// Customers that the provider is asked to forget in one round: each is a call.
const ERASED_AT_ONCE: u64 = 50;

/// Payment methods that buyers keep.
#[derive(Clone)]
pub struct SavedMethods {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn SavedMethodsPorts>,
}

impl SavedMethods {
    /// A buyer's methods: the chosen one first.
    pub async fn saved_methods(&self, customer: CustomerId) -> Result<Vec<SavedMethod>, StoreError> {
        self.store.saved_methods(customer, &self.context.gateway_scope()).await
    }

    /// Gives what was kept before methods had a scope to the provider that there is; once, as the shop starts.
    pub async fn adopt_unscoped_methods(&self) -> Result<(), StoreError> {
        let scope = self.context.gateway_scope();
        if scope.is_empty() { Ok(()) } else { self.store.adopt_unscoped(&scope).await }
    }

    /// Chooses a method; `false`: it is not this buyer's.
    pub async fn set_default_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        self.store.choose_method(customer, id).await
    }

    /// Lets a method go, here and at the provider; `false`: it is not this buyer's. When the provider cannot be reached the
    /// method is gone here all the same: the shop never charges it again.
    pub async fn delete_saved_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        let Some(method) = self.store.remove_method(customer, id).await? else { return Ok(false) };
        if let Some(gateway) = self.context.gateway()
            && let Err(error) = gateway.detach_method(&method, &format!("{method}-detach")).await
        {
            tracing::warn!(%error, "a method that a buyer let go is still with the provider");
        }
        Ok(true)
    }

    /// Has the provider forget customers whose accounts were deleted, some at a time; gives how many it did. Whom it did not forget
    /// now is asked for again.
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

    /// The provider's name of a buyer with an account; made when there is none.
    pub(crate) async fn customer_at_gateway(
        &self,
        gateway: &Arc<dyn Gateway>,
        customer: CustomerId,
    ) -> Result<Result<String, GatewayError>, StoreError> {
        self.named_at_gateway(gateway, customer, "").await
    }

    /// `after`: the name that the provider no longer knows; without it the provider would answer the earlier request again.
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
            return Ok(Err(gone()));
        };
        let key = format!("customer-{customer}-{}{after}", person.email);
        let name = format!("{} {}", person.first_name, person.last_name);
        match gateway.create_customer(&person.email, name.trim(), &key).await {
            Ok(made) => {
                let kept = self.store.save_gateway_customer(customer, &self.context.gateway_scope(), &made).await?;
                Ok(kept.ok_or_else(gone))
            }
            Err(error) => Ok(Err(error)),
        }
    }
}

/// The account was deleted meanwhile.
fn gone() -> GatewayError {
    GatewayError::Unavailable("no such customer".into())
}
