//! Changes single categories, tags, attributes and values.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DeleteMany, EntityName, EntityTrait, Iterable, QueryFilter,
    QuerySelect, QueryTrait, Select, UpdateMany,
};
use shop_core::base::{AttributeId, CategoryId, TagId, TermId};
use shop_core::platform::merchant::term::TermForm;
use shop_services::ports::{Category, SavedTerm, SlugOwner, StoreError, TermStore};

use super::slugs::store_former_slug;
use crate::db::fetch::{FetchId, FetchSome, Run};
use crate::db::{Db, Write, store_error};
use crate::entity::{Stored, attribute_terms, attributes, categories, product_categories, tags};
use crate::platform::counters::{ChangeCounter, next_term_id};

/// Finishes a change: increments the change counter and commits.
async fn finish(write: Write<'_>) -> Result<(), StoreError> {
    ChangeCounter::Catalogue.increment(&write).await?;
    write.commit().await
}

/// Applies a new order of rows, in one transaction.
async fn reorder<E: EntityTrait>(
    db: &Db,
    changes: impl Iterator<Item = UpdateMany<E>> + Send,
) -> Result<(), StoreError> {
    let write = db.begin(false).await?;
    for change in changes {
        change.run(&write).await?;
    }
    finish(write).await
}

async fn delete_row<E: EntityTrait>(db: &Db, row: DeleteMany<E>) -> Result<bool, StoreError> {
    let write = db.begin(false).await?;
    let deleted = row.run(&write).await?;
    finish(write).await?;
    Ok(deleted > 0)
}

/// Inserts a row after the last one of its siblings.
async fn insert_last<A: ActiveModelTrait>(
    write: &Write<'_>,
    row: A,
    position: <A::Entity as EntityTrait>::Column,
    siblings: Select<A::Entity>,
) -> Result<(), StoreError> {
    let last = Func::coalesce([position.max(), Expr::value(0_i64)]);
    let next = siblings.select_only().expr(Expr::from(last).add(1_i64)).into_query();
    let (mut columns, mut values) = (vec![position], vec![Expr::SubQuery(None, Box::new(next.into()))]);
    for column in <A::Entity as EntityTrait>::Column::iter() {
        if let Some(value) = row.get(column).into_value() {
            columns.push(column);
            values.push(Expr::value(value));
        }
    }
    let mut insert = Query::insert();
    insert
        .into_table(A::Entity::default().table_ref())
        .columns(columns)
        .values(values)
        .map_err(|error| StoreError::Refused(error.to_string()))?;
    write.execute(&insert).await.map_err(store_error).map(|_| ())
}

#[async_trait]
impl TermStore for Db {
    async fn save_category(&self, category: &Category) -> Result<SavedTerm, StoreError> {
        use categories::{ActiveModel, Column, Entity};
        let write = self.begin(false).await?;
        let same_slug = Entity::find().filter(Column::Slug.eq(&category.slug));
        if same_slug.filter(Column::Id.ne(Stored(category.id))).fetch_exists(&write).await? {
            return Ok(SavedTerm::SlugTaken);
        }
        let mut row = ActiveModel {
            parent_id: Set(category.parent_id.map(Stored)),
            slug: Set(category.slug.clone()),
            name: Set(category.name.clone()),
            name_en: Set(category.name_en.clone()),
            description: Set(category.description.clone()),
            description_en: Set(category.description_en.clone()),
            ..Default::default()
        };
        let id = if category.id.0 == 0 {
            let id = next_term_id(&write).await?;
            row.id = Set(Stored(CategoryId(id)));
            insert_last(&write, row, Column::Position, Entity::find()).await?;
            id
        } else {
            store_former_slug(&write, SlugOwner::Category, category.id.0, &category.slug).await?;
            let changed = Entity::update_many().set(row).filter(Column::Id.eq(Stored(category.id)));
            if changed.run(&write).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            category.id.0
        };
        finish(write).await?;
        Ok(SavedTerm::Saved(id))
    }

