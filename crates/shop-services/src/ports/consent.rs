//! Proofs of consent to cookies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::privacy::consent::{ConsentKind, ConsentRecord};

use super::StoreError;

/// A choice to store. Neither IP address nor user agent is stored: the proof needs only these fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConsent {
    /// Random id of the browser, from its cookie.
    pub visitor_id: String,
    pub kind: ConsentKind,
    /// The choice, its time and the policy version.
    pub record: ConsentRecord,
    /// Hash of the text that was shown.
    pub text_hash: String,
}

/// A stored choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredConsent {
    pub id: i64,
    /// Random id of the browser.
    pub visitor_id: String,
    pub kind: ConsentKind,
    pub record: ConsentRecord,
    /// Hash of the text that was shown.
    pub text_hash: String,
    pub decided_at: UnixSeconds,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsentFilter {
    pub from: Option<UnixSeconds>,
    pub until: Option<UnixSeconds>,
    /// Substring of the browser's id.
    pub search: String,
    /// Only ids below this one, sorted by id instead of by time.
    pub before_id: Option<i64>,
    pub offset: u64,
    pub limit: u64,
}

/// Stores proofs of consent.
#[async_trait]
pub trait ConsentStore: Send + Sync {
    async fn add_consent(&self, new: &NewConsent) -> Result<(), StoreError>;

    /// Lists choices, newest first, and the total count.
    async fn list_consents(&self, filter: &ConsentFilter) -> Result<(Vec<StoredConsent>, u64), StoreError>;
}
