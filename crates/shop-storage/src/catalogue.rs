//! Products and their variations: one row each, the searched and changed fields as columns, the rest as JSON.

mod read;

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::Value;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::lowest_price::scheduled;
use shop_core::catalogue::product::QuantityRule;
use shop_core::catalogue::product::{Download, ImageRef, Item, Prices, Product, ProductAttribute, TaxStatus};
use shop_core::purchase::PurchaseRules;
use shop_services::ports::{
    CatalogueData, CatalogueStore, Category, SavedProduct, SlugOwner, StockChange, StockMoved, StoreError, TermIds,
    TermsWanted,
};

use crate::db::{Db, Write, col, placeholders, to_json};
use crate::products::keep_slug;
use crate::stock::{count_stock_change, set_stock};

const COLUMNS: &str = "id, parent_id, kind, sku, slug, name, status, visibility, featured, regular_cents, sale_cents, sale_from, \
     sale_to, stock_managed, stock_of_parent, stock_quantity, stock_status, backorders, low_stock_amount, total_sales, rating_sum, \
     rating_count, menu_order, details, created_at, updated_at";

/// What is neither searched nor changed by itself.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Details {
    description: String,
    short_description: String,
    purchase_note: String,
    tax_status: TaxStatus,
    tax_class: String,
    sold_individually: bool,
    #[serde(skip_serializing_if = "QuantityRule::is_empty")]
    quantity: QuantityRule,
    is_virtual: bool,
    downloadable: bool,
    downloads: Vec<Download>,
    download_limit: Option<i64>,
    download_expiry_days: Option<i64>,
    weight_milli: Option<i64>,
    length_milli: Option<i64>,
    width_milli: Option<i64>,
    height_milli: Option<i64>,
    shipping_class: String,
    images: Vec<ImageRef>,
    meta: BTreeMap<String, String>,
    reviews_allowed: bool,
    attributes: Vec<ProductAttribute>,
    variation: BTreeMap<String, String>,
    grouped_ids: Vec<ProductId>,
    upsell_ids: Vec<ProductId>,
    cross_sell_ids: Vec<ProductId>,
    external_url: String,
    button_text: String,
    #[serde(skip_serializing_if = "PurchaseRules::is_empty")]
    purchase: PurchaseRules,
}

/// Tells all processes that the catalogue changed.
pub(crate) async fn count_catalogue_change(write: &Write<'_>) -> Result<(), StoreError> {
    write.run("UPDATE change_counters SET value = value + 1 WHERE name = 'catalogue'", vec![]).await.map(|_| ())
}

impl Db {
    /// Whether there is any product.
    pub async fn has_products(&self) -> Result<bool, StoreError> {
        Ok(self.one("SELECT id FROM products LIMIT 1", vec![]).await?.is_some())
    }
}

#[async_trait]
impl CatalogueStore for Db {
    async fn catalogue_versions(&self) -> Result<(i64, i64), StoreError> {
        let rows =
            self.all("SELECT name, value FROM change_counters WHERE name IN ('catalogue', 'stock')", vec![]).await?;
        let mut out = (0, 0);
        for row in &rows {
            let name: String = col(row, "name")?;
            let value: i64 = col(row, "value")?;
            if name == "stock" { out.1 = value } else { out.0 = value }
        }
        Ok(out)
    }

    async fn load_catalogue(&self) -> Result<CatalogueData, StoreError> {
        // The versions first: what changes while the rows are read is read again next time.
        let (version, stock_version) = self.catalogue_versions().await?;
        let (products, prices) = self.read_products().await?;
        Ok(CatalogueData {
            version,
            stock_version,
            products,
            categories: self.read_categories().await?,
            tags: self.read_tags().await?,
            attributes: self.read_attributes().await?,
            prices,
            former_slugs: self.read_former_slugs().await?,
        })
    }

    async fn ensure_terms(&self, wanted: &TermsWanted) -> Result<TermIds, StoreError> {
        self.write_terms(wanted).await
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
        count_catalogue_change(&write).await?;
        count_stock_change(&write).await?;
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
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.all(sql, vec![id.0.into(), until.into(), limit.into()]).await?;
        rows.iter().map(|row| Ok((Cents(col(row, "price_cents")?), col(row, "since")?))).collect()
    }

