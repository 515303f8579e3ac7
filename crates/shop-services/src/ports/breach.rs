//! The register of personal data breaches (GDPR art. 33(5)).

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// What the register records about a breach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreachNotes {
    /// When the shop became aware of the breach.
    pub known_at: UnixSeconds,
    pub facts: String,
    /// The people and data concerned.
    pub people: String,
    /// Likely consequences for them.
    pub effects: String,
    /// Measures taken, or why nobody was notified.
    pub measures: String,
    /// When the supervisory authority was notified; `None` if it was not.
    pub authority_notified_at: Option<UnixSeconds>,
    /// When the people concerned were notified; `None` if they were not.
    pub people_notified_at: Option<UnixSeconds>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreachRecord {
    pub id: i64,
    pub notes: BreachNotes,
    /// Who recorded it first.
    pub author: String,
    /// Version for optimistic locking.
    pub version: i64,
    pub updated_at: UnixSeconds,
}

/// Result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreachChanged {
    Saved,
    Unknown,
    /// Somebody else has changed it meanwhile.
    Stale,
}

/// Stores the breach register. Entries are never deleted.
#[async_trait]
pub trait BreachStore: Send + Sync {
    /// Lists at most `limit` breaches, the most recently known first.
    async fn breaches(&self, limit: u64) -> Result<Vec<BreachRecord>, StoreError>;

    /// Records a breach; returns its id.
    async fn add_breach(&self, notes: &BreachNotes, author: &str, now: UnixSeconds) -> Result<i64, StoreError>;

    /// Changes a breach if it still has this version.
    async fn change_breach(
        &self,
        id: i64,
        version: i64,
        notes: &BreachNotes,
        now: UnixSeconds,
    ) -> Result<BreachChanged, StoreError>;
}
