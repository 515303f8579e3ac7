//! The register of personal data breaches.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{BreachChanged, BreachNotes, BreachRecord, BreachStore, StoreError};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchId, FetchSome, Run};
use crate::entity::data_breaches::{ActiveModel, Column, Entity, Model};

impl From<Model> for BreachRecord {
    fn from(row: Model) -> Self {
        let notes = BreachNotes {
            known_at: row.known_at,
            facts: row.facts,
            people: row.people,
            effects: row.effects,
            measures: row.measures,
            authority_notified_at: row.authority_notified_at,
            people_notified_at: row.people_notified_at,
        };
        Self { id: row.id, notes, author: row.author, version: row.version, updated_at: row.updated_at }
    }
}

#[async_trait]
impl BreachStore for Db {
    async fn breaches(&self, limit: u64) -> Result<Vec<BreachRecord>, StoreError> {
        let latest = Entity::find().order_by_desc(Column::KnownAt).order_by_desc(Column::Id).limit(limit);
        latest.fetch_records(self).await
    }

    async fn add_breach(&self, notes: &BreachNotes, author: &str, now: UnixSeconds) -> Result<i64, StoreError> {
        let write = self.begin(true).await?;
        let row = ActiveModel { author: Set(author.to_owned()), created_at: Set(now), ..columns(notes, now) };
        let id = Entity::insert(row).fetch_id(&write).await?;
        write.commit().await?;
        Ok(id)
    }

    async fn change_breach(
        &self,
        id: i64,
        version: i64,
        notes: &BreachNotes,
        now: UnixSeconds,
    ) -> Result<BreachChanged, StoreError> {
        let write = self.begin(true).await?;
        let changed = Entity::update_many()
            .set(columns(notes, now))
            .col_expr(Column::Version, Expr::col(Column::Version).add(1_i64))
            .filter(Column::Id.eq(id))
            .filter(Column::Version.eq(version));
        if changed.run(&write).await? == 1 {
            write.commit().await?;
            return Ok(BreachChanged::Saved);
        }
        let known = Entity::find_by_id(id).fetch_exists(&write).await?;
        Ok(if known { BreachChanged::Stale } else { BreachChanged::Unknown })
    }
}

/// Columns that the form fills.
fn columns(notes: &BreachNotes, now: UnixSeconds) -> ActiveModel {
    ActiveModel {
        known_at: Set(notes.known_at),
        facts: Set(notes.facts.clone()),
        people: Set(notes.people.clone()),
        effects: Set(notes.effects.clone()),
        measures: Set(notes.measures.clone()),
        authority_notified_at: Set(notes.authority_notified_at),
        people_notified_at: Set(notes.people_notified_at),
        updated_at: Set(now),
        ..Default::default()
    }
}
