//! The merchant's pages and posts.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::content::page::PageForm;

use super::StoreError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRecord {
    pub id: i64,
    /// Version for optimistic locking, incremented by every write.
    pub version: i64,
    /// Content, validated and sanitised.
    pub page: PageForm,
    /// Former slugs, which redirect to the current one.
    pub former_slugs: Vec<String>,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
}

/// Result of saving a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedPage {
    Saved(Box<PageRecord>),
    /// Another page of its kind has the slug.
    SlugTaken,
    /// Somebody else saved it meanwhile.
    Conflict,
    Gone,
}

/// Reads and writes pages. Every write increments the settings' change counter, so that all processes show the change.
#[async_trait]
pub trait PageStore: Send + Sync {
    /// Loads all pages, drafts included: there are dozens, rarely hundreds.
    async fn load_pages(&self) -> Result<Vec<PageRecord>, StoreError>;

    async fn add_page(&self, page: &PageForm, now: UnixSeconds) -> Result<SavedPage, StoreError>;

    /// Overwrites a page if its stored version is still `version`.
    async fn change_page(
        &self,
        id: i64,
        version: i64,
        page: &PageForm,
        now: UnixSeconds,
    ) -> Result<SavedPage, StoreError>;

    /// Deletes a page; returns whether there was one.
    async fn delete_page(&self, id: i64) -> Result<bool, StoreError>;

    /// Adds the initial pages of a new shop, once per database: pages deleted later do not come back. Returns whether they were
    /// added.
    async fn add_first_pages(&self, pages: &[PageForm], now: UnixSeconds) -> Result<bool, StoreError>;
}
