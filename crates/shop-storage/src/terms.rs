//! Categories, tags, attributes and values, changed one by one.

use async_trait::async_trait;
use shop_core::base::{AttributeId, CategoryId, TagId, TermId};
use shop_core::merchant::term::TermForm;
use shop_services::ports::{Category, SavedTerm, SlugOwner, StoreError, TermStore};

use crate::counters::{Kept, next_term_id};
use crate::db::{Db, Write};
use crate::slugs::keep_slug;
use crate::statement::{set, values};

/// Whether another row has the slug.
async fn is_taken(write: &Write<'_>, table: &str, slug: &str, id: i64) -> Result<bool, StoreError> {
    write.has(&format!("SELECT id FROM {table} WHERE slug = $1 AND id <> $2"), values![slug, id]).await
}

/// The end of a change: counted and written.
async fn done(write: Write<'_>) -> Result<(), StoreError> {
    Kept::Catalogue.changed(&write).await?;
    write.commit().await
}

async fn put_in_order(db: &Db, table: &str, ids: impl Iterator<Item = i64> + Send) -> Result<(), StoreError> {
    let write = db.begin(false).await?;
    for (position, id) in (0_i64..).zip(ids) {
        write.update(table, set! { position }, "id = $1", values![id]).await?;
    }
    done(write).await
}

async fn delete_row(db: &Db, table: &str, id: i64) -> Result<bool, StoreError> {
    let write = db.begin(false).await?;
    let deleted = write.run(&format!("DELETE FROM {table} WHERE id = $1"), values![id]).await?;
    done(write).await?;
    Ok(deleted > 0)
}

#[async_trait]
impl TermStore for Db {
    async fn save_category(&self, category: &Category) -> Result<SavedTerm, StoreError> {
        let write = self.begin(false).await?;
        if is_taken(&write, "categories", &category.slug, category.id.0).await? {
            return Ok(SavedTerm::SlugTaken);
        }
        let mut row = set! {
            parent_id: category.parent_id,
            slug: &category.slug,
            name: &category.name,
            name_en: &category.name_en,
            description: &category.description,
            description_en: &category.description_en,
        };
        let id = if category.id.0 == 0 {
            row.value("id", next_term_id(&write).await?);
            row.sql("position", "(SELECT COALESCE(MAX(position), 0) + 1 FROM categories)");
            write.insert_new("categories", row).await?
        } else {
            keep_slug(&write, SlugOwner::Category, category.id.0, &category.slug).await?;
            if write.update("categories", row, "id = $1", values![category.id]).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            category.id.0
        };
        done(write).await?;
        Ok(SavedTerm::Saved(id))
    }

    async fn set_category_image(&self, id: CategoryId, image: &str) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let changed = write.update("categories", set! { image }, "id = $1", values![id]).await?;
        done(write).await?;
        Ok(changed == 1)
    }

    async fn order_categories(&self, ids: &[CategoryId]) -> Result<(), StoreError> {
        put_in_order(self, "categories", ids.iter().map(|id| id.0)).await
    }

    async fn delete_category(&self, id: CategoryId) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let sql =
            "UPDATE categories SET parent_id = (SELECT parent_id FROM categories WHERE id = $1) WHERE parent_id = $1";
        write.run(sql, values![id]).await?;
        write.run("DELETE FROM product_categories WHERE category_id = $1", values![id]).await?;
        let deleted = write.run("DELETE FROM categories WHERE id = $1", values![id]).await?;
        done(write).await?;
        Ok(deleted > 0)
    }

    async fn save_tag(&self, id: TagId, tag: &TermForm) -> Result<SavedTerm, StoreError> {
        let write = self.begin(false).await?;
        if is_taken(&write, "tags", &tag.slug, id.0).await? {
            return Ok(SavedTerm::SlugTaken);
        }
        let mut row = set! { slug: &tag.slug, name: &tag.name, name_en: &tag.name_en };
        let number = if id.0 == 0 {
            row.value("id", next_term_id(&write).await?);
            write.insert_new("tags", row).await?
        } else {
            keep_slug(&write, SlugOwner::Tag, id.0, &tag.slug).await?;
            if write.update("tags", row, "id = $1", values![id]).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        done(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn delete_tag(&self, id: TagId) -> Result<bool, StoreError> {
        delete_row(self, "tags", id.0).await
    }

    async fn save_attribute(
        &self,
        id: AttributeId,
        taxonomy: &str,
        attribute: &TermForm,
    ) -> Result<SavedTerm, StoreError> {
        let write = self.begin(false).await?;
        let mut row = set! { name: &attribute.name, name_en: &attribute.name_en };
        let number = if id.0 == 0 {
            if write.has("SELECT id FROM attributes WHERE taxonomy = $1", values![taxonomy]).await? {
                return Ok(SavedTerm::SlugTaken);
            }
            row.value("taxonomy", taxonomy);
            write.insert_new("attributes", row).await?
        } else {
            if write.update("attributes", row, "id = $1", values![id]).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        done(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn delete_attribute(&self, id: AttributeId) -> Result<bool, StoreError> {
        delete_row(self, "attributes", id.0).await
    }

    async fn save_value(&self, attribute: AttributeId, id: TermId, value: &TermForm) -> Result<SavedTerm, StoreError> {
        let write = self.begin(false).await?;
        let mut row = set! { attribute_id: attribute, name: &value.name, name_en: &value.name_en };
        let number = if id.0 == 0 {
            let taken = "SELECT id FROM attribute_terms WHERE slug = $1 AND attribute_id = $2";
            if write.has(taken, values![&value.slug, attribute]).await? {
                return Ok(SavedTerm::SlugTaken);
            }
            row.value("slug", &value.slug);
            row.value("id", next_term_id(&write).await?);
            row.sql("position", "(SELECT COALESCE(MAX(position), 0) + 1 FROM attribute_terms WHERE attribute_id = $1)");
            write.insert_new("attribute_terms", row).await?
        } else {
            let condition = "id = $1 AND attribute_id = $2";
            if write.update("attribute_terms", row, condition, values![id, attribute]).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        done(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn order_values(&self, ids: &[TermId]) -> Result<(), StoreError> {
        put_in_order(self, "attribute_terms", ids.iter().map(|id| id.0)).await
    }

    async fn delete_value(&self, id: TermId) -> Result<bool, StoreError> {
        delete_row(self, "attribute_terms", id.0).await
    }
}
