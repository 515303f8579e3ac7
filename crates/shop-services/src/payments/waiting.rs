//! Pending payments of an order, for display to its buyer.

use std::time::Duration;

use shop_core::orders::OrderStatus;
use shop_core::payments::error::PaymentError;
use shop_core::payments::state::event::Progress;

use super::notes::by_voucher;
use crate::payments::PaymentHistories;
use crate::platform::clock::within;
use crate::ports::{NextAction, OrderRecord, Slip, StoreError};

/// Timeout for the provider while a page is rendered; without a response the voucher is left out.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(3);

/// What an order on hold waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AwaitedMoney {
    /// A debit is processing.
    Debit,
    /// A voucher must be paid.
    Slip(Slip),
}

impl PaymentHistories {
    /// Returns the payment at the provider that an order on hold waits for, if any.
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
                let intent = within(self.context.clock(), PROVIDER_TIMEOUT, gateway.intent(&id)).await;
                let next = intent.and_then(Result::ok).and_then(|intent| intent.next);
                Ok(Some(AwaitedMoney::Slip(if let Some(NextAction::Voucher(voucher)) = next {
                    voucher
                } else {
                    Slip::default()
                })))
            }
            Progress::New | Progress::ActionRequired | Progress::Failed => Ok(None),
        }
    }

    /// Returns why an order's latest attempt was declined, in the provider's words; `None` if it was not, or the provider does
    /// not respond. `intent_id` must be the order's, as named by a browser that returns from the provider's page.
    pub async fn payment_failure(
        &self,
        order: &OrderRecord,
        intent_id: &str,
    ) -> Result<Option<PaymentError>, StoreError> {
        let known = self.store.payment_of_intent(intent_id).await?.filter(|one| one.order_id == order.id);
        let (Some(gateway), Some(_)) = (self.context.gateway(), known) else { return Ok(None) };
        let intent = within(self.context.clock(), PROVIDER_TIMEOUT, gateway.intent(intent_id)).await;
        Ok(intent.and_then(Result::ok).and_then(|intent| intent.failure))
    }
}
