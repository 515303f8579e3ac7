//! Settings as JSON documents by name.

use async_trait::async_trait;

use super::StoreError;

/// Reads and writes settings. Every write moves the change counter `settings` on.
#[async_trait]
pub trait SettingsStore {
    /// The change counter of the settings.
    async fn settings_version(&self) -> Result<i64, StoreError>;

    /// A document.
    async fn load_setting(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// Writes a document.
    async fn save_setting(&self, name: &str, content: &str) -> Result<(), StoreError>;

    /// Writes a document unless there is one; gives the one that is stored then. For secrets made once.
    async fn setting_or_insert(&self, name: &str, content: &str) -> Result<String, StoreError>;

    /// Asks the database for a sign of life.
    async fn ping(&self) -> Result<(), StoreError>;
}
