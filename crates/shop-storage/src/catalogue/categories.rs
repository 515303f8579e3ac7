//! Categories, tags, attributes and their values.

use std::collections::{BTreeMap, HashSet};

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, QueryOrder};
use shop_core::base::text::slugify;
use shop_core::base::{CategoryId, TagId, TermId};
use shop_services::ports::{Attribute, AttributeTerm, Category, StoreError, Tag, TermIds, TermsWanted};

use crate::db::fetch::{Fetch, FetchId, Run};
use crate::db::{Db, Write};
use crate::entity::{Stored, attribute_terms, attributes, categories, record_from, tags};
use crate::platform::counters::{ChangeCounter, next_term_id};

record_from! {
    |row: categories::Model| Category {
        id, parent_id, slug, name, name_en, description, description_en, image, position,
    }
}

record_from! { |row: tags::Model| Tag { id, slug, name, name_en } }

record_from! { |row: attributes::Model| Attribute { id, taxonomy, name, name_en, terms: Vec::new() } }

record_from! { |row: attribute_terms::Model| AttributeTerm { id, slug, name, name_en, position } }

pub(super) async fn read_categories(db: &Db) -> Result<Vec<Category>, StoreError> {
    use categories::{Column, Entity};
    Entity::find().order_by_asc(Column::Position).order_by_asc(Column::Id).fetch_records(db).await
}

pub(super) async fn read_tags(db: &Db) -> Result<Vec<Tag>, StoreError> {
    tags::Entity::find().order_by_asc(tags::Column::Id).fetch_records(db).await
}

pub(super) async fn read_attributes(db: &Db) -> Result<Vec<Attribute>, StoreError> {
    use attribute_terms::{Column, Entity};
    let rows = attributes::Entity::find().order_by_asc(attributes::Column::Id);
    let mut out: Vec<Attribute> = rows.fetch_records(db).await?;
    let terms = Entity::find().order_by_asc(Column::Position).order_by_asc(Column::Id).fetch_all(db).await?;
    for term in terms {
        let place = out.binary_search_by_key(&term.attribute_id.0, |attribute| attribute.id);
        if let Some(owner) = place.ok().and_then(|place| out.get_mut(place)) {
            owner.terms.push(term.into());
        }
    }
    Ok(out)
}

pub(super) async fn write_terms(db: &Db, wanted: &TermsWanted) -> Result<TermIds, StoreError> {
    let categories = read_categories(db).await?;
    let tags = read_tags(db).await?;
    let attributes = read_attributes(db).await?;
    let write = db.begin(false).await?;
    let mut out = TermIds::default();
    ensure_categories(&write, &categories, wanted, &mut out).await?;
    ensure_tags(&write, &tags, wanted, &mut out).await?;
    for (name, values) in &wanted.attributes {
        ensure_attribute(&write, &attributes, name, values, &mut out).await?;
    }
    write.commit().await?;
    Ok(out)
}

pub(super) async fn write_categories(db: &Db, categories: &[Category]) -> Result<(), StoreError> {
    use categories::Column::{Description, DescriptionEn, Image, Name, NameEn, Position, Slug};
    let write = db.begin(false).await?;
    for category in categories {
        let row = categories::ActiveModel {
            id: Set(Stored(CategoryId(next_term_id(&write).await?))),
            slug: Set(category.slug.clone()),
            name: Set(category.name.clone()),
            name_en: Set(category.name_en.clone()),
            description: Set(category.description.clone()),
            description_en: Set(category.description_en.clone()),
            image: Set(category.image.clone()),
            position: Set(category.position),
            ..Default::default()
        };
        let known = OnConflict::column(Slug)
            .update_columns([Name, NameEn, Description, DescriptionEn, Image, Position])
            .to_owned();
        categories::Entity::insert(row).on_conflict(known).run(&write).await?;
    }
    ChangeCounter::Catalogue.increment(&write).await?;
    write.commit().await
}

async fn ensure_tags(
    write: &Write<'_>,
    known: &[Tag],
    wanted: &TermsWanted,
    out: &mut TermIds,
) -> Result<(), StoreError> {
    let mut slugs: HashSet<String> = known.iter().map(|t| t.slug.clone()).collect();
    for name in &wanted.tags {
        let id = if let Some(tag) = known.iter().find(|t| t.name == *name) {
            tag.id
        } else {
            let slug = free_slug(name, &mut slugs);
            let row = tags::ActiveModel {
                id: Set(Stored(TagId(next_term_id(write).await?))),
                slug: Set(slug),
                name: Set(name.clone()),
                ..Default::default()
            };
            tags::Entity::insert(row).fetch_id(write).await?.0
        };
        out.tags.insert(name.clone(), id);
    }
    Ok(())
}

