//! Recognises repeated requests by the payment that they started.

use shop_core::base::OrderId;

use crate::payments::Payments;
use crate::ports::{PaymentRecord, StoreError};

/// A lost response is requested again within this time; the provider stores idempotency keys for as long.
pub const REPEATED_WITHIN_S: i64 = 24 * 3600;

impl Payments {
    /// Whether an identical request has paid the order, or one of its instalments. Unresolved payments are looked up at the
    /// provider.
    pub async fn is_repeated(&self, id: OrderId, request_hash: &str) -> Result<bool, StoreError> {
        let since = self.context.now() - REPEATED_WITHIN_S;
        let same = |one: &PaymentRecord| {
            !request_hash.is_empty() && one.request_hash == request_hash && one.created_at >= since
        };
        let Some(payment) = self.store.payments_of(id).await?.into_iter().rfind(same) else { return Ok(false) };
        self.settlement.check_order_payments(id, payment.part).await
    }
}
