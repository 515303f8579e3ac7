//! Settings and change counters.

use async_trait::async_trait;
use shop_services::ports::{SettingsStore, StoreError};

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
}
