//! Settings, stored as JSON documents by name.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// A change of a setting, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingChange {
    pub section: String,
    /// The setting, or the entry of a list: `shop_name`, `zones.Italia`.
    pub field: String,
    /// Previous value; empty if none.
    pub before: String,
    /// New value; empty if none.
    pub after: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedChange {
    pub change: SettingChange,
    pub author: String,
    pub changed_at: UnixSeconds,
}

/// Writes settings together with a log of the changes.
#[async_trait]
pub trait SettingLogStore: Send + Sync {
    /// Writes a document and logs the changes in one transaction, if the stored document is still the expected one (`None` if
    /// none is stored yet); returns whether it was.
    async fn change_setting(
        &self,
        name: &str,
        expected: Option<&str>,
        content: &str,
        changes: &[SettingChange],
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Lists logged changes from `offset` on, newest first, and the total count.
    async fn logged_changes(&self, offset: u64, limit: u64) -> Result<(Vec<LoggedChange>, u64), StoreError>;
}

/// Reads and writes settings. Every write increments the `settings` change counter.
#[async_trait]
pub trait SettingsStore: Send + Sync {
    async fn settings_version(&self) -> Result<i64, StoreError>;

    async fn load_setting(&self, name: &str) -> Result<Option<String>, StoreError>;

    async fn save_setting(&self, name: &str, content: &str) -> Result<(), StoreError>;

    /// Writes a document unless one exists; returns the stored one. For secrets that are generated once.
    async fn setting_or_insert(&self, name: &str, content: &str) -> Result<String, StoreError>;

    /// Checks that the database responds.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Returns why the last write failed, if a later one may succeed. For the operator: reads may still work.
    fn write_trouble(&self) -> Option<String>;
}
