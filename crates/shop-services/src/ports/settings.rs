//! Settings as JSON documents by name.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// A setting that was changed, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingChange {
    /// Section of the back office.
    pub section: String,
    /// The setting, or what of a list: `shop_name`, `zones.Italia`.
    pub field: String,
    /// What it was; empty: nothing.
    pub before: String,
    /// What it is now; empty: nothing.
    pub after: String,
}

/// A change as it was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedChange {
    pub change: SettingChange,
    /// Who changed it.
    pub author: String,
    pub changed_at: UnixSeconds,
}

/// Writes settings together with the note of what changed.
#[async_trait]
pub trait SettingLogStore: Send + Sync {
    /// Writes a document and notes the changes, in one transaction, if the stored document is still the expected one
    /// (`None`: there is none yet). Whether it was.
    async fn change_setting(
        &self,
        name: &str,
        expected: Option<&str>,
        content: &str,
        changes: &[SettingChange],
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// The newest changes, newest first, from a place on; and how many there are.
    async fn noted_changes(&self, offset: u64, limit: u64) -> Result<(Vec<NotedChange>, u64), StoreError>;
}

/// Reads and writes settings. Every write moves the change counter `settings` on.
#[async_trait]
pub trait SettingsStore: Send + Sync {
    /// The change counter of the settings.
    async fn settings_version(&self) -> Result<i64, StoreError>;

    async fn load_setting(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// Writes a document.
    async fn save_setting(&self, name: &str, content: &str) -> Result<(), StoreError>;

    /// Writes a document unless there is one; gives the one that is stored then. For secrets made once.
    async fn setting_or_insert(&self, name: &str, content: &str) -> Result<String, StoreError>;

    /// Asks the database for a sign of life.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Why the last write failed that may succeed later; `None`: it succeeded. For the operator: shoppers may go on reading.
    fn write_trouble(&self) -> Option<String>;
}
