//! Reads products in chunks, with their terms and prices.

use std::collections::{BTreeMap, HashMap};

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QueryResult, QuerySelect, QueryTrait,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CategoryId, Cents, ProductId, TagId};
use shop_core::catalogue::lowest_price::PriceStep;
use shop_core::catalogue::product::{Product, Variation};
use shop_services::platform::boundary::external;
use shop_services::ports::StoreError;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::db::fetch::{Fetch, parse_row};
use crate::db::{Db, store_error};
use crate::entity::products::ProductRow;
use crate::entity::{Stored, price_history, product_categories, product_tags, products};

/// Maximum number of product rows in memory while the catalogue is read.
const ROWS_AT_ONCE: u64 = 4000;

/// Steps of prices by product or variation.
type PriceSteps = BTreeMap<ProductId, Vec<PriceStep>>;
/// Products without their variations, and variations by their product.
type ProductsRead = (Vec<Product>, Vec<(ProductId, Variation)>);
/// Terms by product, in their order.
type Links<T> = HashMap<ProductId, Vec<T>>;
/// Range of ids, exclusive start and inclusive end.
type Span = (i64, i64);

/// Reads all products and their price steps in chunks, so that the rows of a large catalogue are never in memory all at once.
pub(super) async fn read_products(db: &Db) -> Result<(Vec<Product>, PriceSteps), StoreError> {
    let mut out: Vec<Product> = Vec::new();
    let mut variations: Vec<(ProductId, Variation)> = Vec::new();
    let mut prices = PriceSteps::new();
    let mut reading: Option<JoinHandle<Result<ProductsRead, StoreError>>> = None;
    let mut after = i64::MIN;
    loop {
        // Undecoded: the documents of a large catalogue are parsed on another thread while queries run.
        let rows = products::Entity::find()
            .filter(products::Column::Id.gt(after))
            .order_by_asc(products::Column::Id)
            .limit(ROWS_AT_ONCE);
        let rows = db.query_all(rows.as_query()).await.map_err(store_error)?;
        let last = rows.last().map(|row| row.try_get::<i64>("", "id").map_err(store_error)).transpose()?;
        let links = match last {
            Some(last) => Some((read_categories(db, (after, last)).await?, read_tags(db, (after, last)).await?)),
            None => None,
        };
        // The previous chunk is decoded while the next one is fetched.
        if let Some(before) = reading.take() {
            let read = external(before).await.map_err(|error| StoreError::Refused(error.to_string()))??;
            out.extend(read.0);
            variations.extend(read.1);
        }
        let (Some(last), Some((categories, tags))) = (last, links) else { break };
        reading = Some(spawn_blocking(move || decode_rows(&rows, categories, tags)));
        read_prices(db, &mut prices, (after, last)).await?;
        after = last;
    }
    attach_variations(&mut out, variations);
    Ok((out, prices))
}

/// Adds variations to their products, in order.
fn attach_variations(products: &mut [Product], variations: Vec<(ProductId, Variation)>) {
    let places: HashMap<ProductId, usize> =
        products.iter().enumerate().map(|(n, product)| (product.item.id, n)).collect();
    for (parent, variation) in variations {
        if let Some(product) = places.get(&parent).and_then(|n| products.get_mut(*n)) {
            product.variations.push(variation);
        }
    }
    for product in products {
        product.variations.sort_by_key(|v| (v.item.menu_order, v.item.id));
    }
}

fn is_within(product_id: impl ColumnTrait, (after, last): Span) -> Expr {
    product_id.gt(after).and(product_id.lte(last))
}

async fn read_categories(db: &Db, span: Span) -> Result<Links<CategoryId>, StoreError> {
    use product_categories::{Column, Entity};
    let rows = Entity::find()
        .select_only()
        .columns([Column::ProductId, Column::CategoryId])
        .filter(is_within(Column::ProductId, span))
        .order_by_asc(Column::ProductId)
        .order_by_asc(Column::Position);
    Ok(group_by_product(rows.into_tuple().fetch_all(db).await?))
}

async fn read_tags(db: &Db, span: Span) -> Result<Links<TagId>, StoreError> {
    use product_tags::{Column, Entity};
    let rows = Entity::find()
        .select_only()
        .columns([Column::ProductId, Column::TagId])
        .filter(is_within(Column::ProductId, span))
        .order_by_asc(Column::ProductId)
        .order_by_asc(Column::Position);
    Ok(group_by_product(rows.into_tuple().fetch_all(db).await?))
}

fn group_by_product<T>(rows: Vec<(Stored<ProductId>, Stored<T>)>) -> Links<T> {
    let mut out = Links::new();
    for (product, term) in rows {
        out.entry(product.0).or_insert_with(Vec::new).push(term.0);
    }
    out
}

/// Reads past and scheduled prices in chronological order.
async fn read_prices(db: &Db, out: &mut PriceSteps, span: Span) -> Result<(), StoreError> {
    use price_history::{Column, Entity};
    let rows = Entity::find()
        .select_only()
        .columns([Column::ProductId, Column::Since, Column::PriceCents])
        .filter(is_within(Column::ProductId, span))
        .order_by_asc(Column::ProductId)
        .order_by_asc(Column::Since)
        .order_by_asc(Column::Id)
        .into_tuple::<(Stored<ProductId>, UnixSeconds, Stored<Cents>)>();
    for (product, since, price) in rows.fetch_all(db).await? {
        out.entry(product.0).or_default().push(PriceStep { since, price: price.0 });
    }
    Ok(())
}

fn decode_rows(
    rows: &[QueryResult],
    mut categories: Links<CategoryId>,
    mut tags: Links<TagId>,
) -> Result<ProductsRead, StoreError> {
    let (mut out, mut variations) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        let row = ProductRow::from(parse_row::<products::Entity>(row)?);
        if let Some(parent) = row.parent() {
            variations.push((parent, row.into_variation()));
            continue;
        }
        let mut product = row.into_product()?;
        product.category_ids = categories.remove(&product.item.id).unwrap_or_default();
        product.tag_ids = tags.remove(&product.item.id).unwrap_or_default();
        out.push(product);
    }
    Ok((out, variations))
}
