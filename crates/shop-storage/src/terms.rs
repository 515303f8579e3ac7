//! Categories, tags, attributes and values, changed one by one.

use async_trait::async_trait;
use sea_orm::Value;
use shop_core::base::{AttributeId, CategoryId, TagId, TermId};
use shop_core::merchant::term::TermForm;
use shop_services::ports::{Category, SavedTerm, SlugOwner, StoreError, TermStore};

use crate::catalogue::count_catalogue_change;
use crate::categories::next_term_id;
use crate::db::{Db, Write, col};
use crate::products::keep_slug;

/// Whether another row has the text in a column; `below` narrows it to rows of one owner.
async fn is_taken(
    write: &Write<'_>,
    (table, column): (&str, &str),
    text: &str,
    id: i64,
    below: Option<(&str, i64)>,
) -> Result<bool, StoreError> {
    let mut values: Vec<Value> = vec![text.into(), id.into()];
    let mut sql = format!("SELECT id FROM {table} WHERE {column} = $1 AND id <> $2");
    if let Some((owner, number)) = below {
        sql.push_str(&format!(" AND {owner} = $3"));
        values.push(number.into());
    }
    Ok(write.one(&sql, values).await?.is_some())
}

async fn inserted(write: &Write<'_>, sql: &str, values: Vec<Value>) -> Result<i64, StoreError> {
    let row = write.one(sql, values).await?;
    row.map_or_else(|| Err(StoreError::Refused("an insert returned no id".into())), |row| col(&row, "id"))
}

/// The end of a change: counted and written.
async fn done(write: Write<'_>) -> Result<(), StoreError> {
    count_catalogue_change(&write).await?;
    write.commit().await
}

impl Db {
    async fn put_in_order(&self, table: &str, ids: impl Iterator<Item = i64> + Send) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        for (position, id) in (0_i64..).zip(ids) {
            let sql = format!("UPDATE {table} SET position = $1 WHERE id = $2");
            write.run(&sql, vec![position.into(), id.into()]).await?;
        }
        done(write).await
    }

    async fn delete_row(&self, table: &str, id: i64) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let deleted = write.run(&format!("DELETE FROM {table} WHERE id = $1"), vec![id.into()]).await?;
        done(write).await?;
        Ok(deleted > 0)
    }
}

#[async_trait]
impl TermStore for Db {
    async fn save_category(&self, category: &Category) -> Result<SavedTerm, StoreError> {
        let write = self.begin(false).await?;
        if is_taken(&write, ("categories", "slug"), &category.slug, category.id.0, None).await? {
            return Ok(SavedTerm::SlugTaken);
        }
        let mut values: Vec<Value> = vec![
            category.parent_id.map(|parent| parent.0).into(),
            category.slug.as_str().into(),
            category.name.as_str().into(),
            category.name_en.as_str().into(),
            category.description.as_str().into(),
            category.description_en.as_str().into(),
        ];
        let id = if category.id.0 == 0 {
            values.push(next_term_id(&write).await?.into());
            let sql = "INSERT INTO categories (parent_id, slug, name, name_en, description, description_en, id, position) \
                       SELECT $1, $2, $3, $4, $5, $6, $7, COALESCE(MAX(position), 0) + 1 FROM categories RETURNING id";
            inserted(&write, sql, values).await?
        } else {
            keep_slug(&write, SlugOwner::Category, category.id.0, &category.slug).await?;
            values.push(category.id.0.into());
            let sql = "UPDATE categories SET parent_id = $1, slug = $2, name = $3, name_en = $4, description = $5, \
                       description_en = $6 WHERE id = $7";
            if write.run(sql, values).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            category.id.0
        };
        done(write).await?;
        Ok(SavedTerm::Saved(id))
    }

