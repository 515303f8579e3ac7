//! Files that no message has: of accounts that were deleted, or of messages that were not stored as the program was stopped.

use super::ConversationDesk;
use crate::ports::{AttachmentFolder, StoreError};

/// A file is left alone for a day: a message may be about to be stored with it.
pub const KEPT_UNKNOWN_S: u64 = 86_400;
/// Names looked up at once.
const AT_ONCE: usize = 200;

impl ConversationDesk {
    /// Forgets files that no message has; gives how many.
    pub async fn forget_unknown_files(&self, folder: &dyn AttachmentFolder) -> Result<usize, StoreError> {
        let mut forgotten = 0;
        for names in folder.older_than(KEPT_UNKNOWN_S).await?.chunks(AT_ONCE) {
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
