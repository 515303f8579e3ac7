//! Categories, tags and attributes of the catalogue, and their hierarchy.

use std::collections::HashMap;

use shop_core::base::CategoryId;

use crate::ports::{Attribute, Category, SlugOwner, Tag};

/// Terms that classify products.
#[derive(Clone, Debug)]
pub struct Terms {
    categories: Vec<Category>,
    tags: Vec<Tag>,
    attributes: Vec<Attribute>,
    children: HashMap<CategoryId, Vec<CategoryId>>,
    former: HashMap<(SlugOwner, String), i64>,
}

impl Terms {
    pub(super) fn new(
        categories: Vec<Category>,
        tags: Vec<Tag>,
        attributes: Vec<Attribute>,
        former_slugs: &HashMap<(SlugOwner, String), i64>,
    ) -> Self {
        let mut children: HashMap<CategoryId, Vec<CategoryId>> = HashMap::new();
        for category in &categories {
            if let Some(parent) = category.parent_id {
                children.entry(parent).or_default().push(category.id);
            }
        }
        let of_terms = former_slugs.iter().filter(|((owner, _), _)| *owner != SlugOwner::Product);
        let former = of_terms.map(|(slug, id)| (slug.clone(), *id)).collect();
        Self { categories, tags, attributes, children, former }
    }

    /// A copy without some categories.
    pub(super) fn without(&self, hidden: &[CategoryId]) -> Self {
        let mut out = self.clone();
        out.categories.retain(|category| !hidden.contains(&category.id));
        for children in out.children.values_mut() {
            children.retain(|id| !hidden.contains(id));
        }
        out
    }

    /// Categories by position, then id.
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// Tags by id.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Attributes by id.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// A category by slug or id.
    pub fn category(&self, slug_or_id: &str) -> Option<&Category> {
        let id = slug_or_id.parse::<i64>().ok();
        self.categories.iter().find(|c| c.slug.eq_ignore_ascii_case(slug_or_id) || Some(c.id.0) == id)
    }

    /// A tag by slug or id.
    pub fn tag(&self, slug_or_id: &str) -> Option<&Tag> {
        let id = slug_or_id.parse::<i64>().ok();
        self.tags.iter().find(|t| t.slug.eq_ignore_ascii_case(slug_or_id) || Some(t.id.0) == id)
    }

    pub fn attribute(&self, taxonomy: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.taxonomy == taxonomy)
    }

    /// The category that had a slug before.
    pub fn moved_category(&self, slug: &str) -> Option<&Category> {
        let id = self.former.get(&(SlugOwner::Category, slug.to_owned())).copied()?;
        self.categories.iter().find(|category| category.id.0 == id)
    }

    /// The tag that had a slug before.
    pub fn moved_tag(&self, slug: &str) -> Option<&Tag> {
        let id = self.former.get(&(SlugOwner::Tag, slug.to_owned())).copied()?;
        self.tags.iter().find(|tag| tag.id.0 == id)
    }

    /// A category with all its subcategories.
    pub fn with_descendants(&self, id: CategoryId) -> Vec<CategoryId> {
        let mut out = vec![id];
        let mut next = 0;
        while let Some(current) = out.get(next).copied() {
            for child in self.children.get(&current).into_iter().flatten() {
                if !out.contains(child) {
                    out.push(*child);
                }
            }
            next += 1;
        }
        out
    }

    /// Path from the top to a category.
    pub fn category_path(&self, id: CategoryId) -> Vec<&Category> {
        let mut path = Vec::new();
        let mut current = Some(id);
        while let Some(id) = current {
            let Some(category) = self.categories.iter().find(|c| c.id == id) else { break };
            if path.len() > 20 {
                break;
            }
            path.push(category);
            current = category.parent_id;
        }
        path.reverse();
        path
    }
}
