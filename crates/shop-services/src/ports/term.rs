//! Categories, tags, attributes and values, changed one at a time.

use async_trait::async_trait;
use shop_core::base::{AttributeId, CategoryId, TagId, TermId};
use shop_core::platform::merchant::term::TermForm;

use super::{Category, StoreError};

/// Result of saving a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedTerm {
    Saved(i64),
    /// Another term has the slug.
    SlugTaken,
    Gone,
}

/// Changes terms. Every write increments the `catalogue` change counter.
#[async_trait]
pub trait TermStore: Send + Sync {
    /// Adds a category at the end (id 0) or overwrites one; position and picture of an existing one stay.
    async fn save_category(&self, category: &Category) -> Result<SavedTerm, StoreError>;

    /// Sets a category's picture; an empty one removes it. Returns whether there is such a category.
    async fn set_category_image(&self, id: CategoryId, image: &str) -> Result<bool, StoreError>;

    /// Sorts the categories.
    async fn order_categories(&self, ids: &[CategoryId]) -> Result<(), StoreError>;

    /// Deletes a category: it is removed from products, and its children move up. Returns whether there was one.
    async fn delete_category(&self, id: CategoryId) -> Result<bool, StoreError>;

    /// Adds a tag (id 0) or overwrites one.
    async fn save_tag(&self, id: TagId, tag: &TermForm) -> Result<SavedTerm, StoreError>;

    /// Deletes a tag and removes it from products. Returns whether there was one.
    async fn delete_tag(&self, id: TagId) -> Result<bool, StoreError>;

    /// Adds an attribute (id 0) or renames one; the taxonomy of an existing one stays.
    async fn save_attribute(
        &self,
        id: AttributeId,
        taxonomy: &str,
        attribute: &TermForm,
    ) -> Result<SavedTerm, StoreError>;

    /// Deletes an attribute with its values. Returns whether there was one.
    async fn delete_attribute(&self, id: AttributeId) -> Result<bool, StoreError>;

    /// Adds a value at the end (id 0) or renames one; the slug of an existing one stays.
    async fn save_value(&self, attribute: AttributeId, id: TermId, value: &TermForm) -> Result<SavedTerm, StoreError>;

    /// Sorts the values.
    async fn order_values(&self, ids: &[TermId]) -> Result<(), StoreError>;

    /// Deletes a value. Returns whether there was one.
    async fn delete_value(&self, id: TermId) -> Result<bool, StoreError>;
}
