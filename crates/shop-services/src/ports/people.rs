//! People as the merchant manages them.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId};

use super::{Role, StoreError};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonFilter {
    /// Substring of name, e-mail or user name.
    pub search: String,
    pub role: Option<Role>,
    /// Only blocked people.
    pub blocked: bool,
    pub page: u64,
    pub per_page: u64,
}

/// A person with purchase totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRow {
    pub id: CustomerId,
    pub email: String,
    pub username: String,
    pub name: String,
    pub role: Role,
    /// When the person was blocked.
    pub blocked_at: Option<UnixSeconds>,
    /// Number of orders, without drafts.
    pub orders: i64,
    /// Total of paid orders, without outstanding instalments and money refunds.
    pub spent: Cents,
    pub last_order_at: Option<UnixSeconds>,
    pub created_at: UnixSeconds,
    pub company_id: Option<CompanyId>,
    /// Its name; empty if none.
    pub company: String,
}

/// Result of changing a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonChanged {
    /// Done; the person's logins were ended.
    Done,
    Unknown,
    /// No administrator would be left.
    LastAdmin,
}

/// Reads people and changes their access.
#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// Returns a page of people, newest first, and the total count.
    async fn list_people(&self, filter: &PersonFilter) -> Result<(Vec<PersonRow>, u64), StoreError>;

    async fn person(&self, id: CustomerId) -> Result<Option<PersonRow>, StoreError>;

    /// Sets a person's role, unless no administrator who can log in would be left.
    async fn set_role(&self, id: CustomerId, role: Role) -> Result<PersonChanged, StoreError>;

    /// Blocks a person from a moment on, or unblocks; pending links are invalidated too. The last administrator who can log in
    /// cannot be blocked.
    async fn set_blocked(&self, id: CustomerId, at: Option<UnixSeconds>) -> Result<PersonChanged, StoreError>;

    /// Lists coupons that the person used or that are bound to the person's address: id and code, by code; at most 50.
    async fn coupons_of(&self, id: CustomerId) -> Result<Vec<(i64, String)>, StoreError>;
}
