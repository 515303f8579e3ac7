//! Purchase lists of companies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::product_string::ProductLine;

use super::StoreError;

/// A purchase list with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseList {
    pub id: i64,
    pub title: String,
    /// Lines in order; at least one.
    pub lines: Vec<ProductLine>,
    /// Grows with every change.
    pub version: i64,
    /// When it was changed last.
    pub updated_at: UnixSeconds,
}

/// A purchase list in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseListRow {
    pub id: i64,
    pub title: String,
    /// How many lines it has.
    pub line_count: u64,
    /// Name of the person who made it; empty: gone.
    pub made_by: String,
    /// When it was changed last.
    pub updated_at: UnixSeconds,
}

/// A purchase list to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPurchaseList {
    /// Whose it is.
    pub company_id: CompanyId,
    /// Who makes it.
    pub customer_id: CustomerId,
    pub title: String,
    pub lines: Vec<ProductLine>,
}

/// By what purchase lists are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PurchaseListOrder {
    Title,
    /// By the number of lines.
    Lines,
    /// By the last change.
    #[default]
    Changed,
}

/// Which purchase lists of a company.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PurchaseListFilter {
    /// The name contains this, whatever its accents and case.
    pub search: String,
    pub order: PurchaseListOrder,
    /// Least or oldest first.
    pub ascending: bool,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

/// What became of a list that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseListSaved {
    /// It has this number; a list with the same name and lines is not stored a second time.
    Saved(i64),
    /// The company has as many lists as it may have.
    Full,
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseListChanged {
    Changed,
    /// Somebody else changed it since it was read.
    Conflict,
    /// The company has no such list.
    Missing,
}

/// Reads and writes purchase lists. Every question names the company; another's list is as if it were not there.
#[async_trait]
pub trait PurchaseListStore: Send + Sync {
    /// A page of a company's lists, with their number in all.
    async fn purchase_lists(
        &self,
        company: CompanyId,
        filter: &PurchaseListFilter,
    ) -> Result<(Vec<PurchaseListRow>, u64), StoreError>;

    async fn purchase_list(&self, company: CompanyId, id: i64) -> Result<Option<PurchaseList>, StoreError>;

    /// Stores a list unless the company has `most` already.
    async fn add_purchase_list(
        &self,
        new: &NewPurchaseList,
        most: u64,
        now: UnixSeconds,
    ) -> Result<PurchaseListSaved, StoreError>;

    /// Changes lines, and the name if one is given. `version`: only if it is still this one.
    async fn change_purchase_list(
        &self,
        company: CompanyId,
        id: i64,
        version: Option<i64>,
        title: Option<&str>,
        lines: &[ProductLine],
        now: UnixSeconds,
    ) -> Result<PurchaseListChanged, StoreError>;

    /// Deletes a list; `false`: the company has no such list.
    async fn delete_purchase_list(&self, company: CompanyId, id: i64) -> Result<bool, StoreError>;
}
