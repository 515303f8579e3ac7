//! Products and the terms they are sorted by.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{AttributeId, CategoryId, Cents, Lang, ProductId, TagId, TermId};
use shop_core::catalogue::lowest_price::PriceStep;
use shop_core::catalogue::product::Product;

use super::StoreError;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Category {
    /// Id; 0 for one not stored yet.
    pub id: CategoryId,
    pub parent_id: Option<CategoryId>,
    /// Address form, unique.
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
    /// Order among siblings.
    pub position: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    pub id: TagId,
    /// Address form, unique.
    pub slug: String,
    pub name: String,
    /// English name; empty: as Italian.
    pub name_en: String,
}

/// A global attribute with its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attribute {
    pub id: AttributeId,
    /// `pa_` and the slug of the name.
    pub taxonomy: String,
    pub name: String,
    /// English name; empty: as Italian.
    pub name_en: String,
    /// Values by position, then id.
    pub terms: Vec<AttributeTerm>,
}

/// A value of a global attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeTerm {
    pub id: TermId,
    /// Address form, unique within the attribute.
    pub slug: String,
    pub name: String,
    /// English name; empty: as Italian.
    pub name_en: String,
    pub position: i64,
}

/// Declares the name of a term in a language.
macro_rules! named {
    ($($term:ident)*) => {$(
        impl $term {
            /// Its name in a language.
            pub fn name_in(&self, lang: Lang) -> &str {
                if lang == Lang::En && !self.name_en.is_empty() { &self.name_en } else { &self.name }
            }
        }
    )*};
}
named! { Category Tag Attribute AttributeTerm }

/// What has an address with a slug that may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlugOwner {
    Product,
    Category,
    Tag,
}

impl SlugOwner {
    /// Its name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Category => "category",
            Self::Tag => "tag",
        }
    }

    /// Reads the name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Product, Self::Category, Self::Tag].into_iter().find(|owner| owner.as_str() == text)
    }
}

/// A slug that something had. Each is of one owner: of the last that gave it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerSlug {
    /// What had it.
    pub owner: SlugOwner,
    pub slug: String,
    /// Number of its owner.
    pub id: i64,
}

/// The whole catalogue as stored.
#[derive(Clone, Debug, Default)]
pub struct CatalogueData {
    /// Value of the change counter that this data corresponds to.
    pub version: i64,
    /// Value of the stock counter that this data corresponds to.
    pub stock_version: i64,
    /// All products with their variations, by id.
    pub products: Vec<Product>,
    /// All categories, by position and id.
    pub categories: Vec<Category>,
    /// All tags, by id.
    pub tags: Vec<Tag>,
    /// All attributes, by id.
    pub attributes: Vec<Attribute>,
    /// Prices that held and those that schedules bring, in the order of time, by product or variation id.
    pub prices: BTreeMap<ProductId, Vec<PriceStep>>,
    /// Slugs that products, categories and tags had.
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

/// Where the wanted terms are.
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

/// Reads and writes the catalogue. Every write moves the change counter `catalogue` on.
#[async_trait]
pub trait CatalogueStore: Send + Sync {
    /// The change counters of the catalogue: the first moves with every write of products, terms or reviews, the second
    /// with every change of stock alone.
    async fn catalogue_versions(&self) -> Result<(i64, i64), StoreError>;

    async fn load_catalogue(&self) -> Result<CatalogueData, StoreError>;

    /// Adds the terms that are missing (compared by name within their parent), in one transaction, in the order given.
    async fn ensure_terms(&self, wanted: &TermsWanted) -> Result<TermIds, StoreError>;

    /// Adds products whose id is 0 and overwrites the others, in one transaction, in the order given. Variations are
    /// matched by id; stored ones that are not named are removed. `updated_at` is taken from the product.
    /// A changed price is written to the price history, and so is what its schedule will bring.
    ///
    /// Stock, sales and ratings of products that are stored already are left as they are, because they move while a product
    /// is being edited: stock changes only as `stock` says. When a quantity is no longer the expected one, nothing is saved.
    async fn save_products(
        &self,
        products: &[Product],
        stock: &[StockChange],
    ) -> Result<Result<Vec<SavedProduct>, StockMoved>, StoreError>;

    /// The prices that a product or variation had until a moment, the newest first, at most so many: price and moment from
    /// which it held.
    async fn price_history(
        &self,
        id: ProductId,
        until: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<(Cents, UnixSeconds)>, StoreError>;

    /// Overwrites name, texts, picture and position of categories named by slug; unknown ones are added at the top.
    async fn save_categories(&self, categories: &[Category]) -> Result<(), StoreError>;
}

/// Stock as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockLevel {
    /// Product or variation.
    pub id: ProductId,
    pub quantity: i64,
    /// Pieces sold so far.
    pub total_sales: i64,
}

/// Stock to be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockChange {
    /// Product or variation.
    pub id: ProductId,
    pub quantity: i64,
    /// Pieces that there must be before; `None`: whatever there are.
    pub expected: Option<i64>,
}

/// A stock was not the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockMoved {
    /// Product or variation.
    pub id: ProductId,
    /// Pieces there are.
    pub quantity: i64,
}

/// Reads live stock.
#[async_trait]
pub trait StockStore: Send + Sync {
    /// Stock of the given products and variations, in one statement; unknown ids are left out.
    async fn stock_levels(&self, ids: &[ProductId]) -> Result<Vec<StockLevel>, StoreError>;

    /// Stock of everything whose stock is counted, and sales figures of everything sold.
    async fn all_stock_levels(&self) -> Result<Vec<StockLevel>, StoreError>;
}
