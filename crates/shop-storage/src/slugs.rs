//! The addresses that products, categories and tags had.

use shop_services::ports::{FormerSlug, SlugOwner, StoreError};

use crate::db::Write;
use crate::row::row;
use crate::statement::values;

row! {
    FormerSlug: former_slugs(owner, slug) { owner, slug, id: owner_id, }
}

/// The table that owners of slugs are in.
const fn table(owner: SlugOwner) -> &'static str {
    match owner {
        SlugOwner::Product => "products",
        SlugOwner::Category => "categories",
        SlugOwner::Tag => "tags",
    }
}

/// Keeps the slug that something has now as a former one, before it gets another. Who had the new one before loses it.
pub(crate) async fn keep_slug(write: &Write<'_>, owner: SlugOwner, id: i64, next: &str) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO former_slugs (owner, slug, owner_id) SELECT $1, slug, id FROM {} WHERE id = $2 AND slug <> $3 \
         ON CONFLICT (owner, slug) DO UPDATE SET owner_id = excluded.owner_id",
        table(owner)
    );
    if write.run(&sql, values![owner, id, next]).await? > 0 {
        write.run("DELETE FROM former_slugs WHERE owner = $1 AND slug = $2", values![owner, next]).await?;
    }
    Ok(())
}

/// Forgets the former slugs of what is deleted.
pub(crate) async fn forget_slugs(write: &Write<'_>, owner: SlugOwner, id: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM former_slugs WHERE owner = $1 AND owner_id = $2";
    write.run(sql, values![owner, id]).await.map(|_| ())
}
