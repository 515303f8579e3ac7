//! Purchase lists of companies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::product_string::ProductLine;

use super::StoreError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseList {
    pub id: i64,
    pub title: String,
    /// Lines in order; at least one.
    pub lines: Vec<ProductLine>,
    /// Version for optimistic locking.
    pub version: i64,
    pub updated_at: UnixSeconds,
}

/// A row of the table of purchase lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseListRow {
    pub id: i64,
    pub title: String,
    pub line_count: u64,
    /// Name of the person who created it; empty if deleted.
    pub made_by: String,
    pub updated_at: UnixSeconds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPurchaseList {
    pub company_id: CompanyId,
    pub customer_id: CustomerId,
    pub title: String,
    pub lines: Vec<ProductLine>,
}

/// Sort column of purchase lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PurchaseListOrder {
    Title,
    Lines,
    #[default]
    Changed,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PurchaseListFilter {
    /// Substring of the name, ignoring accents and case.
    pub search: String,
    pub order: PurchaseListOrder,
    pub ascending: bool,
    pub page: u64,
    pub per_page: u64,
}

/// Result of adding a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseListSaved {
    /// Stored under this id; a list with the same name and lines is not stored twice.
    Saved(i64),
    /// The company has the maximum number of lists.
    Full,
}

/// Result of changing a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseListChanged {
    Changed,
    /// Somebody else changed it since it was read.
    Conflict,
    Missing,
}

/// Reads and writes purchase lists. Every statement filters by the company.
#[async_trait]
pub trait PurchaseListStore: Send + Sync {
    /// Returns a page of a company's lists and the total count.
    async fn purchase_lists(
        &self,
        company: CompanyId,
        filter: &PurchaseListFilter,
    ) -> Result<(Vec<PurchaseListRow>, u64), StoreError>;

    async fn purchase_list(&self, company: CompanyId, id: i64) -> Result<Option<PurchaseList>, StoreError>;

    /// Adds a list unless the company already has `max`.
    async fn add_purchase_list(
        &self,
        new: &NewPurchaseList,
        max: u64,
        now: UnixSeconds,
    ) -> Result<PurchaseListSaved, StoreError>;

    /// Changes the lines, and the name if one is given. With `version`, only if the list still has it.
    async fn change_purchase_list(
        &self,
        company: CompanyId,
        id: i64,
        version: Option<i64>,
        title: Option<&str>,
        lines: &[ProductLine],
        now: UnixSeconds,
    ) -> Result<PurchaseListChanged, StoreError>;

    /// Deletes a list; `false` if the company has no such list.
    async fn delete_purchase_list(&self, company: CompanyId, id: i64) -> Result<bool, StoreError>;
}
