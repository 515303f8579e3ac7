//! Reading products: rows some at a time, with their terms and prices.

use std::collections::{BTreeMap, HashMap};

use sea_orm::QueryResult;
use shop_core::base::{CategoryId, ProductId, TagId};
use shop_core::catalogue::lowest_price::PriceStep;
use shop_core::catalogue::product::{Product, Variation};
use shop_services::boundary::external;
use shop_services::ports::StoreError;
use tokio::task::{JoinHandle, spawn_blocking};

use super::table::ProductRow;
use crate::db::{Db, fault};
use crate::row::{Read, Row, row};
use crate::statement::values;

/// Rows of products that are in memory at once while the catalogue is read.
const ROWS_AT_ONCE: i64 = 4000;
const CATEGORY_LINKS: &str = "SELECT product_id, category_id FROM product_categories WHERE product_id > $1 AND product_id <= $2 \
     ORDER BY product_id, position";
const TAG_LINKS: &str = "SELECT product_id, tag_id FROM product_tags WHERE product_id > $1 AND product_id <= $2 \
     ORDER BY product_id, position";

/// A price of a product from a moment on.
struct StepOf {
    product_id: ProductId,
    step: PriceStep,
}

row! {
    StepOf: price_history(+id) { product_id, step: PriceStep { since, price: price_cents }, }
}

/// Steps of prices by product or variation.
type PriceSteps = BTreeMap<ProductId, Vec<PriceStep>>;

/// All products and the steps of their prices. Read some at a time, so that the rows of a large catalogue are never in memory
/// all at once.
pub(super) async fn read_products(db: &Db) -> Result<(Vec<Product>, PriceSteps), StoreError> {
    let mut out: Vec<Product> = Vec::new();
    let mut variations: Vec<(i64, Variation)> = Vec::new();
    let mut prices = PriceSteps::new();
    let mut reading: Option<JoinHandle<Result<ProductsRead, StoreError>>> = None;
    let sql = format!("SELECT {} FROM products WHERE id > $1 ORDER BY id LIMIT $2", ProductRow::COLUMNS);
    let mut after = i64::MIN;
    loop {
        let rows = db.all(&sql, values![after, ROWS_AT_ONCE]).await?;
        let last = rows.last().map(|row| row.try_get::<i64>("", "id").map_err(fault)).transpose()?;
        let links = match last {
            Some(last) => Some((
                read_links(db, CATEGORY_LINKS, (after, last)).await?,
                read_links(db, TAG_LINKS, (after, last)).await?,
            )),
            None => None,
        };
        // While the next rows come, those before are made into products.
        if let Some(before) = reading.take() {
            let read = external(before).await.map_err(|error| StoreError::Refused(error.to_string()))??;
            out.extend(read.0);
            variations.extend(read.1);
        }
        let (Some(last), Some((categories, tags))) = (last, links) else { break };
        reading = Some(spawn_blocking(move || read_rows(&rows, categories, tags)));
        read_prices(db, &mut prices, (after, last)).await?;
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
async fn read_links(db: &Db, sql: &str, (after, last): (i64, i64)) -> Result<Links, StoreError> {
    let mut out = Links::new();
    for (product, term) in db.rows::<(i64, i64)>(sql, values![after, last]).await? {
        out.entry(product).or_default().push(term);
    }
    Ok(out)
}

/// The prices that held and those that schedules bring, in the order of time.
async fn read_prices(db: &Db, out: &mut PriceSteps, (after, last): (i64, i64)) -> Result<(), StoreError> {
    let rest = "WHERE product_id > $1 AND product_id <= $2 ORDER BY product_id, since, id";
    for StepOf { product_id, step } in db.list(rest, values![after, last]).await? {
        out.entry(product_id).or_default().push(step);
    }
    Ok(())
}

/// Products without their variations, and variations by their product.
type ProductsRead = (Vec<Product>, Vec<(i64, Variation)>);
/// Terms by product.
type Links = HashMap<i64, Vec<i64>>;

fn read_rows(rows: &[QueryResult], mut categories: Links, mut tags: Links) -> Result<ProductsRead, StoreError> {
    let (mut out, mut variations) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        let row = ProductRow::read(row)?;
        if let Some(parent) = row.parent() {
            variations.push((parent, row.variation()));
            continue;
        }
        let mut product = row.product()?;
        let id = product.item.id.0;
        product.category_ids = categories.remove(&id).unwrap_or_default().into_iter().map(CategoryId).collect();
        product.tag_ids = tags.remove(&id).unwrap_or_default().into_iter().map(TagId).collect();
        out.push(product);
    }
    Ok((out, variations))
}
