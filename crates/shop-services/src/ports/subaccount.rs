//! Sub-accounts of companies. Every statement filters by the company.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::Subaccount;

use super::{NewCustomer, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubaccountRecord {
    pub id: CustomerId,
    pub username: String,
    pub email: String,
    /// Settings by the main account.
    pub subaccount: Subaccount,
    pub created_at: UnixSeconds,
}

/// Why a sub-account was not created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubaccountConflict {
    /// The company has the maximum number.
    Maximum,
    /// The user name is taken.
    Username,
    /// The e-mail address is taken.
    Email,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainAccount {
    pub company: String,
    pub customer_id: CustomerId,
    pub email: String,
}

#[async_trait]
pub trait SubaccountStore: Send + Sync {
    async fn main_account(&self, company: CompanyId) -> Result<Option<MainAccount>, StoreError>;

    /// Lists a company's sub-accounts, oldest first; at most `limit`.
    async fn subaccounts_of(&self, company: CompanyId, limit: u64) -> Result<Vec<SubaccountRecord>, StoreError>;

    /// Counts the sub-accounts of the company whose main account this is; 0 if it has no company.
    async fn count_subaccounts(&self, owner: CustomerId) -> Result<u64, StoreError>;

    /// Returns a company's sub-account; `None` if it is unknown, another company's or no sub-account.
    async fn subaccount_of(&self, company: CompanyId, id: CustomerId) -> Result<Option<SubaccountRecord>, StoreError>;

    /// Creates a sub-account unless the company already has `maximum`, also under concurrency.
    async fn add_subaccount(
        &self,
        company: CompanyId,
        new: &NewCustomer,
        subaccount: &Subaccount,
        maximum: u64,
        now: UnixSeconds,
    ) -> Result<Result<CustomerId, SubaccountConflict>, StoreError>;

    /// Overwrites a sub-account; `false` if the company has no such one.
    async fn save_subaccount(
        &self,
        company: CompanyId,
        id: CustomerId,
        subaccount: &Subaccount,
    ) -> Result<bool, StoreError>;

    /// Deletes a sub-account with its logins, links and cart. Its orders and subscriptions pass to the main account. `false` if
    /// the company has no such one.
    async fn delete_subaccount(&self, company: CompanyId, id: CustomerId) -> Result<bool, StoreError>;
}
