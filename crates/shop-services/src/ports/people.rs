//! People as the merchant looks after them.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId};

use super::{Role, StoreError};

/// Which people to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonFilter {
    /// Name, e-mail or user name contains this.
    pub search: String,
    /// Only those with this role.
    pub role: Option<Role>,
    /// Only those who are blocked.
    pub blocked: bool,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

/// A person with what was bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRow {
    pub id: CustomerId,
    pub email: String,
    pub username: String,
    /// First and last name.
    pub name: String,
    pub role: Role,
    /// Since when the person cannot log in.
    pub blocked_at: Option<UnixSeconds>,
    /// Orders, drafts aside.
    pub orders: i64,
    /// Money of paid orders, less later payments still to come and what was given back in money.
    pub spent: Cents,
    /// When the last order was placed.
    pub last_order_at: Option<UnixSeconds>,
    /// When the account was made.
    pub created_at: UnixSeconds,
    /// Company that the account is of.
    pub company_id: Option<CompanyId>,
    /// Its name; empty: none.
    pub company: String,
}

/// What a change of a person came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonChanged {
    /// Done; the person's logins are over.
    Done,
    /// There is no such person.
    Unknown,
    /// Nobody would be left to run the shop.
    LastAdmin,
}

/// Reads people and changes what they may do.
#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// A page of people, newest first, with their number in all.
    async fn list_people(&self, filter: &PersonFilter) -> Result<(Vec<PersonRow>, u64), StoreError>;

    async fn person(&self, id: CustomerId) -> Result<Option<PersonRow>, StoreError>;

    /// Gives a person another role, unless that leaves no administrator who can log in.
    async fn set_role(&self, id: CustomerId, role: Role) -> Result<PersonChanged, StoreError>;

    /// Keeps a person from logging in from a moment on, or lets him again; links that wait die too. The last administrator who
    /// can log in is not blocked.
    async fn set_blocked(&self, id: CustomerId, at: Option<UnixSeconds>) -> Result<PersonChanged, StoreError>;

    /// Coupons that the person used or that name the person's address: number and code, by code; at most 50.
    async fn coupons_of(&self, id: CustomerId) -> Result<Vec<(i64, String)>, StoreError>;
}
