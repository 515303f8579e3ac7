//! Dry run of an import: reads the shop and writes nothing.

use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use shop_core::base::text::slugify;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CategoryId, Cents, ProductId, TagId};
use shop_core::catalogue::product::Product;

use crate::ports::{
    CatalogueData, CatalogueStore, Category, SavedProduct, StockChange, StockMoved, StoreError, TermIds, TermsWanted,
};

/// First id of items that would be created: above those of any shop.
const FIRST_NUMBER: i64 = 1 << 50;

/// A store that only assigns ids instead of writing.
#[derive(Debug)]
pub struct DryStore<'a, S: ?Sized> {
    store: &'a S,
    next: AtomicI64,
}

impl<'a, S: CatalogueStore + Sync + ?Sized> DryStore<'a, S> {
    /// Wraps a store that is only read.
    pub fn new(store: &'a S) -> Self {
        Self { store, next: AtomicI64::new(FIRST_NUMBER) }
    }

    fn number(&self) -> i64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}

#[async_trait]
impl<S: CatalogueStore + Sync + ?Sized> CatalogueStore for DryStore<'_, S> {
    async fn catalogue_versions(&self) -> Result<(i64, i64), StoreError> {
        self.store.catalogue_versions().await
    }

    async fn load_catalogue(&self) -> Result<CatalogueData, StoreError> {
        self.store.load_catalogue().await
    }

    async fn ensure_terms(&self, wanted: &TermsWanted) -> Result<TermIds, StoreError> {
        let known = self.store.load_catalogue().await?;
        let mut out = TermIds::default();
        for path in &wanted.category_paths {
            let mut parent: Option<CategoryId> = None;
            for depth in 1..=path.len() {
                let so_far: Vec<String> = path.iter().take(depth).cloned().collect();
                let name = so_far.last().map(String::as_str).unwrap_or_default();
                let found = known.categories.iter().find(|one| one.parent_id == parent && one.name == name);
                let id = *out
                    .categories
                    .entry(so_far)
                    .or_insert_with(|| found.map_or_else(|| CategoryId(self.number()), |one| one.id));
                parent = Some(id);
            }
        }
        for name in &wanted.tags {
            let found = known.tags.iter().find(|one| one.name == *name);
            out.tags.insert(name.clone(), found.map_or_else(|| TagId(self.number()), |one| one.id));
        }
        for (name, values) in &wanted.attributes {
            let found = known.attributes.iter().find(|one| one.name == *name);
            let taxonomy = found.map_or_else(|| format!("pa_{}", slugify(name)), |one| one.taxonomy.clone());
            out.taxonomies.insert(name.clone(), taxonomy);
            for value in values {
                let term = found.and_then(|one| one.terms.iter().find(|term| term.name == *value));
                let slug = term.map_or_else(|| slugify(value), |term| term.slug.clone());
                out.term_slugs.insert((name.clone(), value.clone()), slug);
            }
        }
        Ok(out)
    }

    async fn save_products(
        &self,
        products: &[Product],
        _stock: &[StockChange],
    ) -> Result<Result<Vec<SavedProduct>, StockMoved>, StoreError> {
        let numbered = |id: ProductId| if id.0 > 0 { id } else { ProductId(self.number()) };
        let saved = |product: &Product| SavedProduct {
            id: numbered(product.item.id),
            variation_ids: product.variations.iter().map(|one| numbered(one.item.id)).collect(),
        };
        Ok(Ok(products.iter().map(saved).collect()))
    }

    async fn price_history(
        &self,
        id: ProductId,
        until: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<(Cents, UnixSeconds)>, StoreError> {
        self.store.price_history(id, until, limit).await
    }

    async fn save_categories(&self, _categories: &[Category]) -> Result<(), StoreError> {
        Ok(())
    }
}
