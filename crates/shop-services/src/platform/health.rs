//! How the database does.

use std::sync::Arc;

use crate::ports::{SettingsStore, StoreError};

/// Whether the database answers.
#[derive(Clone)]
pub struct Health {
    pub(crate) store: Arc<dyn SettingsStore>,
}

impl Health {
    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.store.ping().await
    }

    /// Why the last write failed, as of a full disk; `None`: it did not.
    pub fn write_trouble(&self) -> Option<String> {
        self.store.write_trouble()
    }
}
