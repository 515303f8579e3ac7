//! Pages and posts that the merchant writes.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::content::page::PageForm;
use shop_services::ports::{PageRecord, PageStore, SavedPage, StoreError};

use crate::column::documents;
use crate::counters::Kept;
use crate::db::{Db, Write, to_json};
use crate::row::{Row, row};
use crate::statement::{Set, set, values};

/// Entry of `settings` that tells that the first pages were added.
const FIRST_PAGES: &str = "first_pages";

/// The JSON of a row.
#[derive(Serialize, Deserialize)]
struct Details {
    page: PageForm,
    #[serde(default)]
    former_slugs: Vec<String>,
}

documents! { Details, }

row! {
    struct PageRow: pages(id) {
        id: i64,
        version: i64,
        details: Details,
        created_at: UnixSeconds,
        updated_at: UnixSeconds,
    }
}

impl PageRow {
    fn record(self) -> PageRecord {
        let Details { page, former_slugs } = self.details;
        let Self { id, version, created_at, updated_at, .. } = self;
        PageRecord { id, version, page, former_slugs, created_at, updated_at }
    }
}

#[async_trait]
impl PageStore for Db {
    async fn load_pages(&self) -> Result<Vec<PageRecord>, StoreError> {
        Ok(self.list("ORDER BY id", values![]).await?.into_iter().map(PageRow::record).collect())
    }

    async fn add_page(&self, page: &PageForm, now: UnixSeconds) -> Result<SavedPage, StoreError> {
        let write = self.begin(true).await?;
        let Some(added) = add(&write, page, now).await? else { return Ok(SavedPage::SlugTaken) };
        Kept::Settings.changed(&write).await?;
        write.commit().await?;
        Ok(SavedPage::Saved(Box::new(added.record())))
    }

    async fn change_page(
        &self,
        id: i64,
        version: i64,
        page: &PageForm,
        now: UnixSeconds,
    ) -> Result<SavedPage, StoreError> {
        let write = self.begin(true).await?;
        let Some(before) = write.find("WHERE id = $1", values![id]).await?.map(PageRow::record) else {
            return Ok(SavedPage::Gone);
        };
        if before.version != version {
            return Ok(SavedPage::Conflict);
        }
        let taken = "SELECT id FROM pages WHERE kind = $1 AND slug = $2 AND id <> $3";
        if write.has(taken, values![page.kind.as_str(), &page.slug, id]).await? {
            return Ok(SavedPage::SlugTaken);
        }
        let mut former_slugs = before.former_slugs;
        if before.page.kind == page.kind && before.page.slug != page.slug {
            former_slugs.push(before.page.slug);
        }
        former_slugs.retain(|slug| *slug != page.slug);
        let mut row = columns(page, former_slugs)?;
        row.sql("version", "version + 1");
        row.value("updated_at", now);
        let as_read = values![id, version];
        let changed = write.update_returning::<PageRow>(row, "id = $1 AND version = $2", as_read).await?;
        let Some(changed) = changed else { return Ok(SavedPage::Conflict) };
        Kept::Settings.changed(&write).await?;
        write.commit().await?;
        Ok(SavedPage::Saved(Box::new(changed.record())))
    }

    async fn delete_page(&self, id: i64) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if write.run("DELETE FROM pages WHERE id = $1", values![id]).await? == 0 {
            return Ok(false);
        }
        Kept::Settings.changed(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn add_first_pages(&self, pages: &[PageForm], now: UnixSeconds) -> Result<bool, StoreError> {
        // Asked without a transaction first: it is so at every start but one.
        if self.has("SELECT name FROM settings WHERE name = $1", values![FIRST_PAGES]).await? {
            return Ok(false);
        }
        let write = self.begin(true).await?;
        let first = set! { name: FIRST_PAGES, content = "'added'" };
        if !write.insert_or("settings", first, "ON CONFLICT (name) DO NOTHING").await? {
            return Ok(false);
        }
        for page in pages {
            add(&write, page, now).await?;
        }
        Kept::Settings.changed(&write).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// The columns that a form fills.
fn columns(page: &PageForm, former_slugs: Vec<String>) -> Result<Set, StoreError> {
    Ok(set! {
        kind: page.kind.as_str(),
        slug: &page.slug,
        status: page.status.as_str(),
        published_at: page.published_at,
        details: to_json(&Details { page: page.clone(), former_slugs })?,
    })
}

/// Writes a new row; `None` when its address is taken.
async fn add(write: &Write<'_>, page: &PageForm, now: UnixSeconds) -> Result<Option<PageRow>, StoreError> {
    let mut row = columns(page, Vec::new())?;
    row.sql("version", "1");
    row.value("created_at", now);
    row.value("updated_at", now);
    let tail = format!("ON CONFLICT (kind, slug) DO NOTHING RETURNING {}", PageRow::COLUMNS);
    Ok(write.insert_returning(PageRow::TABLE, vec![row], &tail).await?.pop())
}
