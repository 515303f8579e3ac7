//! Paying an order without the provider, after a try with it.

use shop_core::base::OrderId;
use shop_core::orders::payment::ChosenPayment;

use crate::payments::Settlement;
use crate::ports::{OrderRecord, PaymentRecord, StoreError, TransitionRefusal};

/// Why an order was not paid in the way that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfflineRefusal {
    /// An earlier try came through, and the order has followed.
    AlreadyPaid,
    /// An earlier try is under way, or nobody knows yet what became of it.
    InDoubt,
    /// The order could not take the step.
    Order(TransitionRefusal),
}

impl Settlement {
    /// Pays an order by transfer or at the door. What was begun with the provider is given up before, so that nobody pays twice.
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

    /// Gives up what was begun with the provider for an order that is not paid.
    pub(crate) async fn give_up_tries(&self, id: OrderId) -> Result<Result<(), OfflineRefusal>, StoreError> {
        if self.close_payments(id).await? {
            return Ok(Ok(()));
        }
        let is_paid = self.store.payments_of(id).await?.iter().any(PaymentRecord::came_through);
        Ok(Err(if is_paid { OfflineRefusal::AlreadyPaid } else { OfflineRefusal::InDoubt }))
    }
}
