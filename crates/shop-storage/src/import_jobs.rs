//! Imports that run in the background.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{ImportJob, ImportJobStore, StoreError};

use crate::counters::Kept;
use crate::db::Db;
use crate::row::row;
use crate::statement::{set, values};

/// Imports that are kept: enough to look at what went wrong last.
const KEPT: i64 = 20;

row! {
    ImportJob: import_jobs(id) {
        id, file, dry_run, author, stage, done, total, report, started_at, updated_at,
    }
}

#[async_trait]
impl ImportJobStore for Db {
    async fn add_import(&self, job: &ImportJob, alive_since: UnixSeconds) -> Result<Option<i64>, StoreError> {
        let write = self.begin(false).await?;
        // Counting first makes two processes that start at once wait for each other.
        Kept::Imports.changed(&write).await?;
        let running = "SELECT id FROM import_jobs WHERE stage NOT IN ('done', 'failed') AND updated_at >= $1";
        if write.has(running, values![alive_since]).await? {
            return Ok(None);
        }
        let row = set! {
            file: &job.file,
            dry_run: job.dry_run,
            author: &job.author,
            stage: &job.stage,
            done = "0",
            total = "0",
            report = "''",
            started_at: job.started_at,
            updated_at: job.updated_at,
        };
        let id = write.insert_new("import_jobs", row).await?;
        write.run("DELETE FROM import_jobs WHERE id <= $1", values![id - KEPT]).await?;
        write.commit().await?;
        Ok(Some(id))
    }

    async fn update_import(&self, job: &ImportJob) -> Result<(), StoreError> {
        let row = set! {
            stage: &job.stage,
            done: job.done,
            total: job.total,
            report: &job.report,
            updated_at: job.updated_at,
        };
        self.update("import_jobs", row, "id = $1", values![job.id]).await.map(|_| ())
    }

    async fn import_job(&self, id: i64) -> Result<Option<ImportJob>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn last_import(&self) -> Result<Option<ImportJob>, StoreError> {
        self.find("ORDER BY id DESC LIMIT 1", values![]).await
    }
}
