//! Categories, tags, attributes and values, changed one by one.

use async_trait::async_trait;
use shop_core::base::{AttributeId, CategoryId, TagId, TermId};
use shop_core::platform::merchant::term::TermForm;

use super::{Category, StoreError};

/// How saving a term went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedTerm {
    /// Saved under this number.
    Saved(i64),
    /// Another one has the slug.
    SlugTaken,
    /// There is no such term.
    Gone,
}

/// Changes terms. Every write moves the change counter `catalogue` on.
#[async_trait]
pub trait TermStore: Send + Sync {
    /// Adds a category at the end (id 0) or overwrites one; its place among its siblings and its picture are left
    /// as they are.
    async fn save_category(&self, category: &Category) -> Result<SavedTerm, StoreError>;

    /// Gives a category another picture; an empty one takes it away. Whether there is such a category.
    async fn set_category_image(&self, id: CategoryId, image: &str) -> Result<bool, StoreError>;

    /// Puts categories in this order.
    async fn order_categories(&self, ids: &[CategoryId]) -> Result<(), StoreError>;

    /// Deletes a category: products lose it, those below it move up. Whether there was one.
    async fn delete_category(&self, id: CategoryId) -> Result<bool, StoreError>;

    /// Adds a tag (id 0) or overwrites one.
    async fn save_tag(&self, id: TagId, tag: &TermForm) -> Result<SavedTerm, StoreError>;

    /// Deletes a tag: products lose it. Whether there was one.
    async fn delete_tag(&self, id: TagId) -> Result<bool, StoreError>;

    /// Adds an attribute (id 0) or renames one; the taxonomy of one that is there stays.
    async fn save_attribute(
        &self,
        id: AttributeId,
        taxonomy: &str,
        attribute: &TermForm,
    ) -> Result<SavedTerm, StoreError>;

    /// Deletes an attribute with its values. Whether there was one.
    async fn delete_attribute(&self, id: AttributeId) -> Result<bool, StoreError>;

    /// Adds a value at the end (id 0) or renames one; the slug of one that is there stays.
    async fn save_value(&self, attribute: AttributeId, id: TermId, value: &TermForm) -> Result<SavedTerm, StoreError>;

    /// Puts values in this order.
    async fn order_values(&self, ids: &[TermId]) -> Result<(), StoreError>;

    /// Deletes a value. Whether there was one.
    async fn delete_value(&self, id: TermId) -> Result<bool, StoreError>;
}
