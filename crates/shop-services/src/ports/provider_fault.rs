//! What went wrong between the shop and the provider, for the merchant to see.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// How many faults are kept.
pub const KEPT_FAULTS: u64 = 10;

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderFault {
    pub at: UnixSeconds,
    /// The call (`POST /v1/refunds`), or `webhook`.
    pub call: String,
    /// The provider's code, or a word for what happened: `unavailable`, `unknown`, `signature`, `stale`, `unreadable`.
    pub code: String,
    /// What was said, in English; empty: nothing.
    pub message: String,
}

/// The last message that the provider sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastEvent {
    /// `payment_intent.succeeded`.
    pub kind: String,
    /// When it came.
    pub received_at: UnixSeconds,
}

/// Keeps the newest faults.
#[async_trait]
pub trait ProviderFaultStore: Send + Sync {
    /// Notes a fault; those before the newest [`KEPT_FAULTS`] go.
    async fn note_provider_fault(&self, fault: &ProviderFault) -> Result<(), StoreError>;

    /// The newest first.
    async fn provider_faults(&self) -> Result<Vec<ProviderFault>, StoreError>;

    /// The newest message of the provider's that says something of a payment; `None`: none came yet.
    async fn last_event(&self) -> Result<Option<LastEvent>, StoreError>;
}
