//! Products and the terms that classify them.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{AttributeId, CategoryId, Cents, Lang, ProductId, TagId, TermId};
use shop_core::catalogue::lowest_price::PriceStep;
use shop_core::catalogue::product::Product;

use super::StoreError;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Category {
    /// Id; 0 if not stored yet.
    pub id: CategoryId,
    pub parent_id: Option<CategoryId>,
    /// URL slug, unique.
    pub slug: String,
    pub name: String,
    /// English name; may be empty.
    pub name_en: String,
    /// Italian introduction, HTML; may be empty.
    pub description: String,
    /// English introduction; may be empty.
    pub description_en: String,
    /// Picture file; may be empty.
    pub image: String,
    /// Sort order among siblings.
    pub position: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    pub id: TagId,
    /// URL slug, unique.
    pub slug: String,
    pub name: String,
    /// English name; empty if it is the Italian one.
    pub name_en: String,
}

/// A global attribute with its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attribute {
    pub id: AttributeId,
    /// `pa_` and the slug of the name.
    pub taxonomy: String,
    pub name: String,
    /// English name; empty if it is the Italian one.
    pub name_en: String,
    /// Values by position, then id.
    pub terms: Vec<AttributeTerm>,
}

/// A value of a global attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeTerm {
    pub id: TermId,
    /// URL slug, unique within the attribute.
    pub slug: String,
    pub name: String,
    /// English name; empty if it is the Italian one.
    pub name_en: String,
    pub position: i64,
}

/// Implements `name_in` for a term type.
macro_rules! named {
    ($($term:ident)*) => {$(
        impl $term {
            /// Returns the name in a language.
            pub fn name_in(&self, lang: Lang) -> &str {
                lang.select(&self.name, &self.name_en)
            }
        }
    )*};
}
named! { Category Tag Attribute AttributeTerm }

/// Kinds of things whose slug may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlugOwner {
    Product,
    Category,
    Tag,
}

impl SlugOwner {
    /// Name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Category => "category",
            Self::Tag => "tag",
        }
    }

    /// Parses the database name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Product, Self::Category, Self::Tag].into_iter().find(|owner| owner.as_str() == text)
    }
}

/// A slug that was in use before. Each has one owner: the last one that gave it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerSlug {
    pub owner: SlugOwner,
    pub slug: String,
    pub id: i64,
}

/// The whole catalogue as read from the database.
#[derive(Clone, Debug, Default)]
pub struct CatalogueData {
    /// Catalogue change counter that this data corresponds to.
    pub version: i64,
    /// Stock change counter that this data corresponds to.
    pub stock_version: i64,
    /// All products with their variations, sorted by id.
    pub products: Vec<Product>,
    /// All categories, sorted by position and id.
    pub categories: Vec<Category>,
    /// All tags, sorted by id.
    pub tags: Vec<Tag>,
    /// All attributes, sorted by id.
    pub attributes: Vec<Attribute>,
    /// Past prices and scheduled ones in chronological order, by product or variation id.
    pub prices: BTreeMap<ProductId, Vec<PriceStep>>,
    /// Former slugs of products, categories and tags.
    pub former_slugs: Vec<FormerSlug>,
}

/// Terms that must exist before products can be saved.
#[derive(Clone, Debug, Default)]
pub struct TermsWanted {
    /// Category paths, from the top: `["Clothing", "Hoodies"]`.
    pub category_paths: Vec<Vec<String>>,
    pub tags: Vec<String>,
    /// Attribute names with the value names used.
    pub attributes: BTreeMap<String, Vec<String>>,
}

/// Ids and slugs of the requested terms.
#[derive(Clone, Debug, Default)]
pub struct TermIds {
    pub categories: BTreeMap<Vec<String>, CategoryId>,
    pub tags: BTreeMap<String, TagId>,
    /// Taxonomy by attribute name.
    pub taxonomies: BTreeMap<String, String>,
    /// Slug by (attribute name, value name).
    pub term_slugs: BTreeMap<(String, String), String>,
}

/// Ids of a saved product and its variations, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedProduct {
    pub id: ProductId,
    pub variation_ids: Vec<ProductId>,
}

/// Reads and writes the catalogue. Every write increments the `catalogue` change counter.
#[async_trait]
pub trait CatalogueStore: Send + Sync {
    /// Returns the catalogue's change counters: the first is incremented by every write of products, terms or reviews, the second
    /// by changes of stock alone.
    async fn catalogue_versions(&self) -> Result<(i64, i64), StoreError>;

    async fn load_catalogue(&self) -> Result<CatalogueData, StoreError>;

    /// Adds the missing terms (compared by name within their parent) in one transaction, in the given order.
    async fn ensure_terms(&self, wanted: &TermsWanted) -> Result<TermIds, StoreError>;

    /// Inserts products whose id is 0 and overwrites the others, in one transaction, in the given order. Variations are matched
    /// by id; stored ones that are missing from the input are deleted. `updated_at` is taken from the product. Changed prices are
    /// written to the price history, and so are the prices that a schedule will bring.
    ///
    /// Stock, sales and ratings of stored products are left alone, because they change while a product is being edited: stock
    /// changes only as `stock` specifies. If a quantity is no longer the expected one, nothing is saved.
    async fn save_products(
        &self,
        products: &[Product],
        stock: &[StockChange],
    ) -> Result<Result<Vec<SavedProduct>, StockMoved>, StoreError>;

    /// Lists the prices of a product or variation before `until`, newest first, with the time from which each applied.
    async fn price_history(
        &self,
        id: ProductId,
        until: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<(Cents, UnixSeconds)>, StoreError>;

    /// Overwrites name, texts, picture and position of categories, matched by slug; unknown ones are added at the top level.
    async fn save_categories(&self, categories: &[Category]) -> Result<(), StoreError>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockLevel {
    /// Product or variation.
    pub id: ProductId,
    pub quantity: i64,
    /// Pieces sold in total.
    pub total_sales: i64,
}

/// A stock quantity to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockChange {
    /// Product or variation.
    pub id: ProductId,
    pub quantity: i64,
    /// Quantity that must be stored before the change; `None` for any.
    pub expected: Option<i64>,
}

/// The stored quantity was not the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockMoved {
    /// Product or variation.
    pub id: ProductId,
    /// Quantity in the database.
    pub quantity: i64,
}

#[async_trait]
pub trait StockStore: Send + Sync {
    /// Returns the stock of the given products and variations, in one statement; unknown ids are left out.
    async fn stock_levels(&self, ids: &[ProductId]) -> Result<Vec<StockLevel>, StoreError>;

    /// Returns the stock of everything whose stock is managed, and the sales figures of everything sold.
    async fn all_stock_levels(&self) -> Result<Vec<StockLevel>, StoreError>;
}
