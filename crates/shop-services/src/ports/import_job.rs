//! Imports that run in the background.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// State of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportJob {
    /// Id; 0 if not stored yet.
    pub id: i64,
    pub file: String,
    pub dry_run: bool,
    pub author: String,
    /// `reading`, `pictures`, `saving`, `linking`, and finally `done` or `failed`.
    pub stage: String,
    /// Items of the stage that are done.
    pub done: i64,
    /// Total items of the stage.
    pub total: i64,
    /// Report as JSON; empty while the import runs.
    pub report: String,
    pub started_at: UnixSeconds,
    /// Time of the last progress update.
    pub updated_at: UnixSeconds,
}

impl ImportJob {
    pub fn is_over(&self) -> bool {
        matches!(self.stage.as_str(), "done" | "failed")
    }
}

/// Stores imports, so that every process can show their progress.
#[async_trait]
pub trait ImportJobStore: Send + Sync {
    /// Adds an import unless another one is running that was updated after `alive_since`; returns its id.
    async fn add_import(&self, job: &ImportJob, alive_since: UnixSeconds) -> Result<Option<i64>, StoreError>;

    /// Overwrites stage, progress, report and time.
    async fn update_import(&self, job: &ImportJob) -> Result<(), StoreError>;

    async fn import_job(&self, id: i64) -> Result<Option<ImportJob>, StoreError>;

    async fn last_import(&self) -> Result<Option<ImportJob>, StoreError>;
}
