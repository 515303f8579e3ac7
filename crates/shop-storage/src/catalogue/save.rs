//! Saves products with their variations, links and prices.

use std::collections::BTreeSet;

use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::lowest_price::scheduled;
use shop_core::catalogue::product::{Item, Prices, Product};
use shop_services::ports::{SavedProduct, SlugOwner, StoreError};

use super::slugs::store_former_slug;
use crate::db::Write;
use crate::db::fetch::{Fetch, FetchId, Run};
use crate::entity::products::{StoredAs, all_columns, edited_columns};
use crate::entity::{Stored, price_history, product_categories, product_tags, products};

/// Saves a product and its variations; deletes stored variations that it no longer has.
pub(super) async fn save_product(write: &Write<'_>, product: &Product) -> Result<SavedProduct, StoreError> {
    let id = save_item(write, product, &product.item, &StoredAs::Product).await?;
    save_categories(write, id, product).await?;
    save_tags(write, id, product).await?;
    let mut variation_ids = Vec::with_capacity(product.variations.len());
    for variation in &product.variations {
        let slug = shop_core::base::text::slugify(&variation.item.name);
        // Variations have no page of their own: the parent's slug and their position keep the column unique.
        let slug = format!("{slug}-v{id}-{}", variation_ids.len() + 1);
        let stored_as = StoredAs::Variation { variation, parent: id, slug };
        variation_ids.push(save_item(write, product, &variation.item, &stored_as).await?);
    }
    if product.item.id.0 > 0 {
        let current = (!variation_ids.is_empty()).then(|| variation_ids.iter().copied().map(Stored));
        products::Entity::delete_many()
            .filter(products::Column::ParentId.eq(Stored(id)))
            .apply_if(current, |query, current| query.filter(products::Column::Id.is_not_in(current)))
            .run(write)
            .await?;
    }
    Ok(SavedProduct { id, variation_ids })
}

async fn save_item(
    write: &Write<'_>,
    product: &Product,
    item: &Item,
    stored_as: &StoredAs<'_>,
) -> Result<ProductId, StoreError> {
    let price_now = item.prices.current(product.updated_at);
    if item.id.0 > 0 {
        if matches!(stored_as, StoredAs::Product) {
            store_former_slug(write, SlugOwner::Product, item.id.0, &product.slug).await?;
        }
        let edited = products::Entity::update_many().set(edited_columns(product, item, stored_as));
        if edited.filter(products::Column::Id.eq(Stored(item.id))).run(write).await? != 1 {
            return Err(StoreError::Refused(format!("product {} is not stored", item.id)));
        }
        update_price(write, item.id, price_now, product.updated_at).await?;
        add_scheduled_prices(write, item.id, &item.prices, product.updated_at).await?;
        return Ok(item.id);
    }
    let Stored(id) = products::Entity::insert(all_columns(product, item, stored_as)).fetch_id(write).await?;
    if let Some(cents) = price_now {
        add_price(write, id, cents, product.updated_at).await?;
    }
    add_scheduled_prices(write, id, &item.prices, product.updated_at).await?;
    Ok(id)
}

/// Writes the scheduled prices, replacing those of an earlier schedule, because nothing is written when a sale begins or ends.
async fn add_scheduled_prices(
    write: &Write<'_>,
    id: ProductId,
    prices: &Prices,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    for step in scheduled(prices, now) {
        add_price(write, id, step.price, step.since).await?;
    }
    Ok(())
}

/// Adds the price to the history if it differs from the last one. Deletes future prices.
async fn update_price(
    write: &Write<'_>,
    id: ProductId,
    price: Option<Cents>,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    use price_history::{Column, Entity};
    let of_product = Column::ProductId.eq(Stored(id));
    Entity::delete_many().filter(of_product.clone()).filter(Column::Since.gt(now)).run(write).await?;
    let Some(price) = price else { return Ok(()) };
    let last = Entity::find()
        .select_only()
        .column(Column::PriceCents)
        .filter(of_product)
        .order_by_desc(Column::Since)
        .order_by_desc(Column::Id)
        .limit(1)
        .into_tuple::<Stored<Cents>>();
    if last.fetch_one(write).await? == Some(Stored(price)) { Ok(()) } else { add_price(write, id, price, now).await }
}

async fn add_price(write: &Write<'_>, id: ProductId, price: Cents, since: UnixSeconds) -> Result<(), StoreError> {
    let row = price_history::ActiveModel {
        product_id: Set(Stored(id)),
        price_cents: Set(Stored(price)),
        since: Set(since),
        ..Default::default()
    };
    price_history::Entity::insert(row).run(write).await.map(|_| ())
}

async fn save_categories(write: &Write<'_>, id: ProductId, product: &Product) -> Result<(), StoreError> {
    let links = with_positions(&product.category_ids).map(|(position, category)| product_categories::ActiveModel {
        product_id: Set(Stored(id)),
        category_id: Set(Stored(category)),
        position: Set(position),
    });
    replace_links(write, product_categories::Column::ProductId, id, links.collect()).await
}

async fn save_tags(write: &Write<'_>, id: ProductId, product: &Product) -> Result<(), StoreError> {
    let links = with_positions(&product.tag_ids).map(|(position, tag)| product_tags::ActiveModel {
        product_id: Set(Stored(id)),
        tag_id: Set(Stored(tag)),
        position: Set(position),
    });
    replace_links(write, product_tags::Column::ProductId, id, links.collect()).await
}

/// Distinct ids with their positions.
fn with_positions<T: Copy + Ord>(ids: &[T]) -> impl Iterator<Item = (i64, T)> {
    let mut seen = BTreeSet::new();
    (0_i64..).zip(ids.iter().copied().filter(move |id| seen.insert(*id)))
}

/// Replaces a product's rows in a table of links.
async fn replace_links<A: ActiveModelTrait + Send>(
    write: &Write<'_>,
    product_column: <A::Entity as EntityTrait>::Column,
    id: ProductId,
    links: Vec<A>,
) -> Result<(), StoreError> {
    A::Entity::delete_many().filter(product_column.eq(Stored(id))).run(write).await?;
    if links.is_empty() {
        return Ok(());
    }
    A::Entity::insert_many(links).run(write).await.map(|_| ())
}
