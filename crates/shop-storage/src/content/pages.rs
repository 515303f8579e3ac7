//! The merchant's pages and posts.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, TryInsertResult};
use shop_core::base::time::UnixSeconds;
use shop_core::content::page::PageForm;
use shop_services::ports::{PageRecord, PageStore, SavedPage, StoreError};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::returning::returning;
use crate::db::{Db, Write, store_error};
use crate::entity::pages::{ActiveModel, Column, Entity, Model, PageDocument};
use crate::entity::{Rest, Stored, settings};
use crate::platform::counters::ChangeCounter;

/// Entry of `settings` that records that the first pages were added.
const FIRST_PAGES: &str = "first_pages";
const ADDED: &str = "added";

/// Version of a new page.
const FIRST_VERSION: i64 = 1;

impl From<Model> for PageRecord {
    fn from(row: Model) -> Self {
        let (id, version, created_at, updated_at) = (row.id, row.version, row.created_at, row.updated_at);
        let PageDocument { page, former_slugs } = row.into();
        Self { id, version, page, former_slugs, created_at, updated_at }
    }
}

#[async_trait]
impl PageStore for Db {
    async fn load_pages(&self) -> Result<Vec<PageRecord>, StoreError> {
        Entity::find().order_by_asc(Column::Id).fetch_records(self).await
    }

    async fn add_page(&self, page: &PageForm, now: UnixSeconds) -> Result<SavedPage, StoreError> {
        let write = self.begin(true).await?;
        let Some(added) = insert_page(&write, page, now).await? else { return Ok(SavedPage::SlugTaken) };
        ChangeCounter::Settings.increment(&write).await?;
        write.commit().await?;
        Ok(SavedPage::Saved(Box::new(added)))
    }

    async fn change_page(
        &self,
        id: i64,
        version: i64,
        page: &PageForm,
        now: UnixSeconds,
    ) -> Result<SavedPage, StoreError> {
        let write = self.begin(true).await?;
        let Some(before) = Entity::find_by_id(id).fetch_one(&write).await?.map(PageRecord::from) else {
            return Ok(SavedPage::Gone);
        };
        if before.version != version {
            return Ok(SavedPage::Conflict);
        }
        let taken = Entity::find()
            .filter(Column::Kind.eq(Stored(page.kind)))
            .filter(Column::Slug.eq(&page.slug))
            .filter(Column::Id.ne(id));
        if taken.fetch_exists(&write).await? {
            return Ok(SavedPage::SlugTaken);
        }
        let mut former_slugs = before.former_slugs;
        if before.page.kind == page.kind && before.page.slug != page.slug {
            former_slugs.push(before.page.slug);
        }
        former_slugs.retain(|slug| *slug != page.slug);
        let saved = Entity::update_many()
            .set(ActiveModel { updated_at: Set(now), ..columns(page, former_slugs) })
            .col_expr(Column::Version, Expr::col(Column::Version).add(1_i64))
            .filter(Column::Id.eq(id))
            .filter(Column::Version.eq(version));
        let Some(saved) = returning(saved, &write).await?.pop() else { return Ok(SavedPage::Conflict) };
        ChangeCounter::Settings.increment(&write).await?;
        write.commit().await?;
        Ok(SavedPage::Saved(Box::new(saved.into())))
    }

    async fn delete_page(&self, id: i64) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if Entity::delete_many().filter(Column::Id.eq(id)).run(&write).await? == 0 {
            return Ok(false);
        }
        ChangeCounter::Settings.increment(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn add_first_pages(&self, pages: &[PageForm], now: UnixSeconds) -> Result<bool, StoreError> {
        // Checked without a transaction first: they exist at every start but the first.
        if settings::Entity::find_by_id(FIRST_PAGES).fetch_exists(self).await? {
            return Ok(false);
        }
        let write = self.begin(true).await?;
        let first = settings::ActiveModel { name: Set(FIRST_PAGES.to_owned()), content: Set(ADDED.to_owned()) };
        let once = OnConflict::column(settings::Column::Name).do_nothing().to_owned();
        if settings::Entity::insert(first).on_conflict(once).run(&write).await? == 0 {
            return Ok(false);
        }
        for page in pages {
            insert_page(&write, page, now).await?;
        }
        ChangeCounter::Settings.increment(&write).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// Columns that the form fills.
fn columns(page: &PageForm, former_slugs: Vec<String>) -> ActiveModel {
    ActiveModel {
        kind: Set(Stored(page.kind)),
        slug: Set(page.slug.clone()),
        status: Set(Stored(page.status)),
        published_at: Set(page.published_at),
        details: Set(Stored(Rest(PageDocument { page: page.clone(), former_slugs }))),
        ..Default::default()
    }
}

/// Inserts a page; returns `None` if its address is taken.
async fn insert_page(write: &Write<'_>, page: &PageForm, now: UnixSeconds) -> Result<Option<PageRecord>, StoreError> {
    let row = ActiveModel {
        version: Set(FIRST_VERSION),
        created_at: Set(now),
        updated_at: Set(now),
        ..columns(page, Vec::new())
    };
    let free = OnConflict::columns([Column::Kind, Column::Slug]).do_nothing().to_owned();
    match Entity::insert(row).on_conflict(free).try_insert().exec(write).await.map_err(store_error)? {
        TryInsertResult::Inserted(new) => Ok(Some(PageRecord {
            id: new.last_insert_id,
            version: FIRST_VERSION,
            page: page.clone(),
            former_slugs: Vec::new(),
            created_at: now,
            updated_at: now,
        })),
        TryInsertResult::Conflicted | TryInsertResult::Empty => Ok(None),
    }
}
