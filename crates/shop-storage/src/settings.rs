//! Settings and change counters.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{NotedChange, SettingChange, SettingLogStore, SettingsStore, StoreError};

use crate::db::{Db, Write, col};

/// Makes all processes read settings and pages anew.
pub(crate) async fn count_settings_change(write: &Write<'_>) -> Result<(), StoreError> {
    write.run("UPDATE change_counters SET value = value + 1 WHERE name = 'settings'", vec![]).await.map(|_| ())
}

#[async_trait]
impl SettingsStore for Db {
    async fn settings_version(&self) -> Result<i64, StoreError> {
        match self.one("SELECT value FROM change_counters WHERE name = 'settings'", vec![]).await? {
            Some(row) => col(&row, "value"),
            None => Ok(0),
        }
    }

    async fn load_setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        let row = self.one("SELECT content FROM settings WHERE name = $1", vec![name.into()]).await?;
        row.map(|row| col(&row, "content")).transpose()
    }

    async fn save_setting(&self, name: &str, content: &str) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        write
            .run(
                "INSERT INTO settings (name, content) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET content = excluded.content",
                vec![name.into(), content.into()],
            )
            .await?;
        count_settings_change(&write).await?;
        write.commit().await
    }

    async fn setting_or_insert(&self, name: &str, content: &str) -> Result<String, StoreError> {
        self.run(
            "INSERT INTO settings (name, content) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            vec![name.into(), content.into()],
        )
        .await?;
        Ok(self.load_setting(name).await?.unwrap_or_else(|| content.to_owned()))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.one("SELECT 1 AS one", vec![]).await.map(|_| ())
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
            let sql = "UPDATE settings SET content = $1 WHERE name = $2 AND content = $3";
            write.run(sql, vec![content.into(), name.into(), expected.into()]).await?
        } else {
            let sql = "INSERT INTO settings (name, content) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
            write.run(sql, vec![name.into(), content.into()]).await?
        };
        if written != 1 {
            return Ok(false);
        }
        for change in changes {
            let sql = "INSERT INTO setting_changes (section, field, before_words, after_words, author, changed_at) \
                       VALUES ($1, $2, $3, $4, $5, $6)";
            let texts =
                [&change.section, &change.field, &change.before, &change.after].map(|text| text.as_str().into());
            write.run(sql, texts.into_iter().chain([author.into(), now.into()]).collect()).await?;
        }
        count_settings_change(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn noted_changes(&self, offset: u64, limit: u64) -> Result<(Vec<NotedChange>, u64), StoreError> {
        let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let rows = self
            .all(
                "SELECT section, field, before_words, after_words, author, changed_at FROM setting_changes \
                 ORDER BY id DESC LIMIT $1 OFFSET $2",
                vec![number(limit).into(), number(offset).into()],
            )
            .await?;
        let changes = rows
            .iter()
            .map(|row| {
                Ok(NotedChange {
                    change: SettingChange {
                        section: col(row, "section")?,
                        field: col(row, "field")?,
                        before: col(row, "before_words")?,
                        after: col(row, "after_words")?,
                    },
                    author: col(row, "author")?,
                    changed_at: col(row, "changed_at")?,
                })
            })
            .collect::<Result<_, StoreError>>()?;
        let total = match self.one("SELECT COUNT(*) AS total FROM setting_changes", vec![]).await? {
            Some(row) => col::<i64>(&row, "total")?,
            None => 0,
        };
        Ok((changes, u64::try_from(total).unwrap_or_default()))
    }
}
