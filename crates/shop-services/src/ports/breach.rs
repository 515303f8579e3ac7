//! Breaches of personal data that the shop notes (GDPR art. 33(5)).

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// What is noted of a breach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreachNotes {
    /// Since when the shop has known of it.
    pub known_at: UnixSeconds,
    pub facts: String,
    /// Whose data, and which.
    pub people: String,
    /// What may come of it for them.
    pub effects: String,
    /// What was done about it; or why nobody was notified.
    pub measures: String,
    /// When the authority was notified; `None`: it was not.
    pub authority_told_at: Option<UnixSeconds>,
    /// When the people were notified; `None`: they were not.
    pub people_told_at: Option<UnixSeconds>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreachRecord {
    pub id: i64,
    /// What is noted.
    pub notes: BreachNotes,
    /// Who noted it first.
    pub author: String,
    /// Counts its changes.
    pub version: i64,
    /// When it was changed last.
    pub updated_at: UnixSeconds,
}

/// What came of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreachChanged {
    /// It was saved.
    Saved,
    /// There is no such breach.
    Unknown,
    /// Somebody else changed it meanwhile.
    Stale,
}

/// Keeps the log of breaches. Nothing is taken out of it.
#[async_trait]
pub trait BreachStore: Send + Sync {
    /// Breaches, the latest known first, at most `limit`.
    async fn breaches(&self, limit: u64) -> Result<Vec<BreachRecord>, StoreError>;

    /// Notes a breach; gives its id.
    async fn add_breach(&self, notes: &BreachNotes, author: &str, now: UnixSeconds) -> Result<i64, StoreError>;

    /// Changes what is noted of one.
    async fn change_breach(
        &self,
        id: i64,
        version: i64,
        notes: &BreachNotes,
        now: UnixSeconds,
    ) -> Result<BreachChanged, StoreError>;
}
