//! Prices of roles and companies, and the terms of roles.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use shop_core::base::{CompanyId, CustomerRoleId, ProductId};
use shop_core::trade::price::TradePrice;
use shop_core::trade::role::RoleTerms;
use shop_services::ports::{PriceOwner, PriceOwners, StoreError, TradePriceStore};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write};
use crate::entity::trade_prices::{ActiveModel, Column, Entity};
use crate::entity::{Stored, change_counters, companies, customer_roles, products};
use crate::platform::counters::ChangeCounter;
use crate::search::matches;

/// Rows per statement: each has four values, and SQLite's limit is 32,766.
const ROWS_AT_ONCE: usize = 1000;

#[async_trait]
impl TradePriceStore for Db {
    async fn role_terms(&self) -> Result<Vec<(CustomerRoleId, RoleTerms)>, StoreError> {
        use customer_roles::Column::{Id, Terms};
        let roles = customer_roles::Entity::find().select_only().columns([Id, Terms]).order_by_asc(Id);
        let roles = roles.into_tuple::<(Stored<CustomerRoleId>, Stored<RoleTerms>)>().fetch_all(self).await?;
        Ok(roles.into_iter().map(|(id, terms)| (id.0, terms.0)).collect())
    }

    async fn trade_prices_version(&self) -> Result<i64, StoreError> {
        let counter = change_counters::Entity::find_by_id(ChangeCounter::TradePrices.name())
            .select_only()
            .column(change_counters::Column::Value);
        Ok(counter.into_tuple::<i64>().fetch_one(self).await?.unwrap_or(0))
    }

    async fn price_owners(&self) -> Result<PriceOwners, StoreError> {
        // The version is read first: rows that change during the read are read again next time.
        let version = self.trade_prices_version().await?;
        let roles = owners(Column::RoleId).into_tuple::<Stored<CustomerRoleId>>().fetch_all(self).await?;
        let companies = owners(Column::CompanyId).into_tuple::<Stored<CompanyId>>().fetch_all(self).await?;
        Ok(PriceOwners {
            version,
            roles: roles.into_iter().map(|id| id.0).collect(),
            companies: companies.into_iter().map(|id| id.0).collect(),
        })
    }

    async fn company_names(&self, search: &str, limit: u64) -> Result<Vec<(CompanyId, String)>, StoreError> {
        use companies::Column::{Id, Name};
        let found = companies::Entity::find()
            .select_only()
            .columns([Id, Name])
            .apply_if(matches(search, [Name.into_expr()]), QueryFilter::filter)
            .order_by_asc(Name)
            .order_by_asc(Id)
            .limit(limit)
            .into_tuple::<(Stored<CompanyId>, String)>();
        Ok(found.fetch_all(self).await?.into_iter().map(|(id, name)| (id.0, name)).collect())
    }

    async fn trade_prices(&self, owner: PriceOwner) -> Result<Vec<(ProductId, TradePrice)>, StoreError> {
        prices_by_item(self, Entity::find().filter(is_of(owner))).await
    }

    async fn trade_prices_of(
        &self,
        owner: PriceOwner,
        items: &[ProductId],
    ) -> Result<Vec<(ProductId, TradePrice)>, StoreError> {
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let items = Column::ItemId.is_in(items.iter().copied().map(Stored));
        prices_by_item(self, Entity::find().filter(is_of(owner)).filter(items)).await
    }

    async fn save_trade_prices(
        &self,
        owner: PriceOwner,
        changes: &[(ProductId, Option<TradePrice>)],
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if !lock_owner(&write, owner).await? {
            return Ok(false);
        }
        // The last change of an item wins, as it would one by one.
        let changes: BTreeMap<ProductId, &Option<TradePrice>> =
            changes.iter().map(|(id, price)| (*id, price)).collect();
        let ids: Vec<ProductId> = changes.keys().copied().collect();
        for part in ids.chunks(ROWS_AT_ONCE) {
            if !items_are_there(&write, part).await? {
                return Ok(false);
            }
            let replaced = Column::ItemId.is_in(part.iter().copied().map(Stored));
            Entity::delete_many().filter(is_of(owner)).filter(replaced).run(&write).await?;
        }
        let rows = changes.into_iter().filter_map(|(item, price)| Some(new_row(owner, item, price.as_ref()?)));
        let rows: Vec<ActiveModel> = rows.collect();
        for part in rows.chunks(ROWS_AT_ONCE) {
            Entity::insert_many(part.iter().cloned()).run(&write).await?;
        }
        ChangeCounter::TradePrices.increment(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn clear_trade_prices(&self, owner: PriceOwner) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        Entity::delete_many().filter(is_of(owner)).run(&write).await?;
        ChangeCounter::TradePrices.increment(&write).await?;
        write.commit().await
    }
}

/// Owners that have prices, by the column that references them.
fn owners(column: Column) -> Select<Entity> {
    Entity::find().select_only().distinct().column(column).filter(column.is_not_null()).order_by_asc(column)
}

/// Condition for the prices of an owner.
fn is_of(owner: PriceOwner) -> Expr {
    match owner {
        PriceOwner::Role(id) => Column::RoleId.eq(Stored(id)),
        PriceOwner::Company(id) => Column::CompanyId.eq(Stored(id)),
    }
}

/// Reads prices in the order of their items.
async fn prices_by_item(db: &Db, prices: Select<Entity>) -> Result<Vec<(ProductId, TradePrice)>, StoreError> {
    let rows = prices.order_by_asc(Column::ItemId).fetch_all(db).await?;
    Ok(rows.into_iter().map(|row| (row.item_id.0, row.price.0)).collect())
}

fn new_row(owner: PriceOwner, item: ProductId, price: &TradePrice) -> ActiveModel {
    let (role_id, company_id) = match owner {
        PriceOwner::Role(id) => (Some(Stored(id)), None),
        PriceOwner::Company(id) => (None, Some(Stored(id))),
    };
    ActiveModel {
        role_id: Set(role_id),
        company_id: Set(company_id),
        item_id: Set(Stored(item)),
        price: Set(Stored(price.clone())),
        ..Default::default()
    }
}

/// Locks the row of an owner, so that changes of its prices take turns; returns `false` if there is no such owner.
async fn lock_owner(write: &Write<'_>, owner: PriceOwner) -> Result<bool, StoreError> {
    let locked = match owner {
        PriceOwner::Role(id) => {
            use customer_roles::Column::{Id, Version};
            let lock = customer_roles::Entity::update_many().col_expr(Version, Expr::col(Version));
            lock.filter(Id.eq(Stored(id))).run(write).await?
        }
        PriceOwner::Company(id) => {
            use companies::Column::{Id, Version};
            let lock = companies::Entity::update_many().col_expr(Version, Expr::col(Version));
            lock.filter(Id.eq(Stored(id))).run(write).await?
        }
    };
    Ok(locked == 1)
}

async fn items_are_there(write: &Write<'_>, ids: &[ProductId]) -> Result<bool, StoreError> {
    let items = products::Entity::find().filter(products::Column::Id.is_in(ids.iter().copied().map(Stored)));
    let count = items.fetch_count(write).await?;
    Ok(u64::try_from(ids.len()) == Ok(count))
}
