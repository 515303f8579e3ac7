//! Management of categories, tags, attributes and their values by the merchant.

use std::collections::BTreeSet;
use std::sync::Arc;

use shop_core::base::{AttributeId, CategoryId, FieldError, TagId, TermId};
use shop_core::catalogue::product::{ImageRef, Product};
use shop_core::platform::merchant::term::{CategoryForm, TermForm, check_category, check_term};
use shop_core::platform::messages::codes;

use crate::catalogue::Catalogue;
use crate::content::rich_text::clean;
use crate::platform::context::Context;
use crate::ports::{Attribute, AttributeTerm, CatalogueStore, Category, SavedTerm, StoreError, TermStore, ports};

/// Why a term was not saved or deleted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermError {
    #[error("the term does not exist")]
    Unknown,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn reject<T>(error: FieldError) -> Result<T, TermError> {
    Err(TermError::Fields(vec![error]))
}

fn saved(outcome: SavedTerm, slug: &str) -> Result<i64, TermError> {
    match outcome {
        SavedTerm::Saved(id) => Ok(id),
        SavedTerm::SlugTaken => reject(FieldError::new("slug", codes::OFFICE_SLUG_TAKEN).with("slug", slug)),
        SavedTerm::Gone => Err(TermError::Unknown),
    }
}

ports! {
    pub(crate) trait TermsPorts: CatalogueStore + TermStore
}

/// Categories, tags and attributes.
#[derive(Clone)]
pub struct Terms {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn TermsPorts>,
}

impl Terms {
    /// Creates a category (`id` none) or changes one; returns its id.
    pub async fn save_category(
        &self,
        id: Option<CategoryId>,
        parent: Option<CategoryId>,
        form: &CategoryForm,
    ) -> Result<i64, TermError> {
        let form = check_category(form).map_err(TermError::Fields)?;
        let catalogue = self.context.newest_catalogue().await?;
        let known = |id: CategoryId| catalogue.terms().categories().iter().find(|one| one.id == id);
        let before = match id {
            Some(id) => match known(id) {
                Some(before) => before.clone(),
                None => return Err(TermError::Unknown),
            },
            None => Category::default(),
        };
        if let Some(parent) = parent {
            if known(parent).is_none() {
                return reject(FieldError::new("parent_id", codes::MERCHANT_UNKNOWN_ENTRY).with("id", parent.0));
            }
            if id.is_some_and(|id| catalogue.terms().with_descendants(id).contains(&parent)) {
                return reject(FieldError::new("parent_id", codes::OFFICE_CATEGORY_LOOP));
            }
        }
        let category = Category {
            parent_id: parent,
            slug: form.slug,
            name: form.name,
            name_en: form.name_en,
            description: clean(&form.description),
            description_en: clean(&form.description_en),
            ..before
        };
        let outcome = self.store.save_category(&category).await?;
        self.context.catalogue_changed();
        saved(outcome, &category.slug)
    }

    /// Sets a stored picture for a category; `None` removes it. The alternative text is ignored: a category's picture is shown
    /// beside its name.
    pub async fn set_category_picture(&self, id: CategoryId, picture: Option<&ImageRef>) -> Result<(), TermError> {
        let image = match picture {
            Some(picture) => serde_json::to_string(picture).map_err(|error| StoreError::Refused(error.to_string()))?,
            None => String::new(),
        };
        let changed = self.store.set_category_image(id, &image).await?;
        self.context.catalogue_changed();
        if changed { Ok(()) } else { Err(TermError::Unknown) }
    }

    /// Sorts the categories below one (or at the top); all of them must be listed.
    pub async fn order_categories(&self, parent: Option<CategoryId>, ids: &[CategoryId]) -> Result<(), TermError> {
        let catalogue = self.context.newest_catalogue().await?;
        let siblings = catalogue.terms().categories().iter().filter(|one| one.parent_id == parent).map(|one| one.id);
        if !same_entries(siblings, ids.iter().copied()) {
            return reject(FieldError::new("ids", codes::OFFICE_ORDER_INCOMPLETE));
        }
        // Positions are global: the other categories keep their order around these.
        let mut queue = ids.iter().copied();
        let all: Vec<CategoryId> = catalogue
            .terms()
            .categories()
            .iter()
            .map(|one| if one.parent_id == parent { queue.next().unwrap_or(one.id) } else { one.id })
            .collect();
        self.store.order_categories(&all).await?;
        self.context.catalogue_changed();
        Ok(())
    }

