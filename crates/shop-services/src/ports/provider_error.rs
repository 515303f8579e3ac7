//! Errors between the shop and the provider, for the merchant to see.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// Number of errors that are stored.
pub const MAX_PROVIDER_ERRORS: u64 = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderErrorRecord {
    pub at: UnixSeconds,
    /// The call (`POST /v1/refunds`), or `webhook`.
    pub call: String,
    /// The provider's code, or `unavailable`, `unknown`, `signature`, `stale` or `unreadable`.
    pub code: String,
    /// Error message in English; may be empty.
    pub message: String,
}

/// The latest webhook event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastEvent {
    /// Event type, such as `payment_intent.succeeded`.
    pub kind: String,
    pub received_at: UnixSeconds,
}

/// Stores the newest errors.
#[async_trait]
pub trait ProviderErrorStore: Send + Sync {
    /// Stores an error, and deletes those before the newest [`MAX_PROVIDER_ERRORS`].
    async fn save_provider_error(&self, new: &ProviderErrorRecord) -> Result<(), StoreError>;

    /// Lists errors, newest first.
    async fn provider_errors(&self) -> Result<Vec<ProviderErrorRecord>, StoreError>;

    /// Returns the newest webhook event about a payment, if there was one.
    async fn last_event(&self) -> Result<Option<LastEvent>, StoreError>;
}
