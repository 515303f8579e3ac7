//! Categories, tags, attributes and their values.

use std::collections::{BTreeMap, HashSet};

use shop_core::base::text::slugify;
use shop_core::base::{CategoryId, TagId};
use shop_services::ports::{Attribute, AttributeTerm, Category, StoreError, Tag, TermIds, TermsWanted};

use crate::db::{Db, Write, col};

impl Db {
    pub(crate) async fn read_categories(&self) -> Result<Vec<Category>, StoreError> {
        let rows = self
            .all(
                "SELECT id, parent_id, slug, name, name_en, description, description_en, image, position FROM categories \
                 ORDER BY position, id",
                vec![],
            )
            .await?;
        rows.iter()
            .map(|row| {
                Ok(Category {
                    id: CategoryId(col(row, "id")?),
                    parent_id: col::<Option<i64>>(row, "parent_id")?.map(CategoryId),
                    slug: col(row, "slug")?,
                    name: col(row, "name")?,
                    name_en: col(row, "name_en")?,
                    description: col(row, "description")?,
                    description_en: col(row, "description_en")?,
                    image: col(row, "image")?,
                    position: col(row, "position")?,
                })
            })
            .collect()
    }

    pub(crate) async fn read_tags(&self) -> Result<Vec<Tag>, StoreError> {
        let rows = self.all("SELECT id, slug, name, name_en FROM tags ORDER BY id", vec![]).await?;
        rows.iter()
            .map(|row| {
                Ok(Tag {
                    id: TagId(col(row, "id")?),
                    slug: col(row, "slug")?,
                    name: col(row, "name")?,
                    name_en: col(row, "name_en")?,
                })
            })
            .collect()
    }

    pub(crate) async fn read_attributes(&self) -> Result<Vec<Attribute>, StoreError> {
        let rows = self.all("SELECT id, taxonomy, name, name_en FROM attributes ORDER BY id", vec![]).await?;
        let mut out: Vec<Attribute> = rows
            .iter()
            .map(|row| {
                let id: i64 = col(row, "id")?;
                Ok(Attribute {
                    id: id.into(),
                    taxonomy: col(row, "taxonomy")?,
                    name: col(row, "name")?,
                    name_en: col(row, "name_en")?,
                    terms: Vec::new(),
                })
            })
            .collect::<Result<_, StoreError>>()?;
        let terms = self
            .all(
                "SELECT id, attribute_id, slug, name, name_en, position FROM attribute_terms ORDER BY position, id",
                vec![],
            )
            .await?;
        for row in &terms {
            let attribute: i64 = col(row, "attribute_id")?;
            let id: i64 = col(row, "id")?;
            if let Some(owner) = out.iter_mut().find(|a| a.id.0 == attribute) {
                owner.terms.push(AttributeTerm {
                    id: id.into(),
                    slug: col(row, "slug")?,
                    name: col(row, "name")?,
                    name_en: col(row, "name_en")?,
                    position: col(row, "position")?,
                });
            }
        }
        Ok(out)
    }

    pub(crate) async fn write_terms(&self, wanted: &TermsWanted) -> Result<TermIds, StoreError> {
        let categories = self.read_categories().await?;
        let tags = self.read_tags().await?;
        let attributes = self.read_attributes().await?;
        let write = self.begin(false).await?;
        let mut out = TermIds::default();
        ensure_categories(&write, &categories, wanted, &mut out).await?;
        let mut slugs: HashSet<String> = tags.iter().map(|t| t.slug.clone()).collect();
        for name in &wanted.tags {
            let id = if let Some(tag) = tags.iter().find(|t| t.name == *name) {
                tag.id
            } else {
                let slug = free_slug(name, &mut slugs);
                let id = insert(
                    &write,
                    "INSERT INTO tags (id, slug, name) VALUES ($1, $2, $3) RETURNING id",
                    vec![next_term_id(&write).await?.into(), slug.into(), name.as_str().into()],
                )
                .await?;
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

    pub(crate) async fn write_categories(&self, categories: &[Category]) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        for c in categories {
            write
                .run(
                    "INSERT INTO categories (id, slug, name, name_en, description, description_en, image, position) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (slug) DO UPDATE SET name = excluded.name, \
                     name_en = excluded.name_en, description = excluded.description, description_en = excluded.description_en, \
                     image = excluded.image, position = excluded.position",
                    vec![
                        next_term_id(&write).await?.into(),
                        c.slug.as_str().into(),
                        c.name.as_str().into(),
                        c.name_en.as_str().into(),
                        c.description.as_str().into(),
                        c.description_en.as_str().into(),
                        c.image.as_str().into(),
                        c.position.into(),
                    ],
                )
                .await?;
        }
        crate::catalogue::count_catalogue_change(&write).await?;
        write.commit().await
    }
}

/// The id of a new category, tag or value of an attribute: they share one row of ids.
pub(crate) async fn next_term_id(write: &Write<'_>) -> Result<i64, StoreError> {
    let sql = "UPDATE id_counters SET value = value + 1 WHERE name = 'term' RETURNING value";
    let row = write.one(sql, Vec::new()).await?;
    row.map_or_else(|| Err(StoreError::Refused("there is no counter of terms".into())), |row| col(&row, "value"))
}

async fn insert(write: &Write<'_>, sql: &str, values: Vec<sea_orm::Value>) -> Result<i64, StoreError> {
    let row = write.one(sql, values).await?;
    row.map_or_else(|| Err(StoreError::Refused("an insert returned no id".into())), |row| col(&row, "id"))
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
                let id = insert(
                    write,
                    "INSERT INTO categories (id, parent_id, slug, name, position) VALUES ($1, $2, $3, $4, $5) RETURNING id",
                    vec![
                        next_term_id(write).await?.into(),
                        parent.into(),
                        slug.into(),
                        name.as_str().into(),
                        position.into(),
                    ],
                )
                .await?;
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
        let sql = "INSERT INTO attributes (taxonomy, name) VALUES ($1, $2) RETURNING id";
        (insert(write, sql, vec![taxonomy.as_str().into(), name.into()]).await?, taxonomy)
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
            let sql =
                "INSERT INTO attribute_terms (id, attribute_id, slug, name, position) VALUES ($1, $2, $3, $4, $5)";
            let term_id = next_term_id(write).await?;
            let values = vec![term_id.into(), id.into(), slug.as_str().into(), value.as_str().into(), position.into()];
            write.run(sql, values).await?;
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