    async fn save_categories(&self, categories: &[Category]) -> Result<(), StoreError> {
        self.write_categories(categories).await
    }
}

fn item_details(item: &Item) -> Details {
    Details {
        description: item.description.clone(),
        tax_status: item.tax_status,
        tax_class: item.tax_class.clone(),
        sold_individually: item.sold_individually,
        quantity: item.quantity,
        is_virtual: item.is_virtual,
        downloadable: item.downloadable,
        downloads: item.downloads.clone(),
        download_limit: item.download_limit,
        download_expiry_days: item.download_expiry_days,
        weight_milli: item.weight_milli,
        length_milli: item.length_milli,
        width_milli: item.width_milli,
        height_milli: item.height_milli,
        shipping_class: item.shipping_class.clone(),
        images: item.images.clone(),
        meta: item.meta.clone(),
        ..Details::default()
    }
}

async fn save_product(write: &Write<'_>, product: &Product) -> Result<SavedProduct, StoreError> {
    let details = Details {
        short_description: product.short_description.clone(),
        purchase_note: product.purchase_note.clone(),
        reviews_allowed: product.reviews_allowed,
        attributes: product.attributes.clone(),
        grouped_ids: product.grouped_ids.clone(),
        upsell_ids: product.upsell_ids.clone(),
        cross_sell_ids: product.cross_sell_ids.clone(),
        external_url: product.external_url.clone(),
        button_text: product.button_text.clone(),
        purchase: product.purchase.clone(),
        ..item_details(&product.item)
    };
    let row = ItemRow {
        parent: None,
        kind: product.kind.as_str(),
        slug: product.slug.clone(),
        visibility: product.visibility.as_str(),
        featured: product.featured,
        stock_of_parent: false,
        details,
    };
    let id = save_item(write, &product.item, &row, product).await?;
    save_links(write, "product_categories", "category_id", id, product.category_ids.iter().map(|c| c.0)).await?;
    save_links(write, "product_tags", "tag_id", id, product.tag_ids.iter().map(|t| t.0)).await?;
    let mut variation_ids = Vec::with_capacity(product.variations.len());
    for variation in &product.variations {
        let slug = shop_core::base::text::slugify(&variation.item.name);
        let row = ItemRow {
            parent: Some(id),
            kind: "variation",
            // Variations have no address of their own: the parent's slug and their place keep the column unique.
            slug: format!("{slug}-v{id}-{}", variation_ids.len() + 1),
            visibility: "visible",
            featured: false,
            stock_of_parent: variation.stock_of_parent,
            details: Details { variation: variation.attributes.clone(), ..item_details(&variation.item) },
        };
        variation_ids.push(ProductId(save_item(write, &variation.item, &row, product).await?));
    }
    if product.item.id.0 > 0 {
        let mut values: Vec<Value> = vec![id.into()];
        values.extend(variation_ids.iter().map(|v| Value::from(v.0)));
        let keep = if variation_ids.is_empty() {
            String::new()
        } else {
            format!(" AND id NOT IN ({})", crate::db::list(2, variation_ids.len()))
        };
        write.run(&format!("DELETE FROM products WHERE parent_id = $1{keep}"), values).await?;
    }
    Ok(SavedProduct { id: ProductId(id), variation_ids })
}

/// Columns that orders and reviews change, and no edit of a product.
const MOVING: [&str; 4] = ["stock_quantity", "total_sales", "rating_sum", "rating_count"];

struct ItemRow {
    parent: Option<i64>,
    kind: &'static str,
    slug: String,
    visibility: &'static str,
    featured: bool,
    stock_of_parent: bool,
    details: Details,
}