    async fn set_category_image(&self, id: CategoryId, image: &str) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let changed = categories::Entity::update_many()
            .set(categories::ActiveModel { image: Set(image.to_owned()), ..Default::default() })
            .filter(categories::Column::Id.eq(Stored(id)))
            .run(&write)
            .await?;
        finish(write).await?;
        Ok(changed == 1)
    }

    async fn order_categories(&self, ids: &[CategoryId]) -> Result<(), StoreError> {
        use categories::{ActiveModel, Column, Entity};
        let change = |(position, id): (i64, &CategoryId)| {
            let placed = ActiveModel { position: Set(position), ..Default::default() };
            Entity::update_many().set(placed).filter(Column::Id.eq(Stored(*id)))
        };
        reorder(self, (0_i64..).zip(ids).map(change)).await
    }

    async fn delete_category(&self, id: CategoryId) -> Result<bool, StoreError> {
        use categories::{Column, Entity};
        let write = self.begin(false).await?;
        let of_category = Column::Id.eq(Stored(id));
        let above = Entity::find().select_only().column(Column::ParentId).filter(of_category.clone()).into_query();
        Entity::update_many()
            .col_expr(Column::ParentId, Expr::SubQuery(None, Box::new(above.into())))
            .filter(Column::ParentId.eq(Stored(id)))
            .run(&write)
            .await?;
        product_categories::Entity::delete_many()
            .filter(product_categories::Column::CategoryId.eq(Stored(id)))
            .run(&write)
            .await?;
        let deleted = Entity::delete_many().filter(of_category).run(&write).await?;
        finish(write).await?;
        Ok(deleted > 0)
    }

    async fn save_tag(&self, id: TagId, tag: &TermForm) -> Result<SavedTerm, StoreError> {
        use tags::{ActiveModel, Column, Entity};
        let write = self.begin(false).await?;
        let same_slug = Entity::find().filter(Column::Slug.eq(&tag.slug));
        if same_slug.filter(Column::Id.ne(Stored(id))).fetch_exists(&write).await? {
            return Ok(SavedTerm::SlugTaken);
        }
        let mut row = ActiveModel {
            slug: Set(tag.slug.clone()),
            name: Set(tag.name.clone()),
            name_en: Set(tag.name_en.clone()),
            ..Default::default()
        };
        let number = if id.0 == 0 {
            row.id = Set(Stored(TagId(next_term_id(&write).await?)));
            Entity::insert(row).fetch_id(&write).await?.0.0
        } else {
            store_former_slug(&write, SlugOwner::Tag, id.0, &tag.slug).await?;
            if Entity::update_many().set(row).filter(Column::Id.eq(Stored(id))).run(&write).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        finish(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn delete_tag(&self, id: TagId) -> Result<bool, StoreError> {
        delete_row(self, tags::Entity::delete_many().filter(tags::Column::Id.eq(Stored(id)))).await
    }

    async fn save_attribute(
        &self,
        id: AttributeId,
        taxonomy: &str,
        attribute: &TermForm,
    ) -> Result<SavedTerm, StoreError> {
        use attributes::{ActiveModel, Column, Entity};
        let write = self.begin(false).await?;
        let mut row = ActiveModel {
            name: Set(attribute.name.clone()),
            name_en: Set(attribute.name_en.clone()),
            ..Default::default()
        };
        let number = if id.0 == 0 {
            if Entity::find().filter(Column::Taxonomy.eq(taxonomy)).fetch_exists(&write).await? {
                return Ok(SavedTerm::SlugTaken);
            }
            row.taxonomy = Set(taxonomy.to_owned());
            Entity::insert(row).fetch_id(&write).await?.0.0
        } else {
            if Entity::update_many().set(row).filter(Column::Id.eq(Stored(id))).run(&write).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        finish(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn delete_attribute(&self, id: AttributeId) -> Result<bool, StoreError> {
        delete_row(self, attributes::Entity::delete_many().filter(attributes::Column::Id.eq(Stored(id)))).await
    }

    async fn save_value(&self, attribute: AttributeId, id: TermId, value: &TermForm) -> Result<SavedTerm, StoreError> {
        use attribute_terms::{ActiveModel, Column, Entity};
        let write = self.begin(false).await?;
        let of_attribute = Column::AttributeId.eq(Stored(attribute));
        let mut row = ActiveModel {
            attribute_id: Set(Stored(attribute)),
            name: Set(value.name.clone()),
            name_en: Set(value.name_en.clone()),
            ..Default::default()
        };
        let number = if id.0 == 0 {
            let siblings = Entity::find().filter(of_attribute);
            if siblings.clone().filter(Column::Slug.eq(&value.slug)).fetch_exists(&write).await? {
                return Ok(SavedTerm::SlugTaken);
            }
            let id = next_term_id(&write).await?;
            row.slug = Set(value.slug.clone());
            row.id = Set(Stored(TermId(id)));
            insert_last(&write, row, Column::Position, siblings).await?;
            id
        } else {
            let changed = Entity::update_many().set(row).filter(Column::Id.eq(Stored(id))).filter(of_attribute);
            if changed.run(&write).await? != 1 {
                return Ok(SavedTerm::Gone);
            }
            id.0
        };
        finish(write).await?;
        Ok(SavedTerm::Saved(number))
    }

    async fn order_values(&self, ids: &[TermId]) -> Result<(), StoreError> {
        use attribute_terms::{ActiveModel, Column, Entity};
        let change = |(position, id): (i64, &TermId)| {
            let placed = ActiveModel { position: Set(position), ..Default::default() };
            Entity::update_many().set(placed).filter(Column::Id.eq(Stored(*id)))
        };
        reorder(self, (0_i64..).zip(ids).map(change)).await
    }

    async fn delete_value(&self, id: TermId) -> Result<bool, StoreError> {
        let row = attribute_terms::Entity::delete_many().filter(attribute_terms::Column::Id.eq(Stored(id)));
        delete_row(self, row).await
    }
}