async fn ensure_categories(
    write: &Write<'_>,
    known: &[Category],
    wanted: &TermsWanted,
    out: &mut TermIds,
) -> Result<(), StoreError> {
    let mut slugs: HashSet<String> = known.iter().map(|c| c.slug.clone()).collect();
    let mut by_place: BTreeMap<(Option<CategoryId>, String), CategoryId> =
        known.iter().map(|c| ((c.parent_id, c.name.clone()), c.id)).collect();
    let mut position = i64::try_from(known.len()).unwrap_or(0);
    for path in &wanted.category_paths {
        let mut parent: Option<CategoryId> = None;
        let mut so_far = Vec::new();
        for name in path {
            so_far.push(name.clone());
            let id = if let Some(id) = by_place.get(&(parent, name.clone())) {
                *id
            } else {
                let slug = free_slug(name, &mut slugs);
                position += 1;
                let row = categories::ActiveModel {
                    id: Set(Stored(CategoryId(next_term_id(write).await?))),
                    parent_id: Set(parent.map(Stored)),
                    slug: Set(slug),
                    name: Set(name.clone()),
                    position: Set(position),
                    ..Default::default()
                };
                let Stored(id) = categories::Entity::insert(row).fetch_id(write).await?;
                by_place.insert((parent, name.clone()), id);
                id
            };
            out.categories.insert(so_far.clone(), id);
            parent = Some(id);
        }
    }
    Ok(())
}

async fn ensure_attribute(
    write: &Write<'_>,
    known: &[Attribute],
    name: &str,
    values: &[String],
    out: &mut TermIds,
) -> Result<(), StoreError> {
    let found = known.iter().find(|a| a.name == name);
    let (id, taxonomy) = if let Some(a) = found {
        (Stored(a.id), a.taxonomy.clone())
    } else {
        let taxonomy = free_taxonomy(name, known, out);
        let row = attributes::ActiveModel {
            taxonomy: Set(taxonomy.clone()),
            name: Set(name.to_owned()),
            ..Default::default()
        };
        (attributes::Entity::insert(row).fetch_id(write).await?, taxonomy)
    };
    out.taxonomies.insert(name.to_owned(), taxonomy);
    let terms: &[AttributeTerm] = found.map_or(&[], |a| &a.terms);
    let mut slugs: HashSet<String> = terms.iter().map(|t| t.slug.clone()).collect();
    let mut position = i64::try_from(terms.len()).unwrap_or(0);
    for value in values {
        let key = (name.to_owned(), value.clone());
        if out.term_slugs.contains_key(&key) {
            continue;
        }
        let slug = if let Some(term) = terms.iter().find(|t| t.name == *value) {
            term.slug.clone()
        } else {
            let slug = free_slug(value, &mut slugs);
            position += 1;
            let row = attribute_terms::ActiveModel {
                id: Set(Stored(TermId(next_term_id(write).await?))),
                attribute_id: Set(id),
                slug: Set(slug.clone()),
                name: Set(value.clone()),
                position: Set(position),
                ..Default::default()
            };
            attribute_terms::Entity::insert(row).run(write).await?;
            slug
        };
        out.term_slugs.insert(key, slug);
    }
    Ok(())
}

/// Taxonomy of a new attribute, with a number appended if it is taken.
fn free_taxonomy(name: &str, known: &[Attribute], out: &TermIds) -> String {
    let taken: HashSet<&str> = known.iter().map(|a| a.taxonomy.as_str()).collect();
    let base = format!("pa_{}", slugify(name));
    let mut taxonomy = base.clone();
    let mut n = 1;
    while taken.contains(taxonomy.as_str()) || out.taxonomies.values().any(|t| *t == taxonomy) {
        n += 1;
        taxonomy = format!("{base}-{n}");
    }
    taxonomy
}

/// Slug of a name, with a number appended if it is taken.
fn free_slug(name: &str, taken: &mut HashSet<String>) -> String {
    let base = match slugify(name) {
        empty if empty.is_empty() => "voce".to_owned(),
        slug => slug,
    };
    let mut slug = base.clone();
    let mut n = 1;
    while !taken.insert(slug.clone()) {
        n += 1;
        slug = format!("{base}-{n}");
    }
    slug
}
