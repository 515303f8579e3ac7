//! Data of a payment form before its order exists.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};

use super::StoreError;

/// An intent created for a form before the order was placed. It can only pay orders of its own session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyIntent {
    pub intent_id: String,
    /// Session of the form.
    pub session_key: String,
    /// The order it pays; `None` until one is placed.
    pub order_id: Option<OrderId>,
    /// Amount at creation; zero saves a method.
    pub cents: Cents,
    pub created_at: UnixSeconds,
}

/// The appearance of the provider's fields as derived from the shop's pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormAppearance {
    pub session_key: String,
    pub theme: String,
    /// Of the block checkout; otherwise of the classic pages.
    pub is_block: bool,
    pub appearance: String,
    /// Afterwards it is derived again.
    pub expires_at: UnixSeconds,
}

/// Stores early intents, appearances, and which order a session is paying.
#[async_trait]
pub trait PaymentFormStore: Send + Sync {
    /// Stores an intent, and deletes those created before `forget_before`, which no form can use any more.
    async fn save_early_intent(&self, new: &EarlyIntent, forget_before: UnixSeconds) -> Result<(), StoreError>;

    /// Returns the newest intent of a session that has no order and was created since then; `setup` for one that saves a method.
    async fn newest_early_intent(
        &self,
        session_key: &str,
        setup: bool,
        since: UnixSeconds,
    ) -> Result<Option<EarlyIntent>, StoreError>;

    async fn early_intent(&self, intent_id: &str) -> Result<Option<EarlyIntent>, StoreError>;

    /// Assigns an intent of a session to an order; `false` if it belongs to another session or order.
    async fn claim_early_intent(&self, intent_id: &str, session_key: &str, order: OrderId) -> Result<bool, StoreError>;

    /// Detaches an intent without a payment from its session and order, so that it can no longer pay any order. `false`: it is
    /// unknown, or a payment uses it.
    async fn orphan_early_intent(&self, intent_id: &str) -> Result<bool, StoreError>;

    async fn drop_early_intent(&self, intent_id: &str) -> Result<(), StoreError>;

    /// Stores an appearance in place of the previous one, and deletes expired ones.
    async fn save_appearance(&self, new: &FormAppearance, now: UnixSeconds) -> Result<(), StoreError>;

    /// Lists a session's appearances for a theme.
    async fn appearances(
        &self,
        session_key: &str,
        theme: &str,
        now: UnixSeconds,
    ) -> Result<Vec<FormAppearance>, StoreError>;

    /// Records which order a session is paying.
    async fn record_paying_order(&self, session_key: &str, order: OrderId, now: UnixSeconds) -> Result<(), StoreError>;

    /// Deletes that record once the session has seen the result.
    async fn clear_paying_order(&self, session_key: &str, order: OrderId) -> Result<(), StoreError>;

    /// Returns the order that a session last started to pay, since then.
    async fn paying_order(&self, session_key: &str, since: UnixSeconds) -> Result<Option<OrderId>, StoreError>;
}
