//! The terms of roles, and the prices of single roles and companies.

use async_trait::async_trait;
use shop_core::base::{CompanyId, CustomerRoleId, ProductId};
use shop_core::trade::price::TradePrice;
use shop_core::trade::role::RoleTerms;

use super::StoreError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PriceOwner {
    /// For everybody with a role.
    Role(CustomerRoleId),
    /// For one company, in place of its role's.
    Company(CompanyId),
}

/// Roles and companies with prices of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceOwners {
    /// Incremented by every change of such a price.
    pub version: i64,
    pub roles: Vec<CustomerRoleId>,
    pub companies: Vec<CompanyId>,
}

#[async_trait]
pub trait TradePriceStore: Send + Sync {
    async fn role_terms(&self) -> Result<Vec<(CustomerRoleId, RoleTerms)>, StoreError>;

    /// Returns the current [`PriceOwners::version`].
    async fn trade_prices_version(&self) -> Result<i64, StoreError>;

    async fn price_owners(&self) -> Result<PriceOwners, StoreError>;

    /// Lists companies whose name contains a string, sorted by name.
    async fn company_names(&self, search: &str, limit: u64) -> Result<Vec<(CompanyId, String)>, StoreError>;

    /// Returns an owner's prices by product or variation.
    async fn trade_prices(&self, owner: PriceOwner) -> Result<Vec<(ProductId, TradePrice)>, StoreError>;

    /// Returns an owner's prices of some products and variations.
    async fn trade_prices_of(
        &self,
        owner: PriceOwner,
        items: &[ProductId],
    ) -> Result<Vec<(ProductId, TradePrice)>, StoreError>;

    /// Sets prices of an owner, all or none; `None` removes a price. `false` if the owner or one of the products does not exist.
    async fn save_trade_prices(
        &self,
        owner: PriceOwner,
        changes: &[(ProductId, Option<TradePrice>)],
    ) -> Result<bool, StoreError>;

    /// Removes all prices of an owner.
    async fn clear_trade_prices(&self, owner: PriceOwner) -> Result<(), StoreError>;
}
