//! Where files that are sent with messages are kept.

use async_trait::async_trait;

use super::StoreError;

/// Keeps files by names that the caller makes up: letters and digits.
#[async_trait]
pub trait AttachmentFolder: Send + Sync {
    /// Keeps a file under a name that none has.
    async fn keep(&self, file: &str, content: &[u8]) -> Result<(), StoreError>;

    /// Forgets a file, where it can.
    async fn forget(&self, file: &str);

    /// Names of files that were kept before this many seconds.
    async fn older_than(&self, age_s: u64) -> Result<Vec<String>, StoreError>;
}
