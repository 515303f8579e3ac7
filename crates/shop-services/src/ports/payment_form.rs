//! What a payment form leaves behind before its order is there.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};

use super::StoreError;

/// An intent that was made for a form, before the order was placed. Nobody can pay an order of another session with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyIntent {
    /// `pi_…` or `seti_…`.
    pub intent_id: String,
    /// Session whose form it was made for.
    pub session_key: String,
    /// The order that it pays; `None`: none is placed yet.
    pub order_id: Option<OrderId>,
    /// Amount when it was made; zero: a method is saved.
    pub cents: Cents,
    /// When it was made.
    pub created_at: UnixSeconds,
}

/// The look of the provider's fields that a session's pages derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormLook {
    pub session_key: String,
    /// Theme of the shop.
    pub theme: String,
    /// Of the block checkout; else of the classic pages.
    pub is_block: bool,
    /// Serialised as JSON.
    pub look: String,
    /// Afterwards it is derived anew.
    pub expires_at: UnixSeconds,
}

/// Keeps early intents, looks, and which order a session is paying.
#[async_trait]
pub trait PaymentFormStore: Send + Sync {
    /// Keeps an intent; those that are too old for any form go.
    async fn keep_early_intent(&self, new: &EarlyIntent, forget_before: UnixSeconds) -> Result<(), StoreError>;

    /// The newest intent of a session that no order has, made since then; `setup`: to save a method.
    async fn newest_early_intent(
        &self,
        session_key: &str,
        setup: bool,
        since: UnixSeconds,
    ) -> Result<Option<EarlyIntent>, StoreError>;

    /// An intent by its id.
    async fn early_intent(&self, intent_id: &str) -> Result<Option<EarlyIntent>, StoreError>;

    /// Gives an intent of a session to an order; `false`: it is another session's, or another order has it.
    async fn claim_early_intent(&self, intent_id: &str, session_key: &str, order: OrderId) -> Result<bool, StoreError>;

    /// Takes an intent that no payment is made by from its session and its order: from then on no order can be paid with it.
    /// `false`: it is not known, or a payment has it.
    async fn orphan_early_intent(&self, intent_id: &str) -> Result<bool, StoreError>;

    /// Forgets an intent.
    async fn drop_early_intent(&self, intent_id: &str) -> Result<(), StoreError>;

    /// Keeps a look in place of the one before; those that have expired go.
    async fn keep_look(&self, look: &FormLook, now: UnixSeconds) -> Result<(), StoreError>;

    /// The looks of a session for a theme.
    async fn looks(&self, session_key: &str, theme: &str, now: UnixSeconds) -> Result<Vec<FormLook>, StoreError>;

    /// Notes which order a session is paying.
    async fn note_paying(&self, session_key: &str, order: OrderId, now: UnixSeconds) -> Result<(), StoreError>;

    /// The session has seen what became of the order.
    async fn forget_paying(&self, session_key: &str, order: OrderId) -> Result<(), StoreError>;

    /// The order that a session began to pay last, since then.
    async fn paying_order(&self, session_key: &str, since: UnixSeconds) -> Result<Option<OrderId>, StoreError>;
}
