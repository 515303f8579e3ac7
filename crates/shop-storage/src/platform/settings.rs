//! Settings and their change log.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{LoggedChange, SettingChange, SettingLogStore, SettingsStore, StoreError};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, store_error};
use crate::entity::settings::{ActiveModel, Column, Entity};
use crate::entity::{change_counters, setting_changes};
use crate::platform::counters::ChangeCounter;

impl From<setting_changes::Model> for LoggedChange {
    fn from(row: setting_changes::Model) -> Self {
        let change =
            SettingChange { section: row.section, field: row.field, before: row.before_words, after: row.after_words };
        Self { change, author: row.author, changed_at: row.changed_at }
    }
}

#[async_trait]
impl SettingsStore for Db {
    async fn settings_version(&self) -> Result<i64, StoreError> {
        let counter = change_counters::Entity::find_by_id(ChangeCounter::Settings.name()).fetch_one(self).await?;
        Ok(counter.map_or(0, |counter| counter.value))
    }

    async fn load_setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(Entity::find_by_id(name).fetch_one(self).await?.map(|setting| setting.content))
    }

    async fn save_setting(&self, name: &str, content: &str) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let replaced = OnConflict::column(Column::Name).update_column(Column::Content).to_owned();
        Entity::insert(row(name, content)).on_conflict(replaced).run(&write).await?;
        ChangeCounter::Settings.increment(&write).await?;
        write.commit().await
    }

    async fn setting_or_insert(&self, name: &str, content: &str) -> Result<String, StoreError> {
        Entity::insert(row(name, content)).on_conflict_do_nothing().run(self).await?;
        Ok(self.load_setting(name).await?.unwrap_or_else(|| content.to_owned()))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let one = Query::select().expr_as(Expr::cust("1"), "one").take();
        self.query_one(&one).await.map(|_| ()).map_err(store_error)
    }

    fn write_trouble(&self) -> Option<String> {
        self.last_write_error()
    }
}

#[async_trait]
impl SettingLogStore for Db {
    async fn change_setting(
        &self,
        name: &str,
        expected: Option<&str>,
        content: &str,
        changes: &[SettingChange],
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let written = if let Some(expected) = expected {
            let replaced = ActiveModel { content: Set(content.to_owned()), ..Default::default() };
            let as_read = Entity::update_many().filter(Column::Name.eq(name)).filter(Column::Content.eq(expected));
            as_read.set(replaced).run(&write).await? == 1
        } else {
            Entity::insert(row(name, content)).on_conflict_do_nothing().run(&write).await? == 1
        };
        if !written {
            return Ok(false);
        }
        for change in changes {
            let row = setting_changes::ActiveModel {
                section: Set(change.section.clone()),
                field: Set(change.field.clone()),
                before_words: Set(change.before.clone()),
                after_words: Set(change.after.clone()),
                author: Set(author.to_owned()),
                changed_at: Set(now),
                ..Default::default()
            };
            setting_changes::Entity::insert(row).run(&write).await?;
        }
        ChangeCounter::Settings.increment(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn logged_changes(&self, offset: u64, limit: u64) -> Result<(Vec<LoggedChange>, u64), StoreError> {
        let all = setting_changes::Entity::find().order_by_desc(setting_changes::Column::Id);
        let changes = all.clone().limit(limit).offset(offset).fetch_records(self).await?;
        Ok((changes, all.fetch_count(self).await?))
    }
}

fn row(name: &str, content: &str) -> ActiveModel {
    ActiveModel { name: Set(name.to_owned()), content: Set(content.to_owned()) }
}
