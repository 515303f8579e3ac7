//! Settings and change counters.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{NotedChange, SettingChange, SettingLogStore, SettingsStore, StoreError};

use crate::counters::Kept;
use crate::db::Db;
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    NotedChange: setting_changes(+id) {
        change: SettingChange { section, field, before: before_words, after: after_words }, author, changed_at,
    }
}

#[async_trait]
impl SettingsStore for Db {
    async fn settings_version(&self) -> Result<i64, StoreError> {
        self.number("SELECT value FROM change_counters WHERE name = 'settings'", values![]).await
    }

    async fn load_setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.row("SELECT content FROM settings WHERE name = $1", values![name]).await
    }

    async fn save_setting(&self, name: &str, content: &str) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let known = "ON CONFLICT (name) DO UPDATE SET content = excluded.content";
        write.insert_or("settings", set! { name, content }, known).await?;
        Kept::Settings.changed(&write).await?;
        write.commit().await
    }

    async fn setting_or_insert(&self, name: &str, content: &str) -> Result<String, StoreError> {
        self.insert_or("settings", set! { name, content }, "ON CONFLICT (name) DO NOTHING").await?;
        Ok(self.load_setting(name).await?.unwrap_or_else(|| content.to_owned()))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.has("SELECT 1 AS one", values![]).await.map(|_| ())
    }

    fn write_trouble(&self) -> Option<String> {
        self.last_write_trouble()
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
            let as_it_was = values![name, expected];
            write.update("settings", set! { content }, "name = $1 AND content = $2", as_it_was).await? == 1
        } else {
            write.insert_or("settings", set! { name, content }, "ON CONFLICT (name) DO NOTHING").await?
        };
        if !written {
            return Ok(false);
        }
        for change in changes {
            let row = set! {
                section: &change.section,
                field: &change.field,
                before_words: &change.before,
                after_words: &change.after,
                author,
                changed_at: now,
            };
            write.insert("setting_changes", row).await?;
        }
        Kept::Settings.changed(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn noted_changes(&self, offset: u64, limit: u64) -> Result<(Vec<NotedChange>, u64), StoreError> {
        let all = Filter::new("1 = 1");
        let changes = self.some(&all, "id DESC", (offset, limit)).await?;
        Ok((changes, self.count("setting_changes", all).await?))
    }
}