    async fn set_category_image(&self, id: CategoryId, image: &str) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let sql = "UPDATE categories SET image = $1 WHERE id = $2";
        let changed = write.run(sql, vec![image.into(), id.0.into()]).await?;
        done(write).await?;
        Ok(changed == 1)
    }

    async fn order_categories(&self, ids: &[CategoryId]) -> Result<(), StoreError> {
        self.put_in_order("categories", ids.iter().map(|id| id.0)).await
    }

    async fn delete_category(&self, id: CategoryId) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let sql =
            "UPDATE categories SET parent_id = (SELECT parent_id FROM categories WHERE id = $1) WHERE parent_id = $2";
        write.run(sql, vec![id.0.into(), id.0.into()]).await?;
        write.run("DELETE FROM product_categories WHERE category_id = $1", vec![id.0.into()]).await?;
        let deleted = write.run("DELETE FROM categories WHERE id = $1", vec![id.0.into()]).await?;
        done(write).await?;
        Ok(deleted > 0)
    }

    async fn save_tag(&self, id: TagId, tag: &TermForm) -> Result<SavedTerm, StoreError> {
        let write = self.begin(false).await?;
        if is_taken(&write, ("tags", "slug"), &tag.slug, id.0, None).await? {
            return Ok(SavedTerm::SlugTaken);
        }
        let number = if id.0 == 0 {
            let sql = "INSERT INTO tags (slug, name, name_en, id) VALUES ($1, $2, $3, $4) RETURNING id";
            let texts = [&tag.slug, &tag.name, &tag.name_en].map(|text| text.as_str().into());
            let id = next_term_id(&write).await?;
            inserted(&write, sql, texts.into_iter().chain([id.into()]).collect()).await?
        } else {
            keep_slug(&write, SlugOwner::Tag, id.0, &tag.slug).await?;
            let sql = "UPDATE tags SET slug = $1, name = $2, name_en = $3 WHERE id = $4";
            let texts = [&tag.slug, &tag.name, &tag.name_en].map(|text| text.as_str().into());
            if write.run(sql, texts.into_iter().chain([id.0.into()]).collect()).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        done(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn delete_tag(&self, id: TagId) -> Result<bool, StoreError> {
        self.delete_row("tags", id.0).await
    }

    async fn save_attribute(
        &self,
        id: AttributeId,
        taxonomy: &str,
        attribute: &TermForm,
    ) -> Result<SavedTerm, StoreError> {
        let (name, name_en) = (attribute.name.as_str(), attribute.name_en.as_str());
        let write = self.begin(false).await?;
        let number = if id.0 == 0 {
            if is_taken(&write, ("attributes", "taxonomy"), taxonomy, 0, None).await? {
                return Ok(SavedTerm::SlugTaken);
            }
            let sql = "INSERT INTO attributes (taxonomy, name, name_en) VALUES ($1, $2, $3) RETURNING id";
            inserted(&write, sql, vec![taxonomy.into(), name.into(), name_en.into()]).await?
        } else {
            let sql = "UPDATE attributes SET name = $1, name_en = $2 WHERE id = $3";
            if write.run(sql, vec![name.into(), name_en.into(), id.0.into()]).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        done(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn delete_attribute(&self, id: AttributeId) -> Result<bool, StoreError> {
        self.delete_row("attributes", id.0).await
    }

    async fn save_value(&self, attribute: AttributeId, id: TermId, value: &TermForm) -> Result<SavedTerm, StoreError> {
        let (slug, name, name_en) = (value.slug.as_str(), value.name.as_str(), value.name_en.as_str());
        let write = self.begin(false).await?;
        let number = if id.0 == 0 {
            if is_taken(&write, ("attribute_terms", "slug"), slug, 0, Some(("attribute_id", attribute.0))).await? {
                return Ok(SavedTerm::SlugTaken);
            }
            let sql = "INSERT INTO attribute_terms (attribute_id, slug, name, name_en, id, position) \
                       SELECT $1, $2, $3, $4, $5, COALESCE(MAX(position), 0) + 1 FROM attribute_terms WHERE attribute_id = $6 RETURNING id";
            let owner = || Value::from(attribute.0);
            let id = next_term_id(&write).await?;
            inserted(&write, sql, vec![owner(), slug.into(), name.into(), name_en.into(), id.into(), owner()]).await?
        } else {
            let sql = "UPDATE attribute_terms SET name = $1, name_en = $2 WHERE id = $3 AND attribute_id = $4";
            if write.run(sql, vec![name.into(), name_en.into(), id.0.into(), attribute.0.into()]).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        done(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn order_values(&self, ids: &[TermId]) -> Result<(), StoreError> {
        self.put_in_order("attribute_terms", ids.iter().map(|id| id.0)).await
    }

    async fn delete_value(&self, id: TermId) -> Result<bool, StoreError> {
        self.delete_row("attribute_terms", id.0).await
    }
}
