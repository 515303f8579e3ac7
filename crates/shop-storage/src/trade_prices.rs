//! Prices of roles and companies, and the terms of roles.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::{CompanyId, CustomerRoleId, ProductId};
use shop_core::trade::price::TradePrice;
use shop_core::trade::role::RoleTerms;
use shop_services::ports::{PriceOwner, PriceOwners, StoreError, TradePriceStore};

use crate::counters::Kept;
use crate::db::{Db, Write, list, to_json};
use crate::row::row;
use crate::statement::{Filter, Set, set, value, values};

/// Rows of one statement: each has three values, and SQLite takes 32,766 of them.
const ROWS_AT_ONCE: usize = 1000;

row! {
    struct TermsRow: customer_roles(id) { id: CustomerRoleId, terms: RoleTerms, }
}

row! {
    struct NameRow: companies(id) { id: CompanyId, name: String, }
}

row! {
    struct PriceRow: trade_prices(item_id) { item_id: ProductId, price: TradePrice, }
}

/// The column that names an owner, and his id.
fn owner_column(owner: PriceOwner) -> (&'static str, i64) {
    match owner {
        PriceOwner::Role(id) => ("role_id", id.0),
        PriceOwner::Company(id) => ("company_id", id.0),
    }
}

fn by_item(rows: Vec<PriceRow>) -> Vec<(ProductId, TradePrice)> {
    rows.into_iter().map(|row| (row.item_id, row.price)).collect()
}

#[async_trait]
impl TradePriceStore for Db {
    async fn role_terms(&self) -> Result<Vec<(CustomerRoleId, RoleTerms)>, StoreError> {
        let rows: Vec<TermsRow> = self.list("ORDER BY id", values![]).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.terms)).collect())
    }

    async fn trade_prices_version(&self) -> Result<i64, StoreError> {
        self.number("SELECT value FROM change_counters WHERE name = 'trade_prices'", values![]).await
    }

    async fn price_owners(&self) -> Result<PriceOwners, StoreError> {
        // The version first: what changes while the rest is read is read again next time.
        let version = self.trade_prices_version().await?;
        let roles = "SELECT DISTINCT role_id FROM trade_prices WHERE role_id IS NOT NULL ORDER BY role_id";
        let companies = "SELECT DISTINCT company_id FROM trade_prices WHERE company_id IS NOT NULL ORDER BY company_id";
        Ok(PriceOwners {
            version,
            roles: self.rows::<CustomerRoleId>(roles, values![]).await?,
            companies: self.rows::<CompanyId>(companies, values![]).await?,
        })
    }

    async fn company_names(&self, search: &str, limit: u64) -> Result<Vec<(CompanyId, String)>, StoreError> {
        let mut wanted = Filter::new("1 = 1");
        wanted.and_search(search, &["name"]);
        let rows: Vec<NameRow> = self.some(&wanted, "name, id", (0, limit)).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
    }

    async fn trade_prices(&self, owner: PriceOwner) -> Result<Vec<(ProductId, TradePrice)>, StoreError> {
        let (column, id) = owner_column(owner);
        Ok(by_item(self.list(&format!("WHERE {column} = $1 ORDER BY item_id"), values![id]).await?))
    }

    async fn trade_prices_of(
        &self,
        owner: PriceOwner,
        items: &[ProductId],
    ) -> Result<Vec<(ProductId, TradePrice)>, StoreError> {
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let (column, id) = owner_column(owner);
        let mut wanted = Filter::new("1 = 1");
        wanted.and(&format!("{column} = ?"), id);
        wanted.and_one_of("item_id", items.iter().copied());
        Ok(by_item(self.list_by(wanted, "ORDER BY item_id").await?))
    }

    async fn save_trade_prices(
        &self,
        owner: PriceOwner,
        changes: &[(ProductId, Option<TradePrice>)],
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if !owner_is_there(&write, owner).await? {
            return Ok(false);
        }
        // The last change of an item counts, as it would one by one.
        let changes: BTreeMap<ProductId, &Option<TradePrice>> =
            changes.iter().map(|(id, price)| (*id, price)).collect();
        let ids: Vec<ProductId> = changes.keys().copied().collect();
        let (column, owner_id) = owner_column(owner);
        for part in ids.chunks(ROWS_AT_ONCE) {
            if !items_are_there(&write, part).await? {
                return Ok(false);
            }
            let mut gone = values![owner_id];
            gone.extend(part.iter().map(|id| value(*id)));
            let sql = format!("DELETE FROM trade_prices WHERE {column} = $1 AND item_id IN ({})", list(2, part.len()));
            write.run(&sql, gone).await?;
        }
        let rows = changes.iter().filter_map(|(item, price)| Some((item, price.as_ref()?)));
        let rows: Vec<Set> = rows.map(|(item, price)| new_row(owner, *item, price)).collect::<Result<_, _>>()?;
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let part: Vec<Set> = rows.by_ref().take(ROWS_AT_ONCE).collect();
            write.insert_all("trade_prices", part, "").await?;
        }
        Kept::TradePrices.changed(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn clear_trade_prices(&self, owner: PriceOwner) -> Result<(), StoreError> {
        let (column, id) = owner_column(owner);
        let write = self.begin(true).await?;
        write.run(&format!("DELETE FROM trade_prices WHERE {column} = $1"), values![id]).await?;
        Kept::TradePrices.changed(&write).await?;
        write.commit().await
    }
}

fn new_row(owner: PriceOwner, item_id: ProductId, price: &TradePrice) -> Result<Set, StoreError> {
    let (role_id, company_id) = match owner {
        PriceOwner::Role(id) => (Some(id), None),
        PriceOwner::Company(id) => (None, Some(id)),
    };
    Ok(set! { role_id, company_id, item_id, price: &to_json(price)? })
}

/// Two who set prices of an owner wait for each other at his row.
async fn owner_is_there(write: &Write<'_>, owner: PriceOwner) -> Result<bool, StoreError> {
    let (table, id) = match owner {
        PriceOwner::Role(id) => ("customer_roles", id.0),
        PriceOwner::Company(id) => ("companies", id.0),
    };
    Ok(write.run(&format!("UPDATE {table} SET version = version WHERE id = $1"), values![id]).await? == 1)
}

async fn items_are_there(write: &Write<'_>, ids: &[ProductId]) -> Result<bool, StoreError> {
    let sql = format!("SELECT COUNT(*) FROM products WHERE id IN ({})", list(1, ids.len()));
    let there = write.rows::<i64>(&sql, ids.iter().map(|id| value(*id)).collect()).await?;
    Ok(there.first().copied() == i64::try_from(ids.len()).ok())
}
