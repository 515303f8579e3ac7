//! Payment of an order without the provider, after an attempt with it.

use shop_core::base::OrderId;
use shop_core::orders::payment::ChosenPayment;

use crate::payments::Settlement;
use crate::ports::{OrderRecord, PaymentRecord, StoreError, TransitionRefusal};

/// Why an order was not paid by the chosen method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfflineRefusal {
    /// An earlier attempt succeeded, and the order has been updated.
    AlreadyPaid,
    /// An earlier attempt is in progress, or its result is unknown.
    InDoubt,
    Order(TransitionRefusal),
}

impl Settlement {
    /// Pays an order by transfer or on delivery. Open attempts with the provider are cancelled first, so that nobody pays twice.
    pub async fn pay_offline(
        &self,
        order: &OrderRecord,
        chosen: &ChosenPayment,
    ) -> Result<Result<(), OfflineRefusal>, StoreError> {
        if let Err(refusal) = self.give_up_tries(order.id).await? {
            return Ok(Err(refusal));
        }
        Ok(self.orders.pay_order(order, chosen).await?.map_err(OfflineRefusal::Order))
    }

    /// Cancels an unpaid order's open attempts with the provider.
    pub(crate) async fn give_up_tries(&self, id: OrderId) -> Result<Result<(), OfflineRefusal>, StoreError> {
        if self.close_payments(id).await? {
            return Ok(Ok(()));
        }
        let is_paid = self.store.payments_of(id).await?.iter().any(PaymentRecord::came_through);
        Ok(Err(if is_paid { OfflineRefusal::AlreadyPaid } else { OfflineRefusal::InDoubt }))
    }
}
