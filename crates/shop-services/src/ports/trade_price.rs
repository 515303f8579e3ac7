//! The terms of roles, and the prices that roles and companies have of their own.

use async_trait::async_trait;
use shop_core::base::{CompanyId, CustomerRoleId, ProductId};
use shop_core::trade::price::TradePrice;
use shop_core::trade::role::RoleTerms;

use super::StoreError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PriceOwner {
    /// Of all who have a role.
    Role(CustomerRoleId),
    /// Of one company, in place of its role's.
    Company(CompanyId),
}

/// Who has prices of his own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceOwners {
    /// Grows with every change of such a price.
    pub version: i64,
    pub roles: Vec<CustomerRoleId>,
    pub companies: Vec<CompanyId>,
}

/// Terms and prices of trade buyers.
#[async_trait]
pub trait TradePriceStore: Send + Sync {
    /// The terms of every role.
    async fn role_terms(&self) -> Result<Vec<(CustomerRoleId, RoleTerms)>, StoreError>;

    /// [`PriceOwners::version`] as it is now.
    async fn trade_prices_version(&self) -> Result<i64, StoreError>;

    /// Who has prices of his own.
    async fn price_owners(&self) -> Result<PriceOwners, StoreError>;

    /// Companies by name, some of those with a text in it.
    async fn company_names(&self, search: &str, limit: u64) -> Result<Vec<(CompanyId, String)>, StoreError>;

    /// The prices of an owner, by product or variation.
    async fn trade_prices(&self, owner: PriceOwner) -> Result<Vec<(ProductId, TradePrice)>, StoreError>;

    /// Those of some products and variations.
    async fn trade_prices_of(
        &self,
        owner: PriceOwner,
        items: &[ProductId],
    ) -> Result<Vec<(ProductId, TradePrice)>, StoreError>;

    /// Sets prices of an owner, all or none; `None` takes a price away. `false`: there is no such owner, or one of the products is
    /// gone.
    async fn save_trade_prices(
        &self,
        owner: PriceOwner,
        changes: &[(ProductId, Option<TradePrice>)],
    ) -> Result<bool, StoreError>;

    /// Takes all prices of an owner away.
    async fn clear_trade_prices(&self, owner: PriceOwner) -> Result<(), StoreError>;
}
