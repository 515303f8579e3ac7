//! Deletes files without a message: those of deleted accounts, or of messages that were not stored because the process stopped.

use super::StaffConversations;
use crate::ports::{AttachmentFolder, StoreError};

/// Files younger than a day are left alone, because their message may be about to be stored.
pub const MIN_UNKNOWN_AGE_S: u64 = 86_400;
/// Number of names per query.
const AT_ONCE: usize = 200;

impl StaffConversations {
    /// Deletes files that belong to no message; returns how many.
    pub async fn forget_unknown_files(&self, folder: &dyn AttachmentFolder) -> Result<usize, StoreError> {
        let mut forgotten = 0;
        for names in folder.older_than(MIN_UNKNOWN_AGE_S).await?.chunks(AT_ONCE) {
            let known = self.store.known_files(names).await?;
            for name in names.iter().filter(|name| !known.contains(name)) {
                folder.forget(name).await;
                forgotten += 1;
            }
        }
        Ok(forgotten)
    }
}

/// A folder for messages without files.
#[cfg(test)]
pub(super) fn no_folder() -> &'static dyn AttachmentFolder {
    struct None;

    #[async_trait::async_trait]
    impl AttachmentFolder for None {
        async fn keep(&self, _: &str, _: &[u8]) -> Result<(), StoreError> {
            Err(StoreError::Unavailable("there is no folder".into()))
        }

        async fn forget(&self, _: &str) {}

        async fn older_than(&self, _: u64) -> Result<Vec<String>, StoreError> {
            Ok(Vec::new())
        }
    }

    &None
}
