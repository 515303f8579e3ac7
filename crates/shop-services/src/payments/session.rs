//! What a browser's session has to do with payments: the order that it pays, the look of its forms, the intents that it names.

use std::sync::Arc;

use shop_core::base::OrderId;
use shop_core::orders::OrderStatus;

use crate::accounts::buyer::Buyer;
use crate::platform::context::Context;
use crate::ports::{
    FormLook, OrderRecord, OrderStore, PaymentFormStore, PaymentRecord, PaymentStore, StoreError, ports,
};

/// An order is shown again at the checkout for as long after its payment was begun.
const SHOWN_S: i64 = 24 * 3600;

ports! {
    /// Ports of [`PaymentSessions`].
    pub(crate) trait PaymentSessionsPorts: OrderStore + PaymentFormStore + PaymentStore
}

/// What a session knows of its payment.
#[derive(Clone)]
pub struct PaymentSessions {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentSessionsPorts>,
}

impl PaymentSessions {
    /// The payment of an order by an intent; `None`: they do not belong together.
    pub async fn payment_of(&self, order: OrderId, intent: &str) -> Result<Option<PaymentRecord>, StoreError> {
        let payment = self.store.payment_of_intent(intent).await?;
        Ok(payment.filter(|payment| payment.order_id == order))
    }

    /// The intent of the last payment of an order.
    pub async fn last_intent(&self, order: OrderId) -> Result<Option<String>, StoreError> {
        Ok(self.store.payments_of(order).await?.pop().and_then(|payment| payment.intent_id))
    }

    /// Notes which order a session is paying; who has no session is not found again.
    pub async fn note_paying(&self, session_key: &str, order: OrderId) -> Result<(), StoreError> {
        if session_key.is_empty() {
            return Ok(());
        }
        self.store.note_paying(session_key, order, self.context.now()).await
    }

    /// A session has seen what became of the order.
    pub async fn forget_paying(&self, session_key: &str, order: OrderId) -> Result<(), StoreError> {
        if session_key.is_empty() {
            return Ok(());
        }
        self.store.forget_paying(session_key, order).await
    }

    /// The order that a session began to pay last and may still see, unless it was cancelled.
    pub async fn order_being_paid(&self, session_key: &str, buyer: &Buyer) -> Result<Option<OrderRecord>, StoreError> {
        if session_key.is_empty() {
            return Ok(None);
        }
        let Some(id) = self.store.paying_order(session_key, self.context.now() - SHOWN_S).await? else {
            return Ok(None);
        };
        let order = self.store.order(id).await?;
        Ok(order.filter(|order| order.status != OrderStatus::Cancelled && buyer.may_pay(order)))
    }

    /// Keeps a look in place of the one before.
    pub async fn keep_look(&self, look: &FormLook) -> Result<(), StoreError> {
        self.store.keep_look(look, self.context.now()).await
    }

    /// The looks of a session for a theme.
    pub async fn looks(&self, session_key: &str, theme: &str) -> Result<Vec<FormLook>, StoreError> {
        self.store.looks(session_key, theme, self.context.now()).await
    }
}
