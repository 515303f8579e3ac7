//! Products and their variations: one row each, the searched and changed fields as columns, the rest as JSON.

mod read;
mod table;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::lowest_price::scheduled;
use shop_core::catalogue::product::{Item, Prices, Product};
use shop_services::ports::{
    CatalogueData, CatalogueStore, Category, SavedProduct, SlugOwner, StockChange, StockMoved, StoreError, TermIds,
    TermsWanted,
};

use self::table::{Place, changed, new};
use crate::catalogue::read::read_products;
use crate::categories::{read_attributes, write_categories, write_terms};
use crate::counters::Kept;
use crate::db::{Db, Write, list};
use crate::slugs::keep_slug;
use crate::statement::{Set, set, value, values};
use crate::stock::set_stock;

impl Db {
    /// Whether there is any product.
    pub async fn has_products(&self) -> Result<bool, StoreError> {
        self.has("SELECT id FROM products LIMIT 1", values![]).await
    }
}

#[async_trait]
impl CatalogueStore for Db {
    async fn catalogue_versions(&self) -> Result<(i64, i64), StoreError> {
        let sql = "SELECT name, value FROM change_counters WHERE name IN ('catalogue', 'stock')";
        let mut out = (0, 0);
        for (name, value) in self.rows::<(String, i64)>(sql, values![]).await? {
            if name == "stock" { out.1 = value } else { out.0 = value }
        }
        Ok(out)
    }

    async fn load_catalogue(&self) -> Result<CatalogueData, StoreError> {
        // The versions first: what changes while the rows are read is read again next time.
        let (version, stock_version) = self.catalogue_versions().await?;
        let (products, prices) = read_products(self).await?;
        Ok(CatalogueData {
            version,
            stock_version,
            products,
            categories: self.list("ORDER BY position, id", values![]).await?,
            tags: self.list("ORDER BY id", values![]).await?,
            attributes: read_attributes(self).await?,
            prices,
            former_slugs: self.list("", values![]).await?,
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
        Kept::Catalogue.changed(&write).await?;
        Kept::Stock.changed(&write).await?;
        write.commit().await?;
        Ok(Ok(out))
    }

    async fn price_history(
        &self,
        id: ProductId,
        until: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<(Cents, UnixSeconds)>, StoreError> {
        let sql = "SELECT price_cents, since FROM price_history WHERE product_id = $1 AND since <= $2 \
             ORDER BY since DESC, id DESC LIMIT $3";
        self.rows(sql, values![id, until, limit]).await
    }

    async fn save_categories(&self, categories: &[Category]) -> Result<(), StoreError> {
        write_categories(self, categories).await
    }
}

async fn save_product(write: &Write<'_>, product: &Product) -> Result<SavedProduct, StoreError> {
    let id = save_item(write, product, &product.item, &Place::Product).await?;
    save_links(write, "product_categories", "category_id", id, product.category_ids.iter().map(|c| c.0)).await?;
    save_links(write, "product_tags", "tag_id", id, product.tag_ids.iter().map(|t| t.0)).await?;
    let mut variation_ids = Vec::with_capacity(product.variations.len());
    for variation in &product.variations {
        let slug = shop_core::base::text::slugify(&variation.item.name);
        // Variations have no address of their own: the parent's slug and their place keep the column unique.
        let slug = format!("{slug}-v{id}-{}", variation_ids.len() + 1);
        let place = Place::Variation { variation, parent: id, slug };
        variation_ids.push(ProductId(save_item(write, product, &variation.item, &place).await?));
    }
    if product.item.id.0 > 0 {
        let mut values = values![id];
        values.extend(variation_ids.iter().map(|id| value(*id)));
        let keep = if variation_ids.is_empty() {
            String::new()
        } else {
            format!(" AND id NOT IN ({})", list(2, variation_ids.len()))
        };
        write.run(&format!("DELETE FROM products WHERE parent_id = $1{keep}"), values).await?;
    }
    Ok(SavedProduct { id: ProductId(id), variation_ids })
}

async fn save_item(write: &Write<'_>, product: &Product, item: &Item, place: &Place<'_>) -> Result<i64, StoreError> {
    let price_now = item.prices.current(product.updated_at);
    if item.id.0 > 0 {
        if matches!(place, Place::Product) {
            keep_slug(write, SlugOwner::Product, item.id.0, &product.slug).await?;
        }
        let row = changed(product, item, place)?;
        if write.update("products", row, "id = $1", values![item.id]).await? != 1 {
            return Err(StoreError::Refused(format!("product {} is not stored", item.id)));
        }
        note_price(write, item.id.0, price_now, product.updated_at).await?;
        note_schedule(write, item.id.0, &item.prices, product.updated_at).await?;
        return Ok(item.id.0);
    }
    let id = write.insert_new("products", new(product, item, place)?).await?;
    if let Some(cents) = price_now {
        add_price(write, id, cents, product.updated_at).await?;
    }
    note_schedule(write, id, &item.prices, product.updated_at).await?;
    Ok(id)
}

/// Writes down what the schedule will bring, in the place of what an earlier one would have brought: nobody writes when a
/// reduction begins or ends by itself.
async fn note_schedule(write: &Write<'_>, id: i64, prices: &Prices, now: i64) -> Result<(), StoreError> {
    for step in scheduled(prices, now) {
        add_price(write, id, step.price, step.since).await?;
    }
    Ok(())
}

/// Writes the price to the history when it differs from the last one. What was to come is struck out.
async fn note_price(write: &Write<'_>, id: i64, price: Option<Cents>, now: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM price_history WHERE product_id = $1 AND since > $2";
    write.run(sql, values![id, now]).await?;
    let Some(price) = price else { return Ok(()) };
    let sql = "SELECT price_cents FROM price_history WHERE product_id = $1 ORDER BY since DESC, id DESC LIMIT 1";
    if write.row(sql, values![id]).await? == Some(price) { Ok(()) } else { add_price(write, id, price, now).await }
}

async fn add_price(write: &Write<'_>, id: i64, price: Cents, since: i64) -> Result<(), StoreError> {
    write.insert("price_history", set! { product_id: id, price_cents: price, since }).await
}

async fn save_links(
    write: &Write<'_>,
    table: &str,
    column: &'static str,
    id: i64,
    terms: impl Iterator<Item = i64>,
) -> Result<(), StoreError> {
    write.run(&format!("DELETE FROM {table} WHERE product_id = $1"), values![id]).await?;
    let mut seen = std::collections::BTreeSet::new();
    let link = |(position, term): (usize, i64)| {
        let mut row = set! { product_id: id, position };
        row.value(column, term);
        row
    };
    let links: Vec<Set> = terms.filter(|term| seen.insert(*term)).enumerate().map(link).collect();
    if links.is_empty() {
        return Ok(());
    }
    write.insert_all(table, links, "").await.map(|_| ())
}
