//! Proofs of consent to cookies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::privacy::consent::{ConsentKind, ConsentRecord};

use super::StoreError;

/// A choice that is to be kept. No address and no browser's name: what proves a choice is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConsent {
    /// Random name of the browser, which its cookie holds.
    pub visitor_id: String,
    pub kind: ConsentKind,
    /// What was chosen, when, under which policy.
    pub record: ConsentRecord,
    /// Fingerprint of the words that were shown.
    pub text_hash: String,
}

/// A choice that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptConsent {
    pub id: i64,
    /// Random name of the browser.
    pub visitor_id: String,
    pub kind: ConsentKind,
    /// What was chosen.
    pub record: ConsentRecord,
    /// Fingerprint of the words that were shown.
    pub text_hash: String,
    /// When, in seconds since 1970.
    pub decided_at: UnixSeconds,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsentFilter {
    pub from: Option<UnixSeconds>,
    pub until: Option<UnixSeconds>,
    /// Part of a browser's name.
    pub search: String,
    /// With an id below this one, by id instead of by time.
    pub before_id: Option<i64>,
    /// How many are passed over.
    pub offset: u64,
    /// At most so many.
    pub limit: u64,
}

/// Keeps proofs of consent.
#[async_trait]
pub trait ConsentStore: Send + Sync {
    /// Keeps a choice.
    async fn add_consent(&self, new: &NewConsent) -> Result<(), StoreError>;

    /// Choices, newest first, and how many there are without the limit.
    async fn list_consents(&self, filter: &ConsentFilter) -> Result<(Vec<KeptConsent>, u64), StoreError>;
}
