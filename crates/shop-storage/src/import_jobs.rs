//! Imports that run in the background.

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{ImportJob, ImportJobStore, StoreError};

use crate::db::{Db, col};

const COLUMNS: &str = "id, file, dry_run, author, stage, done, total, report, started_at, updated_at";
/// Imports that are kept: enough to look at what went wrong last.
const KEPT: i64 = 20;

fn read(row: &QueryResult) -> Result<ImportJob, StoreError> {
    Ok(ImportJob {
        id: col(row, "id")?,
        file: col(row, "file")?,
        dry_run: col(row, "dry_run")?,
        author: col(row, "author")?,
        stage: col(row, "stage")?,
        done: col(row, "done")?,
        total: col(row, "total")?,
        report: col(row, "report")?,
        started_at: col(row, "started_at")?,
        updated_at: col(row, "updated_at")?,
    })
}

#[async_trait]
impl ImportJobStore for Db {
    async fn add_import(&self, job: &ImportJob, alive_since: UnixSeconds) -> Result<Option<i64>, StoreError> {
        let write = self.begin(false).await?;
        // Counting first makes two processes that start at once wait for each other.
        write.run("UPDATE change_counters SET value = value + 1 WHERE name = 'imports'", vec![]).await?;
        let running = "SELECT id FROM import_jobs WHERE stage NOT IN ('done', 'failed') AND updated_at >= $1";
        if write.one(running, vec![alive_since.into()]).await?.is_some() {
            return Ok(None);
        }
        let values: Vec<Value> = vec![
            job.file.as_str().into(),
            job.dry_run.into(),
            job.author.as_str().into(),
            job.stage.as_str().into(),
            job.started_at.into(),
            job.updated_at.into(),
        ];
        let sql = "INSERT INTO import_jobs (file, dry_run, author, stage, done, total, report, started_at, updated_at) \
                   VALUES ($1, $2, $3, $4, 0, 0, '', $5, $6) RETURNING id";
        let row =
            write.one(sql, values).await?.ok_or_else(|| StoreError::Refused("an insert returned no id".into()))?;
        let id: i64 = col(&row, "id")?;
        write.run("DELETE FROM import_jobs WHERE id <= $1", vec![(id - KEPT).into()]).await?;
        write.commit().await?;
        Ok(Some(id))
    }

    async fn update_import(&self, job: &ImportJob) -> Result<(), StoreError> {
        let sql =
            "UPDATE import_jobs SET stage = $1, done = $2, total = $3, report = $4, updated_at = $5 WHERE id = $6";
        let values: Vec<Value> = vec![
            job.stage.as_str().into(),
            job.done.into(),
            job.total.into(),
            job.report.as_str().into(),
            job.updated_at.into(),
            job.id.into(),
        ];
        self.run(sql, values).await.map(|_| ())
    }

    async fn import_job(&self, id: i64) -> Result<Option<ImportJob>, StoreError> {
        let row = self.one(&format!("SELECT {COLUMNS} FROM import_jobs WHERE id = $1"), vec![id.into()]).await?;
        row.as_ref().map(read).transpose()
    }

    async fn last_import(&self) -> Result<Option<ImportJob>, StoreError> {
        let row = self.one(&format!("SELECT {COLUMNS} FROM import_jobs ORDER BY id DESC LIMIT 1"), vec![]).await?;
        row.as_ref().map(read).transpose()
    }
}
