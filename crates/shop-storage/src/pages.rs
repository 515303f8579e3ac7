//! Pages and posts that the merchant writes.

use async_trait::async_trait;
use sea_orm::QueryResult;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::content::page::PageForm;
use shop_services::ports::{PageRecord, PageStore, SavedPage, StoreError};

use crate::db::{Db, Write, col, json, to_json};
use crate::settings::count_settings_change;

/// Entry of `settings` that tells that the first pages were added.
const FIRST_PAGES: &str = "first_pages";

/// The JSON of a row.
#[derive(Serialize, Deserialize)]
struct Details {
    page: PageForm,
    #[serde(default)]
    former_slugs: Vec<String>,
}

#[async_trait]
impl PageStore for Db {
    async fn load_pages(&self) -> Result<Vec<PageRecord>, StoreError> {
        let rows = self.all("SELECT * FROM pages ORDER BY id", vec![]).await?;
        rows.iter().map(record).collect()
    }

    async fn add_page(&self, page: &PageForm, now: UnixSeconds) -> Result<SavedPage, StoreError> {
        let write = self.begin(true).await?;
        let Some(row) = add(&write, page, now).await? else { return Ok(SavedPage::SlugTaken) };
        count_settings_change(&write).await?;
        write.commit().await?;
        record(&row).map(|saved| SavedPage::Saved(Box::new(saved)))
    }

    async fn change_page(
        &self,
        id: i64,
        version: i64,
        page: &PageForm,
        now: UnixSeconds,
    ) -> Result<SavedPage, StoreError> {
        let write = self.begin(true).await?;
        let Some(row) = write.one("SELECT * FROM pages WHERE id = $1", vec![id.into()]).await? else {
            return Ok(SavedPage::Gone);
        };
        let before = record(&row)?;
        if before.version != version {
            return Ok(SavedPage::Conflict);
        }
        let taken = write
            .one(
                "SELECT id FROM pages WHERE kind = $1 AND slug = $2 AND id <> $3",
                vec![page.kind.as_str().into(), page.slug.as_str().into(), id.into()],
            )
            .await?;
        if taken.is_some() {
            return Ok(SavedPage::SlugTaken);
        }
        let mut former_slugs = before.former_slugs;
        if before.page.kind == page.kind && before.page.slug != page.slug {
            former_slugs.push(before.page.slug);
        }
        former_slugs.retain(|slug| *slug != page.slug);
        let details = to_json(&Details { page: page.clone(), former_slugs })?;
        let changed = write
            .one(
                "UPDATE pages SET kind = $1, slug = $2, status = $3, published_at = $4, details = $5, \
                 version = version + 1, updated_at = $6 WHERE id = $7 AND version = $8 RETURNING *",
                vec![
                    page.kind.as_str().into(),
                    page.slug.as_str().into(),
                    page.status.as_str().into(),
                    page.published_at.into(),
                    details.into(),
                    now.into(),
                    id.into(),
                    version.into(),
                ],
            )
            .await?;
        let Some(row) = changed else { return Ok(SavedPage::Conflict) };
        count_settings_change(&write).await?;
        write.commit().await?;
        record(&row).map(|saved| SavedPage::Saved(Box::new(saved)))
    }

    async fn delete_page(&self, id: i64) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if write.run("DELETE FROM pages WHERE id = $1", vec![id.into()]).await? == 0 {
            return Ok(false);
        }
        count_settings_change(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn add_first_pages(&self, pages: &[PageForm], now: UnixSeconds) -> Result<bool, StoreError> {
        // Asked without a transaction first: it is so at every start but one.
        if self.one("SELECT name FROM settings WHERE name = $1", vec![FIRST_PAGES.into()]).await?.is_some() {
            return Ok(false);
        }
        let write = self.begin(true).await?;
        let first = write
            .run(
                "INSERT INTO settings (name, content) VALUES ($1, 'added') ON CONFLICT (name) DO NOTHING",
                vec![FIRST_PAGES.into()],
            )
            .await?;
        if first == 0 {
            return Ok(false);
        }
        for page in pages {
            add(&write, page, now).await?;
        }
        count_settings_change(&write).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// Writes a new row; `None` when its address is taken.
async fn add(write: &Write<'_>, page: &PageForm, now: UnixSeconds) -> Result<Option<QueryResult>, StoreError> {
    write
        .one(
            "INSERT INTO pages (kind, slug, status, published_at, details, version, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, 1, $6, $6) ON CONFLICT (kind, slug) DO NOTHING RETURNING *",
            vec![
                page.kind.as_str().into(),
                page.slug.as_str().into(),
                page.status.as_str().into(),
                page.published_at.into(),
                to_json(&Details { page: page.clone(), former_slugs: Vec::new() })?.into(),
                now.into(),
            ],
        )
        .await
}

fn record(row: &QueryResult) -> Result<PageRecord, StoreError> {
    let id: i64 = col(row, "id")?;
    let Details { page, former_slugs } = json(&col::<String>(row, "details")?, "pages", id)?;
    Ok(PageRecord {
        id,
        version: col(row, "version")?,
        page,
        former_slugs,
        created_at: col(row, "created_at")?,
        updated_at: col(row, "updated_at")?,
    })
}
