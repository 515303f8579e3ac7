//! Pages and posts that the merchant writes.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::content::page::PageForm;

use super::StoreError;

/// A stored page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRecord {
    pub id: i64,
    /// Moves with every write: who saves names the version that was read.
    pub version: i64,
    /// What was written, checked and cleaned.
    pub page: PageForm,
    /// Addresses that the page had before; they lead to the present one.
    pub former_slugs: Vec<String>,
    /// When it was made.
    pub created_at: UnixSeconds,
    /// When it was written last.
    pub updated_at: UnixSeconds,
}

/// How saving a page went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedPage {
    Saved(Box<PageRecord>),
    /// Another page of its kind has the address.
    SlugTaken,
    /// Somebody else saved in between.
    Conflict,
    /// There is no such page.
    Gone,
}

/// Reads and writes pages. Every write moves the settings' change counter, so that all processes show it.
#[async_trait]
pub trait PageStore: Send + Sync {
    /// All pages, drafts included: there are dozens, rarely hundreds.
    async fn load_pages(&self) -> Result<Vec<PageRecord>, StoreError>;

    /// Adds a page.
    async fn add_page(&self, page: &PageForm, now: UnixSeconds) -> Result<SavedPage, StoreError>;

    /// Overwrites a page if its stored version is still `version`.
    async fn change_page(
        &self,
        id: i64,
        version: i64,
        page: &PageForm,
        now: UnixSeconds,
    ) -> Result<SavedPage, StoreError>;

    /// Deletes a page; whether there was one.
    async fn delete_page(&self, id: i64) -> Result<bool, StoreError>;

    /// Adds the pages that a new shop starts with, once in the life of the database: pages deleted later do not come back.
    /// Whether they were added.
    async fn add_first_pages(&self, pages: &[PageForm], now: UnixSeconds) -> Result<bool, StoreError>;
}
