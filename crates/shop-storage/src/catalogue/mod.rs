//! Products, their variations and their terms.

mod categories;
mod products;
mod read;
mod reviews;
mod save;
mod slugs;
pub(crate) mod stock;
mod terms;

use async_trait::async_trait;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::Product;
use shop_services::ports::{
    CatalogueData, CatalogueStore, Category, SavedProduct, StockChange, StockMoved, StoreError, TermIds, TermsWanted,
};

use self::categories::{read_attributes, read_categories, read_tags, write_categories, write_terms};
use self::read::read_products;
use self::save::save_product;
use self::slugs::read_former_slugs;
use self::stock::set_stock;
use crate::db::Db;
use crate::db::fetch::{Fetch, FetchSome};
use crate::entity::{Stored, change_counters, price_history, products as product_rows};
use crate::platform::counters::ChangeCounter;

impl Db {
    /// Whether there is any product.
    pub async fn has_products(&self) -> Result<bool, StoreError> {
        product_rows::Entity::find().fetch_exists(self).await
    }
}

#[async_trait]
impl CatalogueStore for Db {
    async fn catalogue_versions(&self) -> Result<(i64, i64), StoreError> {
        let counters = change_counters::Entity::find()
            .filter(change_counters::Column::Name.is_in([ChangeCounter::Catalogue.name(), ChangeCounter::Stock.name()]))
            .fetch_all(self)
            .await?;
        let mut out = (0, 0);
        for counter in counters {
            if counter.name == ChangeCounter::Stock.name() { out.1 = counter.value } else { out.0 = counter.value }
        }
        Ok(out)
    }

    async fn load_catalogue(&self) -> Result<CatalogueData, StoreError> {
        // The versions are read first: rows that change during the read are read again next time.
        let (version, stock_version) = self.catalogue_versions().await?;
        let (products, prices) = read_products(self).await?;
        Ok(CatalogueData {
            version,
            stock_version,
            products,
            categories: read_categories(self).await?,
            tags: read_tags(self).await?,
            attributes: read_attributes(self).await?,
            prices,
            former_slugs: read_former_slugs(self).await?,
        })
    }

    async fn ensure_terms(&self, wanted: &TermsWanted) -> Result<TermIds, StoreError> {
        write_terms(self, wanted).await
    }

    async fn save_products(
        &self,
        products: &[Product],
        stock: &[StockChange],
    ) -> Result<Result<Vec<SavedProduct>, StockMoved>, StoreError> {
        let write = self.begin(true).await?;
        if let Some(moved) = set_stock(&write, stock).await? {
            return Ok(Err(moved));
        }
        let mut out = Vec::with_capacity(products.len());
        for product in products {
            out.push(save_product(&write, product).await?);
        }
        ChangeCounter::Catalogue.increment(&write).await?;
        ChangeCounter::Stock.increment(&write).await?;
        write.commit().await?;
        Ok(Ok(out))
    }

    async fn price_history(
        &self,
        id: ProductId,
        until: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<(Cents, UnixSeconds)>, StoreError> {
        use price_history::{Column, Entity};
        let rows = Entity::find()
            .select_only()
            .columns([Column::PriceCents, Column::Since])
            .filter(Column::ProductId.eq(Stored(id)))
            .filter(Column::Since.lte(until))
            .order_by_desc(Column::Since)
            .order_by_desc(Column::Id)
            .limit(limit)
            .into_tuple::<(Stored<Cents>, UnixSeconds)>()
            .fetch_all(self)
            .await?;
        Ok(rows.into_iter().map(|(price, since)| (price.0, since)).collect())
    }

    async fn save_categories(&self, categories: &[Category]) -> Result<(), StoreError> {
        write_categories(self, categories).await
    }
}