    /// Deletes a category: it is removed from products, and its children move up.
    pub async fn delete_category(&self, id: CategoryId) -> Result<(), TermError> {
        let deleted = self.store.delete_category(id).await?;
        self.context.catalogue_changed();
        if deleted { Ok(()) } else { Err(TermError::Unknown) }
    }

    /// Creates a tag (`id` none) or changes one; returns its id.
    pub async fn save_tag(&self, id: Option<TagId>, form: &TermForm) -> Result<i64, TermError> {
        let form = check_term(form).map_err(TermError::Fields)?;
        let outcome = self.store.save_tag(id.unwrap_or(TagId(0)), &form).await?;
        self.context.catalogue_changed();
        saved(outcome, &form.slug)
    }

    /// Deletes a tag and removes it from products.
    pub async fn delete_tag(&self, id: TagId) -> Result<(), TermError> {
        let deleted = self.store.delete_tag(id).await?;
        self.context.catalogue_changed();
        if deleted { Ok(()) } else { Err(TermError::Unknown) }
    }

    /// Creates an attribute (`id` none) or renames one, in the products too; returns its id. The slug of an existing one stays,
    /// because links to filtered lists contain it.
    pub async fn save_attribute(&self, id: Option<AttributeId>, form: &TermForm) -> Result<i64, TermError> {
        let form = check_term(form).map_err(TermError::Fields)?;
        let catalogue = self.context.newest_catalogue().await?;
        let clash = catalogue.terms().attributes().iter().any(|one| one.name == form.name && Some(one.id) != id);
        if clash {
            return reject(FieldError::new("name", codes::OFFICE_NAME_TAKEN).with("name", &form.name));
        }
        let taxonomy = format!("pa_{}", form.slug);
        let outcome = self.store.save_attribute(id.unwrap_or(AttributeId(0)), &taxonomy, &form).await?;
        if let Some(attribute) = id.and_then(|id| catalogue.terms().attributes().iter().find(|one| one.id == id)) {
            self.rename_in_products(&catalogue, &attribute.taxonomy, |owned| owned.name.clone_from(&form.name)).await?;
        }
        self.context.catalogue_changed();
        saved(outcome, &form.slug)
    }

    /// Deletes an attribute that no product has.
    pub async fn delete_attribute(&self, id: AttributeId) -> Result<(), TermError> {
        let catalogue = self.context.newest_catalogue().await?;
        let Some(attribute) = catalogue.terms().attributes().iter().find(|one| one.id == id) else {
            return Err(TermError::Unknown);
        };
        let count = products_with(&catalogue, &attribute.taxonomy, None);
        if count > 0 {
            return used(&attribute.name, count);
        }
        let deleted = self.store.delete_attribute(id).await?;
        self.context.catalogue_changed();
        if deleted { Ok(()) } else { Err(TermError::Unknown) }
    }

    /// Adds a value to an attribute (`id` none) or renames one, in the products too; returns its id.
    pub async fn save_value(
        &self,
        attribute: AttributeId,
        id: Option<TermId>,
        form: &TermForm,
    ) -> Result<i64, TermError> {
        let form = check_term(form).map_err(TermError::Fields)?;
        let catalogue = self.context.newest_catalogue().await?;
        let Some(owner) = catalogue.terms().attributes().iter().find(|one| one.id == attribute) else {
            return Err(TermError::Unknown);
        };
        if owner.terms.iter().any(|one| one.name == form.name && Some(one.id) != id) {
            return reject(FieldError::new("name", codes::OFFICE_NAME_TAKEN).with("name", &form.name));
        }
        let outcome = self.store.save_value(attribute, id.unwrap_or(TermId(0)), &form).await?;
        if let Some(term) = id.and_then(|id| owner.terms.iter().find(|one| one.id == id)) {
            self.rename_in_products(&catalogue, &owner.taxonomy, |owned| {
                for value in owned.values.iter_mut().filter(|value| value.slug == term.slug) {
                    value.name.clone_from(&form.name);
                }
            })
            .await?;
        }
        self.context.catalogue_changed();
        saved(outcome, &form.slug)
    }

