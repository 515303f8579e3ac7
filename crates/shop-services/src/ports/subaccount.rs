//! Sub-accounts of companies. Whose they are is part of every statement.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::Subaccount;

use super::{NewCustomer, StoreError};

/// A sub-account as its main account sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubaccountRecord {
    pub id: CustomerId,
    /// Name to log in with.
    pub username: String,
    /// E-mail, lower case.
    pub email: String,
    /// What the main account wrote.
    pub subaccount: Subaccount,
    /// When it was made.
    pub created_at: UnixSeconds,
}

/// Why a sub-account is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubaccountTaken {
    /// The company has as many as it may.
    Maximum,
    /// Somebody has this user name.
    Username,
    /// Somebody has this e-mail address.
    Email,
}

/// A company's main account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainAccount {
    /// The company's name.
    pub company: String,
    pub customer_id: CustomerId,
    /// Its e-mail address.
    pub email: String,
}

/// Reads and writes sub-accounts.
#[async_trait]
pub trait SubaccountStore: Send + Sync {
    /// A company's main account.
    async fn main_account(&self, company: CompanyId) -> Result<Option<MainAccount>, StoreError>;

    /// A company's sub-accounts, oldest first; at most `limit`.
    async fn subaccounts_of(&self, company: CompanyId, limit: u64) -> Result<Vec<SubaccountRecord>, StoreError>;

    /// How many the company has that an account keeps; 0 for one that keeps none.
    async fn count_subaccounts(&self, owner: CustomerId) -> Result<u64, StoreError>;

    /// One of them; `None`: unknown, another company's or no sub-account.
    async fn subaccount_of(&self, company: CompanyId, id: CustomerId) -> Result<Option<SubaccountRecord>, StoreError>;

    /// Makes one, unless the company has `maximum` already: of two at once at the limit one is made.
    async fn add_subaccount(
        &self,
        company: CompanyId,
        new: &NewCustomer,
        subaccount: &Subaccount,
        maximum: u64,
        now: UnixSeconds,
    ) -> Result<Result<CustomerId, SubaccountTaken>, StoreError>;

    /// Writes one anew; `false`: the company has no such.
    async fn save_subaccount(
        &self,
        company: CompanyId,
        id: CustomerId,
        subaccount: &Subaccount,
    ) -> Result<bool, StoreError>;

    /// Deletes one with its logins, links and cart. Its orders and subscriptions become the main account's. `false`: the company has
    /// no such.
    async fn delete_subaccount(&self, company: CompanyId, id: CustomerId) -> Result<bool, StoreError>;
}
