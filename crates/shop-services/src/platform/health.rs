//! Health of the database.

use std::sync::Arc;

use crate::ports::{SettingsStore, StoreError};

/// Health checks of the database.
#[derive(Clone)]
pub struct Health {
    pub(crate) store: Arc<dyn SettingsStore>,
}

impl Health {
    /// Checks that the database responds.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.store.ping().await
    }

    /// Returns why the last write failed, for example because of a full disk; `None` if it did not.
    pub fn write_trouble(&self) -> Option<String> {
        self.store.write_trouble()
    }
}