    /// Sorts an attribute's values; all of them must be listed.
    pub async fn order_values(&self, attribute: AttributeId, ids: &[TermId]) -> Result<(), TermError> {
        let catalogue = self.context.newest_catalogue().await?;
        let Some(owner) = catalogue.terms().attributes().iter().find(|one| one.id == attribute) else {
            return Err(TermError::Unknown);
        };
        if !same_entries(owner.terms.iter().map(|one| one.id), ids.iter().copied()) {
            return reject(FieldError::new("ids", codes::OFFICE_ORDER_INCOMPLETE));
        }
        self.store.order_values(ids).await?;
        self.context.catalogue_changed();
        Ok(())
    }

    /// Deletes a value that no product has.
    pub async fn delete_value(&self, id: TermId) -> Result<(), TermError> {
        let catalogue = self.context.newest_catalogue().await?;
        let Some((owner, term)) = value_of(catalogue.terms().attributes(), id) else {
            return Err(TermError::Unknown);
        };
        let count = products_with(&catalogue, &owner.taxonomy, Some(&term.slug));
        if count > 0 {
            return used(&term.name, count);
        }
        let deleted = self.store.delete_value(id).await?;
        self.context.catalogue_changed();
        if deleted { Ok(()) } else { Err(TermError::Unknown) }
    }

    /// Products contain the texts of their attributes, so a new name is written into them.
    async fn rename_in_products(
        &self,
        catalogue: &Catalogue,
        taxonomy: &str,
        rename: impl Fn(&mut shop_core::catalogue::product::ProductAttribute) + Send + Sync,
    ) -> Result<(), StoreError> {
        let now = self.context.now();
        let mut changed: Vec<Product> = Vec::new();
        for product in catalogue.products().iter().filter(|product| has_attribute(product, taxonomy)) {
            let mut renamed = Product::clone(product);
            for owned in renamed.attributes.iter_mut().filter(|one| one.taxonomy.as_deref() == Some(taxonomy)) {
                rename(owned);
            }
            if renamed != **product {
                renamed.updated_at = now;
                changed.push(renamed);
            }
        }
        if !changed.is_empty() {
            // No stock is set, so none can have moved.
            let _ = self.store.save_products(&changed, &[]).await?;
        }
        Ok(())
    }
}

fn used<T>(name: &str, count: usize) -> Result<T, TermError> {
    reject(FieldError::new("", codes::OFFICE_TERM_USED).with("name", name).with("count", count))
}

fn same_entries<T: Ord>(there: impl Iterator<Item = T>, named: impl ExactSizeIterator<Item = T>) -> bool {
    let count = named.len();
    let (there, named): (BTreeSet<T>, BTreeSet<T>) = (there.collect(), named.collect());
    there == named && named.len() == count
}

fn has_attribute(product: &Product, taxonomy: &str) -> bool {
    product.attributes.iter().any(|one| one.taxonomy.as_deref() == Some(taxonomy))
}

/// Counts products with an attribute, or with one of its values.
pub fn products_with(catalogue: &Catalogue, taxonomy: &str, slug: Option<&str>) -> usize {
    let has = |product: &&Arc<Product>| {
        product
            .attributes
            .iter()
            .filter(|one| one.taxonomy.as_deref() == Some(taxonomy))
            .any(|one| slug.is_none_or(|slug| one.values.iter().any(|value| value.slug == slug)))
    };
    catalogue.products().iter().filter(has).count()
}

fn value_of(attributes: &[Attribute], id: TermId) -> Option<(&Attribute, &AttributeTerm)> {
    attributes.iter().find_map(|owner| owner.terms.iter().find(|term| term.id == id).map(|term| (owner, term)))
}
