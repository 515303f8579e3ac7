//! Payment data of a browser session: the order it is paying, the appearance of its forms, the intents it names.

use std::sync::Arc;

use shop_core::base::OrderId;
use shop_core::orders::OrderStatus;

use crate::accounts::buyer::Buyer;
use crate::platform::context::Context;
use crate::ports::{
    FormAppearance, OrderRecord, OrderStore, PaymentFormStore, PaymentRecord, PaymentStore, StoreError, ports,
};

/// How long the checkout shows an order again after its payment was started.
const RECENT_S: i64 = 24 * 3600;

ports! {
    pub(crate) trait PaymentSessionsPorts: OrderStore + PaymentFormStore + PaymentStore
}

/// Payment data of a session.
#[derive(Clone)]
pub struct PaymentSessions {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentSessionsPorts>,
}

impl PaymentSessions {
    /// Returns the payment of an order by an intent; `None` if they do not belong together.
    pub async fn payment_of(&self, order: OrderId, intent: &str) -> Result<Option<PaymentRecord>, StoreError> {
        let payment = self.store.payment_of_intent(intent).await?;
        Ok(payment.filter(|payment| payment.order_id == order))
    }

    /// Returns the intent of an order's last payment.
    pub async fn last_intent(&self, order: OrderId) -> Result<Option<String>, StoreError> {
        Ok(self.store.payments_of(order).await?.pop().and_then(|payment| payment.intent_id))
    }

    /// Records which order a session is paying; not recorded without a session.
    pub async fn record_paying_order(&self, session_key: &str, order: OrderId) -> Result<(), StoreError> {
        if session_key.is_empty() {
            return Ok(());
        }
        self.store.record_paying_order(session_key, order, self.context.now()).await
    }

    /// Deletes that record once the session has seen the result.
    pub async fn clear_paying_order(&self, session_key: &str, order: OrderId) -> Result<(), StoreError> {
        if session_key.is_empty() {
            return Ok(());
        }
        self.store.clear_paying_order(session_key, order).await
    }

    /// Returns the order that a session last started to pay and may still see, unless it was cancelled.
    pub async fn order_being_paid(&self, session_key: &str, buyer: &Buyer) -> Result<Option<OrderRecord>, StoreError> {
        if session_key.is_empty() {
            return Ok(None);
        }
        let Some(id) = self.store.paying_order(session_key, self.context.now() - RECENT_S).await? else {
            return Ok(None);
        };
        let order = self.store.order(id).await?;
        Ok(order.filter(|order| order.status != OrderStatus::Cancelled && buyer.may_pay(order)))
    }

    /// Stores an appearance in place of the previous one.
    pub async fn save_appearance(&self, new: &FormAppearance) -> Result<(), StoreError> {
        self.store.save_appearance(new, self.context.now()).await
    }

    /// Lists a session's appearances for a theme.
    pub async fn appearances(&self, session_key: &str, theme: &str) -> Result<Vec<FormAppearance>, StoreError> {
        self.store.appearances(session_key, theme, self.context.now()).await
    }
}
