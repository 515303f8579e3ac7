//! Imports that run in the background.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// An import as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportJob {
    /// Number; 0 for one not stored yet.
    pub id: i64,
    /// Name of the file.
    pub file: String,
    /// Nothing is written.
    pub dry_run: bool,
    /// Who started it.
    pub author: String,
    /// `reading`, `pictures`, `saving`, `linking`, and at its end `done` or `failed`.
    pub stage: String,
    /// Done of the stage.
    pub done: i64,
    /// Total of the stage.
    pub total: i64,
    /// What came of it, as JSON; empty while it runs.
    pub report: String,
    /// When it was started.
    pub started_at: UnixSeconds,
    /// When it was last heard of.
    pub updated_at: UnixSeconds,
}

impl ImportJob {
    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.stage.as_str(), "done" | "failed")
    }
}

/// Keeps imports, so that every process can tell how they stand.
#[async_trait]
pub trait ImportJobStore: Send + Sync {
    /// Adds one unless another runs that was heard of since a moment; gives its number.
    async fn add_import(&self, job: &ImportJob, alive_since: UnixSeconds) -> Result<Option<i64>, StoreError>;

    /// Overwrites stage, progress, report and time of one.
    async fn update_import(&self, job: &ImportJob) -> Result<(), StoreError>;

    /// One by its number.
    async fn import_job(&self, id: i64) -> Result<Option<ImportJob>, StoreError>;

    async fn last_import(&self) -> Result<Option<ImportJob>, StoreError>;
}
