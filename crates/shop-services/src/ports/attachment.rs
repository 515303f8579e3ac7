//! Storage for files attached to messages.

use async_trait::async_trait;

use super::StoreError;

/// Stores files under names that the caller generates (letters and digits).
#[async_trait]
pub trait AttachmentFolder: Send + Sync {
    /// Stores a file under an unused name.
    async fn keep(&self, file: &str, content: &[u8]) -> Result<(), StoreError>;

    /// Deletes a file; errors are ignored.
    async fn forget(&self, file: &str);

    /// Lists files that are older than this many seconds.
    async fn older_than(&self, age_s: u64) -> Result<Vec<String>, StoreError>;
}
