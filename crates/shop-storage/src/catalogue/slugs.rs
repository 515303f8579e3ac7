//! Former slugs of products, categories and tags.

use sea_orm::sea_query::{Expr, OnConflict, Query, SelectStatement};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use shop_services::ports::{FormerSlug, SlugOwner, StoreError};

use crate::db::fetch::{Fetch, Run};
use crate::db::{Db, Write, store_error};
use crate::entity::former_slugs::{Column, Entity, Model};
use crate::entity::{Stored, categories, products, record_from, tags};

record_from! { |row: Model| FormerSlug { owner, slug, id: row.owner_id } }

pub(super) async fn read_former_slugs(db: &Db) -> Result<Vec<FormerSlug>, StoreError> {
    Entity::find().fetch_records(db).await
}

/// Selects a row for `former_slugs`: the owner's current slug, unless it equals `next`.
fn replaced_slug(owner: SlugOwner, id: i64, next: &str) -> SelectStatement {
    let wanted = (owner, id, next);
    match owner {
        SlugOwner::Product => select_replaced::<products::Entity>(products::Column::Id, products::Column::Slug, wanted),
        SlugOwner::Category => {
            select_replaced::<categories::Entity>(categories::Column::Id, categories::Column::Slug, wanted)
        }
        SlugOwner::Tag => select_replaced::<tags::Entity>(tags::Column::Id, tags::Column::Slug, wanted),
    }
}

fn select_replaced<E: EntityTrait>(
    key: E::Column,
    slug: E::Column,
    (owner, id, next): (SlugOwner, i64, &str),
) -> SelectStatement {
    E::find()
        .select_only()
        .expr(Expr::value(Stored(owner)))
        .columns([slug, key])
        .filter(key.eq(id))
        .filter(slug.ne(next))
        .into_query()
}

/// Stores the current slug as a former one before it changes. A former owner of the new slug loses it.
pub(super) async fn store_former_slug(
    write: &Write<'_>,
    owner: SlugOwner,
    id: i64,
    next: &str,
) -> Result<(), StoreError> {
    let mut insert = Query::insert();
    insert
        .into_table(Entity)
        .columns([Column::Owner, Column::Slug, Column::OwnerId])
        .select_from(replaced_slug(owner, id, next))
        .map_err(|error| StoreError::Refused(error.to_string()))?
        .on_conflict(OnConflict::columns([Column::Owner, Column::Slug]).update_column(Column::OwnerId).to_owned());
    if write.execute(&insert).await.map_err(store_error)?.rows_affected() > 0 {
        Entity::delete_many().filter(Column::Owner.eq(Stored(owner))).filter(Column::Slug.eq(next)).run(write).await?;
    }
    Ok(())
}

/// Deletes the former slugs of a deleted object.
pub(super) async fn delete_former_slugs(write: &Write<'_>, owner: SlugOwner, id: i64) -> Result<(), StoreError> {
    let former = Entity::delete_many().filter(Column::Owner.eq(Stored(owner))).filter(Column::OwnerId.eq(id));
    former.run(write).await.map(|_| ())
}
