//! Methods that buyers keep.

use shop_core::ids::CustomerId;

use super::pay::came_through;
use crate::ports::{GatewayError, Intent, PaymentRecord, SavedMethod, StoreError};
use crate::shop::Shop;

impl Shop {
    /// A buyer's methods: the chosen one first.
    pub async fn saved_methods(&self, customer: CustomerId) -> Result<Vec<SavedMethod>, StoreError> {
        self.store().saved_methods(customer).await
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
        let method = match gateway.method(id).await {
            Ok(method) => method,
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
        if method.customer.is_some() && method.customer == self.store().gateway_customer(customer).await? {
            self.store().save_method(customer, &method, self.now()).await?;
        }
        self.learn(PaymentRecord { saves_method: false, ..payment }, &[]).await
    }
}
