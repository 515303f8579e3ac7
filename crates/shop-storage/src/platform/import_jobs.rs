//! Imports that run in the background.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{ImportJob, ImportJobStore, StoreError};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchId, FetchSome, Run};
use crate::entity::import_jobs::{ActiveModel, Column, Entity, Model};
use crate::entity::record_from;
use crate::platform::counters::ChangeCounter;

/// Number of past imports that are retained, enough to find out what went wrong last.
const MAX_RETAINED: i64 = 20;

/// Stages of a finished import.
const ENDED: [&str; 2] = ["done", "failed"];

record_from! {
    |row: Model| ImportJob {
        id, file, dry_run, author, stage, done, total, report, started_at, updated_at,
    }
}

#[async_trait]
impl ImportJobStore for Db {
    async fn add_import(&self, job: &ImportJob, alive_since: UnixSeconds) -> Result<Option<i64>, StoreError> {
        let write = self.begin(false).await?;
        // The counter comes first, so that two processes that start an import at once wait for each other.
        ChangeCounter::Imports.increment(&write).await?;
        let running = Entity::find().filter(Column::Stage.is_not_in(ENDED)).filter(Column::UpdatedAt.gte(alive_since));
        if running.fetch_exists(&write).await? {
            return Ok(None);
        }
        let row = ActiveModel {
            file: Set(job.file.clone()),
            dry_run: Set(job.dry_run),
            author: Set(job.author.clone()),
            stage: Set(job.stage.clone()),
            done: Set(0),
            total: Set(0),
            report: Set(String::new()),
            started_at: Set(job.started_at),
            updated_at: Set(job.updated_at),
            ..Default::default()
        };
        let id = Entity::insert(row).fetch_id(&write).await?;
        Entity::delete_many().filter(Column::Id.lte(id - MAX_RETAINED)).run(&write).await?;
        write.commit().await?;
        Ok(Some(id))
    }

    async fn update_import(&self, job: &ImportJob) -> Result<(), StoreError> {
        let row = ActiveModel {
            stage: Set(job.stage.clone()),
            done: Set(job.done),
            total: Set(job.total),
            report: Set(job.report.clone()),
            updated_at: Set(job.updated_at),
            ..Default::default()
        };
        Entity::update_many().set(row).filter(Column::Id.eq(job.id)).run(self).await.map(|_| ())
    }

    async fn import_job(&self, id: i64) -> Result<Option<ImportJob>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn last_import(&self) -> Result<Option<ImportJob>, StoreError> {
        Entity::find().order_by_desc(Column::Id).fetch_record(self).await
    }
}