async fn save_item(write: &Write<'_>, item: &Item, row: &ItemRow, product: &Product) -> Result<i64, StoreError> {
    let sku = (!item.sku.is_empty()).then(|| item.sku.clone());
    let mut values: Vec<Value> = vec![
        row.parent.into(),
        row.kind.into(),
        sku.into(),
        row.slug.as_str().into(),
        item.name.as_str().into(),
        item.status.as_str().into(),
        row.visibility.into(),
        row.featured.into(),
        item.prices.regular.map(|c| c.0).into(),
        item.prices.sale.map(|c| c.0).into(),
        item.prices.sale_from.into(),
        item.prices.sale_to.into(),
        item.stock.managed.into(),
        row.stock_of_parent.into(),
        item.stock.quantity.into(),
        item.stock.status.as_str().into(),
        item.stock.backorders.as_str().into(),
        item.stock.low_amount.into(),
        product.total_sales.into(),
        product.rating_sum.into(),
        product.rating_count.into(),
        item.menu_order.into(),
        to_json(&row.details)?.into(),
        product.updated_at.into(),
    ];
    let names = "parent_id, kind, sku, slug, name, status, visibility, featured, regular_cents, sale_cents, sale_from, sale_to, \
         stock_managed, stock_of_parent, stock_quantity, stock_status, backorders, low_stock_amount, total_sales, rating_sum, \
         rating_count, menu_order, details, updated_at";
    let price_now = item.prices.current(product.updated_at).map(|c| c.0);
    if item.id.0 > 0 {
        if row.parent.is_none() {
            keep_slug(write, SlugOwner::Product, item.id.0, &row.slug).await?;
        }
        // What moves while a product is edited keeps its value; its number is used all the same, so that all are given.
        let set = |(n, name): (usize, &str)| {
            let name = name.trim();
            if MOVING.contains(&name) {
                format!("{name} = COALESCE({name}, ${})", n + 1)
            } else {
                format!("{name} = ${}", n + 1)
            }
        };
        let sets: Vec<String> = names.split(',').enumerate().map(set).collect();
        values.push(item.id.0.into());
        let sql = format!("UPDATE products SET {} WHERE id = ${}", sets.join(", "), values.len());
        let changed = write.run(&sql, values).await?;
        if changed != 1 {
            return Err(StoreError::Refused(format!("product {} is not stored", item.id)));
        }
        note_price(write, item.id.0, price_now, product.updated_at).await?;
        note_schedule(write, item.id.0, &item.prices, product.updated_at).await?;
        return Ok(item.id.0);
    }
    values.push(product.created_at.into());
    let sql =
        format!("INSERT INTO products ({names}, created_at) VALUES {} RETURNING id", placeholders(1, values.len()));
    let stored =
        write.one(&sql, values).await?.ok_or_else(|| StoreError::Refused("an insert returned no id".into()))?;
    let id: i64 = col(&stored, "id")?;
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
        add_price(write, id, step.price.0, step.since).await?;
    }
    Ok(())
}

/// Writes the price to the history when it differs from the last one. What was to come is struck out.
async fn note_price(write: &Write<'_>, id: i64, price: Option<i64>, now: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM price_history WHERE product_id = $1 AND since > $2";
    write.run(sql, vec![id.into(), now.into()]).await?;
    let Some(price) = price else { return Ok(()) };
    let sql = "SELECT price_cents FROM price_history WHERE product_id = $1 ORDER BY since DESC, id DESC LIMIT 1";
    let last: Option<i64> = write.one(sql, vec![id.into()]).await?.map(|row| col(&row, "price_cents")).transpose()?;
    if last == Some(price) { Ok(()) } else { add_price(write, id, price, now).await }
}

async fn add_price(write: &Write<'_>, id: i64, cents: i64, now: i64) -> Result<(), StoreError> {
    let sql = "INSERT INTO price_history (product_id, price_cents, since) VALUES ($1, $2, $3)";
    write.run(sql, vec![id.into(), cents.into(), now.into()]).await.map(|_| ())
}

async fn save_links(
    write: &Write<'_>,
    table: &str,
    column: &str,
    id: i64,
    terms: impl Iterator<Item = i64>,
) -> Result<(), StoreError> {
    write.run(&format!("DELETE FROM {table} WHERE product_id = $1"), vec![id.into()]).await?;
    let mut values: Vec<Value> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for (position, term) in (0_i64..).zip(terms.filter(|t| seen.insert(*t))) {
        values.extend([id.into(), term.into(), position.into()]);
    }
    if values.is_empty() {
        return Ok(());
    }
    let rows = values.len() / 3;
    let sql = format!("INSERT INTO {table} (product_id, {column}, position) VALUES {}", placeholders(rows, 3));
    write.run(&sql, values).await.map(|_| ())
}
