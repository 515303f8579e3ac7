//! Products and their variations: one row each, the searched and changed fields as columns, the rest as JSON.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use serde::{Deserialize, Serialize};
use shop_core::catalogue::product::QuantityRule;
use shop_core::catalogue::product::{
    Backorders, Download, ImageRef, Item, Prices, Product, ProductAttribute, ProductKind, PublishStatus, Stock,
    StockStatus, TaxStatus, UnixSeconds, Variation, Visibility,
};
use shop_core::ids::{CategoryId, ProductId, TagId};
use shop_core::lowest_price::{PriceStep, scheduled};
use shop_core::money::Cents;
use shop_core::purchase::PurchaseRules;
use shop_services::ports::{
    CatalogueData, CatalogueStore, Category, SavedProduct, SlugOwner, StockChange, StockMoved, StoreError, TermIds,
    TermsWanted,
};

use crate::db::{Db, Write, col, json, placeholders, to_json};
use crate::products::keep_slug;
use crate::stock::{count_stock_change, set_stock};

const COLUMNS: &str = "id, parent_id, kind, sku, slug, name, status, visibility, featured, regular_cents, sale_cents, sale_from, \
     sale_to, stock_managed, stock_of_parent, stock_quantity, stock_status, backorders, low_stock_amount, total_sales, rating_sum, \
     rating_count, menu_order, details, created_at, updated_at";

/// Rows of products that are in memory at once while the catalogue is read.
const ROWS_AT_ONCE: i64 = 4000;
const CATEGORY_LINKS: &str = "SELECT product_id, category_id AS term FROM product_categories WHERE product_id > $1 AND product_id <= $2 \
     ORDER BY product_id, position";
const TAG_LINKS: &str = "SELECT product_id, tag_id AS term FROM product_tags WHERE product_id > $1 AND product_id <= $2 \
     ORDER BY product_id, position";

/// Steps of prices by product or variation.
type PriceSteps = BTreeMap<ProductId, Vec<PriceStep>>;

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

impl Db {
    /// All products and the steps of their prices. Read some at a time, so that the rows of a large catalogue are never in memory
    /// all at once.
    async fn read_products(&self) -> Result<(Vec<Product>, PriceSteps), StoreError> {
        let mut out: Vec<Product> = Vec::new();
        let mut places: HashMap<i64, usize> = HashMap::new();
        let mut variations: Vec<(i64, Variation)> = Vec::new();
        let mut prices = PriceSteps::new();
        let sql = format!("SELECT {COLUMNS} FROM products WHERE id > $1 ORDER BY id LIMIT $2");
        let mut after = i64::MIN;
        loop {
            let rows = self.all(&sql, vec![after.into(), ROWS_AT_ONCE.into()]).await?;
            let Some(last) = rows.last() else { break };
            let span = (after, col::<i64>(last, "id")?);
            let categories = self.read_links(CATEGORY_LINKS, span).await?;
            let tags = self.read_links(TAG_LINKS, span).await?;
            self.read_prices(&mut prices, span).await?;
            for row in &rows {
                let parent: Option<i64> = col(row, "parent_id")?;
                let (item, details, kind) = read_item(row)?;
                if let Some(parent) = parent {
                    let stock_of_parent = col(row, "stock_of_parent")?;
                    variations.push((parent, Variation { stock_of_parent, attributes: details.variation, item }));
                    continue;
                }
                let links = |map: &HashMap<i64, Vec<i64>>| map.get(&item.id.0).cloned().unwrap_or_default();
                let category_ids = links(&categories).into_iter().map(CategoryId).collect();
                let tag_ids = links(&tags).into_iter().map(TagId).collect();
                places.insert(item.id.0, out.len());
                out.push(read_product(row, item, details, kind, category_ids, tag_ids)?);
            }
            after = span.1;
        }
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
    async fn read_links(&self, sql: &str, (after, last): (i64, i64)) -> Result<HashMap<i64, Vec<i64>>, StoreError> {
        let mut out: HashMap<i64, Vec<i64>> = HashMap::new();
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
        let slug = shop_core::text::slugify(&variation.item.name);
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
