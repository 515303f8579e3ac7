//! Reading products: rows some at a time, with their terms and prices.

use std::collections::{BTreeMap, HashMap};

use sea_orm::QueryResult;
use shop_core::base::{CategoryId, Cents, ProductId, TagId};
use shop_core::catalogue::lowest_price::PriceStep;
use shop_core::catalogue::product::{
    Backorders, Item, Prices, Product, ProductKind, PublishStatus, Stock, StockStatus, Variation, Visibility,
};
use shop_services::ports::StoreError;
use tokio::task::{JoinHandle, spawn_blocking};

use super::{COLUMNS, Details};
use crate::db::{Db, col, json};

/// Rows of products that are in memory at once while the catalogue is read.
const ROWS_AT_ONCE: i64 = 4000;
const CATEGORY_LINKS: &str = "SELECT product_id, category_id AS term FROM product_categories WHERE product_id > $1 AND product_id <= $2 \
     ORDER BY product_id, position";
const TAG_LINKS: &str = "SELECT product_id, tag_id AS term FROM product_tags WHERE product_id > $1 AND product_id <= $2 \
     ORDER BY product_id, position";

/// Steps of prices by product or variation.
type PriceSteps = BTreeMap<ProductId, Vec<PriceStep>>;

impl Db {
    /// All products and the steps of their prices. Read some at a time, so that the rows of a large catalogue are never in memory
    /// all at once.
    pub(super) async fn read_products(&self) -> Result<(Vec<Product>, PriceSteps), StoreError> {
        let mut out: Vec<Product> = Vec::new();
        let mut variations: Vec<(i64, Variation)> = Vec::new();
        let mut prices = PriceSteps::new();
        let mut reading: Option<JoinHandle<Result<ProductsRead, StoreError>>> = None;
        let sql = format!("SELECT {COLUMNS} FROM products WHERE id > $1 ORDER BY id LIMIT $2");
        let mut after = i64::MIN;
        loop {
            let rows = self.all(&sql, vec![after.into(), ROWS_AT_ONCE.into()]).await?;
            let last = rows.last().map(|row| col::<i64>(row, "id")).transpose()?;
            let links = match last {
                Some(last) => Some((
                    self.read_links(CATEGORY_LINKS, (after, last)).await?,
                    self.read_links(TAG_LINKS, (after, last)).await?,
                )),
                None => None,
            };
            // While the next rows come, those before are made into products.
            if let Some(before) = reading.take() {
                let read = before.await.map_err(|error| StoreError::Refused(error.to_string()))??;
                out.extend(read.0);
                variations.extend(read.1);
            }
            let (Some(last), Some((categories, tags))) = (last, links) else { break };
            reading = Some(spawn_blocking(move || read_rows(&rows, categories, tags)));
            self.read_prices(&mut prices, (after, last)).await?;
            after = last;
        }
        let places: HashMap<i64, usize> = out.iter().enumerate().map(|(n, product)| (product.item.id.0, n)).collect();
        for (parent, variation) in variations {
            if let Some(product) = places.get(&parent).and_then(|n| out.get_mut(*n)) {
                product.variations.push(variation);
            }
        }
        for product in &mut out {
            product.variations.sort_by_key(|v| (v.item.menu_order, v.item.id));
        }
        Ok((out, prices))
    }

    /// Terms of the products after one id and up to another.
    async fn read_links(&self, sql: &str, (after, last): (i64, i64)) -> Result<Links, StoreError> {
        let mut out = Links::new();
        for row in &self.all(sql, vec![after.into(), last.into()]).await? {
            out.entry(col(row, "product_id")?).or_default().push(col(row, "term")?);
        }
        Ok(out)
    }

    /// The prices that held and those that schedules bring, in the order of time.
    async fn read_prices(&self, out: &mut PriceSteps, (after, last): (i64, i64)) -> Result<(), StoreError> {
        let sql = "SELECT product_id, price_cents, since FROM price_history WHERE product_id > $1 AND product_id <= $2 \
             ORDER BY product_id, since, id";
        for row in &self.all(sql, vec![after.into(), last.into()]).await? {
            let step = PriceStep { since: col(row, "since")?, price: Cents(col(row, "price_cents")?) };
            out.entry(ProductId(col(row, "product_id")?)).or_default().push(step);
        }
        Ok(())
    }
}

