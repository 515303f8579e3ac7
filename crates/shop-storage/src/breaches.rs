//! The log of breaches of personal data.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{BreachChanged, BreachNotes, BreachRecord, BreachStore, StoreError};

use crate::db::Db;
use crate::row::row;
use crate::statement::{Set, set, values};

row! {
    BreachRecord: data_breaches(id) {
        id,
        notes: BreachNotes { known_at, facts, people, effects, measures, authority_told_at, people_told_at },
        author, version, updated_at,
    }
}

#[async_trait]
impl BreachStore for Db {
    async fn breaches(&self, limit: u64) -> Result<Vec<BreachRecord>, StoreError> {
        self.list("ORDER BY known_at DESC, id DESC LIMIT $1", values![limit]).await
    }

    async fn add_breach(&self, notes: &BreachNotes, author: &str, now: UnixSeconds) -> Result<i64, StoreError> {
        let write = self.begin(true).await?;
        let mut row = set! { author, created_at: now };
        row.append(noted(notes, now));
        let id = write.insert_new("data_breaches", row).await?;
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
        let mut row = set! { version = "version + 1" };
        row.append(noted(notes, now));
        if write.update("data_breaches", row, "id = $1 AND version = $2", values![id, version]).await? == 1 {
            write.commit().await?;
            return Ok(BreachChanged::Saved);
        }
        let known = write.has("SELECT id FROM data_breaches WHERE id = $1", values![id]).await?;
        Ok(if known { BreachChanged::Stale } else { BreachChanged::Unknown })
    }
}

fn noted(notes: &BreachNotes, now: UnixSeconds) -> Set {
    set! {
        known_at: notes.known_at,
        facts: &notes.facts,
        people: &notes.people,
        effects: &notes.effects,
        measures: &notes.measures,
        authority_told_at: notes.authority_told_at,
        people_told_at: notes.people_told_at,
        updated_at: now,
    }
}
