//! Categories, tags, attributes and their values.

use std::collections::{BTreeMap, HashSet};

use shop_core::base::text::slugify;
use shop_core::base::{AttributeId, CategoryId, TagId};
use shop_services::ports::{Attribute, AttributeTerm, Category, StoreError, Tag, TermIds, TermsWanted};

use crate::counters::{Kept, next_term_id};
use crate::db::{Db, Write};
use crate::row::row;
use crate::statement::{set, values};

row! {
    Category: categories(id) {
        id, parent_id, slug, name, name_en, description, description_en, image, position,
    }
}

row! {
    Tag: tags(id) { id, slug, name, name_en, }
}

row! {
    Attribute: attributes(id) { id, taxonomy, name, name_en, terms = Vec::new(), }
}

/// A value of an attribute, with whose it is.
struct TermOf {
    attribute_id: AttributeId,
    term: AttributeTerm,
}

row! {
    TermOf: attribute_terms(id) { attribute_id, term: AttributeTerm { id, slug, name, name_en, position }, }
}

pub(crate) async fn read_attributes(db: &Db) -> Result<Vec<Attribute>, StoreError> {
    let mut out: Vec<Attribute> = db.list("ORDER BY id", values![]).await?;
    for TermOf { attribute_id, term } in db.list("ORDER BY position, id", values![]).await? {
        if let Some(owner) = out.iter_mut().find(|attribute| attribute.id == attribute_id) {
            owner.terms.push(term);
        }
    }
    Ok(out)
}

pub(crate) async fn write_terms(db: &Db, wanted: &TermsWanted) -> Result<TermIds, StoreError> {
    let categories = db.list::<Category>("ORDER BY position, id", values![]).await?;
    let tags = db.list::<Tag>("ORDER BY id", values![]).await?;
    let attributes = read_attributes(db).await?;
    let write = db.begin(false).await?;
    let mut out = TermIds::default();
    ensure_categories(&write, &categories, wanted, &mut out).await?;
    let mut slugs: HashSet<String> = tags.iter().map(|t| t.slug.clone()).collect();
    for name in &wanted.tags {
        let id = if let Some(tag) = tags.iter().find(|t| t.name == *name) {
            tag.id
        } else {
            let slug = free_slug(name, &mut slugs);
            let row = set! { id: next_term_id(&write).await?, slug, name };
            let id = write.insert_new("tags", row).await?;
            TagId(id)
        };
        out.tags.insert(name.clone(), id);
    }
    for (name, values) in &wanted.attributes {
        ensure_attribute(&write, &attributes, name, values, &mut out).await?;
    }
    write.commit().await?;
    Ok(out)
}

pub(crate) async fn write_categories(db: &Db, categories: &[Category]) -> Result<(), StoreError> {
    let write = db.begin(false).await?;
    for c in categories {
        let row = set! {
            id: next_term_id(&write).await?,
            slug: &c.slug,
            name: &c.name,
            name_en: &c.name_en,
            description: &c.description,
            description_en: &c.description_en,
            image: &c.image,
            position: c.position,
        };
        let known = "ON CONFLICT (slug) DO UPDATE SET name = excluded.name, name_en = excluded.name_en, \
                         description = excluded.description, description_en = excluded.description_en, \
                         image = excluded.image, position = excluded.position";
        write.insert_or("categories", row, known).await?;
    }
    Kept::Catalogue.changed(&write).await?;
    write.commit().await
}

async fn ensure_categories(
    write: &Write<'_>,
    known: &[Category],
    wanted: &TermsWanted,
    out: &mut TermIds,
) -> Result<(), StoreError> {
    let mut slugs: HashSet<String> = known.iter().map(|c| c.slug.clone()).collect();
    let mut by_place: BTreeMap<(Option<i64>, String), i64> =
        known.iter().map(|c| ((c.parent_id.map(|p| p.0), c.name.clone()), c.id.0)).collect();
    let mut position = i64::try_from(known.len()).unwrap_or(0);
    for path in &wanted.category_paths {
        let mut parent: Option<i64> = None;
        let mut so_far = Vec::new();
        for name in path {
            so_far.push(name.clone());
            let id = if let Some(id) = by_place.get(&(parent, name.clone())) {
                *id
            } else {
                let slug = free_slug(name, &mut slugs);
                position += 1;
                let row = set! { id: next_term_id(write).await?, parent_id: parent, slug, name, position };
                let id = write.insert_new("categories", row).await?;
                by_place.insert((parent, name.clone()), id);
                id
            };
            out.categories.insert(so_far.clone(), CategoryId(id));
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
        (a.id.0, a.taxonomy.clone())
    } else {
        let taken: HashSet<&str> = known.iter().map(|a| a.taxonomy.as_str()).collect();
        let base = format!("pa_{}", slugify(name));
        let mut taxonomy = base.clone();
        let mut n = 1;
        while taken.contains(taxonomy.as_str()) || out.taxonomies.values().any(|t| *t == taxonomy) {
            n += 1;
            taxonomy = format!("{base}-{n}");
        }
        let id = write.insert_new("attributes", set! { taxonomy: &taxonomy, name }).await?;
        (id, taxonomy)
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
            let term_id = next_term_id(write).await?;
            let row = set! { id: term_id, attribute_id: id, slug: &slug, name: value, position };
            write.insert("attribute_terms", row).await?;
            slug
        };
        out.term_slugs.insert(key, slug);
    }
    Ok(())
}

/// The slug of a name, numbered when taken.
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
