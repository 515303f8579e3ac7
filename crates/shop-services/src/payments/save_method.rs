//! Saves payment methods after a successful payment.

use std::sync::Arc;

use crate::payments::Settlement;
use crate::ports::{Gateway, GatewayError, GatewayMethod, Intent, PaymentRecord, StoreError};

impl Settlement {
    /// Saves the method of a successful payment if the buyer requested it. A failure is retried with the next check of the
    /// payment.
    pub(super) async fn save_paid_method(
        &self,
        payment: PaymentRecord,
        intent: &Intent,
    ) -> Result<PaymentRecord, StoreError> {
        if !payment.saves_method || !payment.came_through() {
            return Ok(payment);
        }
        let order = self.store.order(payment.order_id).await?;
        let (Some(gateway), Some(customer), Some(id)) =
            (self.context.gateway(), order.and_then(|order| order.customer_id), &intent.method)
        else {
            return Ok(payment);
        };
        let method = match method_to_save(&gateway, &intent.id, id).await {
            Ok(Some(method)) => method,
            Ok(None) => {
                tracing::warn!(intent = %intent.id, "what was paid with left no method behind that can be kept");
                return self.notes.record_events(PaymentRecord { saves_method: false, ..payment }, &[]).await;
            }
            Err(error @ (GatewayError::Unavailable(_) | GatewayError::Unknown(_))) => {
                tracing::warn!(%error, "a paid method could not be read yet");
                return Ok(payment);
            }
            Err(error) => {
                tracing::warn!(%error, "a paid method cannot be kept");
                return self.notes.record_events(PaymentRecord { saves_method: false, ..payment }, &[]).await;
            }
        };
        // Only a method that the provider has attached to this buyer can be charged again.
        if method.customer.is_some()
            && method.customer == self.store.gateway_customer(customer, &self.context.gateway_scope()).await?
        {
            self.store.save_method(customer, &self.context.gateway_scope(), &method, self.context.now()).await?;
            self.subscriptions.remember_for_renewals(payment.order_id, customer, &method.id, payment.id).await?;
        }
        self.notes.record_events(PaymentRecord { saves_method: false, ..payment }, &[]).await
    }
}

/// Returns the method to save from a payment or setup: the method itself, or the debit mandate that a bank redirect created;
/// `None` if nothing can be saved.
pub(super) async fn method_to_save(
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
