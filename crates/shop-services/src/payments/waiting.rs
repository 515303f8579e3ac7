//! Money that an order waits for, as its buyer is told of it.

use std::time::Duration;

use shop_core::orders::OrderStatus;
use shop_core::payments::error::PaymentError;
use shop_core::payments::state::event::Progress;

use super::pay::by_voucher;
use crate::payments::PaymentHistories;
use crate::platform::clock::within;
use crate::ports::{NextAction, OrderRecord, Slip, StoreError};

/// A page waits for the provider no longer than this; without an answer it does without the slip.
const ASK_LIMIT: Duration = Duration::from_secs(3);

/// What an order on hold waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AwaitedMoney {
    /// A debit is on its way.
    Debit,
    /// A slip is to be paid.
    Slip(Slip),
}

impl PaymentHistories {
    /// What an order on hold waits for by the provider; `None`: nothing.
    pub async fn awaited_money(&self, order: &OrderRecord) -> Result<Option<AwaitedMoney>, StoreError> {
        if order.status != OrderStatus::OnHold {
            return Ok(None);
        }
        let Some(payment) = self.store.payments_of(order.id).await?.pop().filter(|one| !one.is_settled()) else {
            return Ok(None);
        };
        match payment.facts.progress.1 {
            Progress::Processing => Ok(Some(AwaitedMoney::Debit)),
            Progress::ActionRequired if by_voucher(&payment) => {
                let (Some(gateway), Some(id)) = (self.context.gateway(), payment.intent_id) else { return Ok(None) };
                let intent = within(self.context.clock(), ASK_LIMIT, gateway.intent(&id)).await;
                let next = intent.and_then(Result::ok).and_then(|intent| intent.next);
                Ok(Some(AwaitedMoney::Slip(if let Some(NextAction::Voucher(slip)) = next {
                    slip
                } else {
                    Slip::default()
                })))
            }
            Progress::New | Progress::ActionRequired | Progress::Failed => Ok(None),
        }
    }

    /// Why an order's latest try was refused, in the provider's words; `None`: it was not, or the provider does not answer.
    /// `intent_id`: of the order, as a browser that comes back from the provider's page names it.
    pub async fn payment_failure(
        &self,
        order: &OrderRecord,
        intent_id: &str,
    ) -> Result<Option<PaymentError>, StoreError> {
        let known = self.store.payment_of_intent(intent_id).await?.filter(|one| one.order_id == order.id);
        let (Some(gateway), Some(_)) = (self.context.gateway(), known) else { return Ok(None) };
        let intent = within(self.context.clock(), ASK_LIMIT, gateway.intent(intent_id)).await;
        Ok(intent.and_then(Result::ok).and_then(|intent| intent.failure))
    }
}