/// Products without their variations, and variations by their product.
type ProductsRead = (Vec<Product>, Vec<(i64, Variation)>);
/// Terms by product.
type Links = HashMap<i64, Vec<i64>>;

fn read_rows(rows: &[QueryResult], mut categories: Links, mut tags: Links) -> Result<ProductsRead, StoreError> {
    let (mut out, mut variations) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        let parent: Option<i64> = col(row, "parent_id")?;
        let (item, details, kind) = read_item(row)?;
        if let Some(parent) = parent {
            let stock_of_parent = col(row, "stock_of_parent")?;
            variations.push((parent, Variation { stock_of_parent, attributes: details.variation, item }));
            continue;
        }
        let category_ids = categories.remove(&item.id.0).unwrap_or_default().into_iter().map(CategoryId).collect();
        let tag_ids = tags.remove(&item.id.0).unwrap_or_default().into_iter().map(TagId).collect();
        out.push(read_product(row, item, details, kind, category_ids, tag_ids)?);
    }
    Ok((out, variations))
}

fn read_product(
    row: &QueryResult,
    item: Item,
    details: Details,
    kind: ProductKind,
    category_ids: Vec<CategoryId>,
    tag_ids: Vec<TagId>,
) -> Result<Product, StoreError> {
    let visibility: String = col(row, "visibility")?;
    Ok(Product {
        kind,
        slug: col(row, "slug")?,
        visibility: Visibility::parse(&visibility).unwrap_or_default(),
        featured: col(row, "featured")?,
        short_description: details.short_description,
        purchase_note: details.purchase_note,
        reviews_allowed: details.reviews_allowed,
        category_ids,
        tag_ids,
        attributes: details.attributes,
        variations: Vec::new(),
        grouped_ids: details.grouped_ids,
        upsell_ids: details.upsell_ids,
        cross_sell_ids: details.cross_sell_ids,
        external_url: details.external_url,
        button_text: details.button_text,
        purchase: details.purchase,
        created_at: col(row, "created_at")?,
        updated_at: col(row, "updated_at")?,
        total_sales: col(row, "total_sales")?,
        rating_sum: col(row, "rating_sum")?,
        rating_count: col(row, "rating_count")?,
        item,
    })
}

fn read_item(row: &QueryResult) -> Result<(Item, Details, ProductKind), StoreError> {
    let id: i64 = col(row, "id")?;
    let text: String = col(row, "details")?;
    let mut details: Details = json(&text, "products", id)?;
    let word = |name: &str| col::<String>(row, name);
    let item = Item {
        id: ProductId(id),
        sku: col::<Option<String>>(row, "sku")?.unwrap_or_default(),
        name: col(row, "name")?,
        status: PublishStatus::parse(&word("status")?).unwrap_or(PublishStatus::Draft),
        description: std::mem::take(&mut details.description),
        prices: Prices {
            regular: col::<Option<i64>>(row, "regular_cents")?.map(Cents),
            sale: col::<Option<i64>>(row, "sale_cents")?.map(Cents),
            sale_from: col(row, "sale_from")?,
            sale_to: col(row, "sale_to")?,
        },
        tax_status: details.tax_status,
        tax_class: std::mem::take(&mut details.tax_class),
        stock: Stock {
            managed: col(row, "stock_managed")?,
            quantity: col(row, "stock_quantity")?,
            status: StockStatus::parse(&word("stock_status")?).unwrap_or_default(),
            backorders: Backorders::parse(&word("backorders")?).unwrap_or_default(),
            low_amount: col(row, "low_stock_amount")?,
        },
        sold_individually: details.sold_individually,
        quantity: details.quantity,
        is_virtual: details.is_virtual,
        downloadable: details.downloadable,
        downloads: std::mem::take(&mut details.downloads),
        download_limit: details.download_limit,
        download_expiry_days: details.download_expiry_days,
        weight_milli: details.weight_milli,
        length_milli: details.length_milli,
        width_milli: details.width_milli,
        height_milli: details.height_milli,
        shipping_class: std::mem::take(&mut details.shipping_class),
        images: std::mem::take(&mut details.images),
        menu_order: col(row, "menu_order")?,
        meta: std::mem::take(&mut details.meta),
    };
    let kind = ProductKind::parse(&word("kind")?).unwrap_or_default();
    Ok((item, details, kind))
}
