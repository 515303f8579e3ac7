//! Products put into the bin, taken out of it and deleted; and the addresses that products, categories and tags had.

use async_trait::async_trait;
use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::PublishStatus;
use shop_services::ports::{DeletedProduct, FormerSlug, ProductStore, SlugOwner, StoreError};

use crate::catalogue::count_catalogue_change;
use crate::db::{Db, Write, col};

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
    if write.run(&sql, vec![owner.as_str().into(), id.into(), next.into()]).await? > 0 {
        let sql = "DELETE FROM former_slugs WHERE owner = $1 AND slug = $2";
        write.run(sql, vec![owner.as_str().into(), next.into()]).await?;
    }
    Ok(())
}

/// Forgets the former slugs of what is deleted.
pub(crate) async fn forget_slugs(write: &Write<'_>, owner: SlugOwner, id: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM former_slugs WHERE owner = $1 AND owner_id = $2";
    write.run(sql, vec![owner.as_str().into(), id.into()]).await.map(|_| ())
}

impl Db {
    pub(crate) async fn read_former_slugs(&self) -> Result<Vec<FormerSlug>, StoreError> {
        let rows = self.all("SELECT owner, slug, owner_id FROM former_slugs", vec![]).await?;
        let mut out = Vec::with_capacity(rows.len());
        for row in &rows {
            let owner: String = col(row, "owner")?;
            if let Some(owner) = SlugOwner::parse(&owner) {
                out.push(FormerSlug { owner, slug: col(row, "slug")?, id: col(row, "owner_id")? });
            }
        }
        Ok(out)
    }
}

#[async_trait]
impl ProductStore for Db {
    async fn set_product_status(
        &self,
        id: ProductId,
        from: PublishStatus,
        to: PublishStatus,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let sql =
            "UPDATE products SET status = $1, updated_at = $2 WHERE id = $3 AND parent_id IS NULL AND status = $4";
        let values = vec![to.as_str().into(), now.into(), id.0.into(), from.as_str().into()];
        if write.run(sql, values).await? == 0 {
            return Ok(false);
        }
        count_catalogue_change(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn delete_product(&self, id: ProductId) -> Result<DeletedProduct, StoreError> {
        let write = self.begin(true).await?;
        // Drafts of orders are made anew when they are placed.
        let sql = "SELECT COUNT(DISTINCT order_lines.order_id) AS orders FROM order_lines \
                   JOIN orders ON orders.id = order_lines.order_id AND orders.status <> 'checkout-draft' \
                   WHERE order_lines.product_id IN (SELECT id FROM products WHERE id = $1 OR parent_id = $1)";
        let orders: i64 = match write.one(sql, vec![id.0.into()]).await? {
            Some(row) => col(&row, "orders")?,
            None => 0,
        };
        if orders > 0 {
            return Ok(DeletedProduct::Ordered(u64::try_from(orders).unwrap_or(0)));
        }
        let sql = "DELETE FROM products WHERE id = $1 AND parent_id IS NULL AND status = 'trash'";
        if write.run(sql, vec![id.0.into()]).await? == 0 {
            return Ok(DeletedProduct::Gone);
        }
        forget_slugs(&write, SlugOwner::Product, id.0).await?;
        count_catalogue_change(&write).await?;
        write.commit().await?;
        Ok(DeletedProduct::Deleted)
    }
}
