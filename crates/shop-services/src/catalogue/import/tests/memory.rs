//! An in-memory implementation of the catalogue port that honours its contract, so that import tests show what a database would
//! contain.

use std::sync::Mutex;

use async_trait::async_trait;
use shop_core::base::text::slugify;
use shop_core::base::{AttributeId, CategoryId, Cents, ProductId, TagId, TermId};
use shop_core::catalogue::product::Product;

use super::super::matching::numbered_slugs;
use crate::ports::{
    Attribute, AttributeTerm, CatalogueData, CatalogueStore, Category, SavedProduct, StockChange, StockMoved,
    StoreError, Tag, TermIds, TermsWanted,
};

#[derive(Default)]
pub(super) struct MemoryStore {
    data: Mutex<CatalogueData>,
    /// Sizes of the batches passed to `save_products`.
    pub(super) saves: Mutex<Vec<usize>>,
    /// Fail from this batch on.
    pub(super) fail_at_batch: Option<usize>,
}

impl MemoryStore {
    pub(super) fn data(&self) -> CatalogueData {
        let mut data = self.data.lock().unwrap().clone();
        for product in &mut data.products {
            product.variations.sort_by_key(|variation| (variation.item.menu_order, variation.item.id));
            // As the port specifies: `parent` as tax class is resolved on loading.
            for variation in &mut product.variations {
                if variation.item.tax_class == "parent" {
                    variation.item.tax_class.clone_from(&product.item.tax_class);
                }
            }
        }
        data
    }

    pub(super) fn edit(&self, change: impl FnOnce(&mut CatalogueData)) {
        change(&mut self.data.lock().unwrap());
    }
}

fn number(len: usize) -> i64 {
    i64::try_from(len).unwrap() + 1
}

fn free_slug(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let slug = if slugify(name).is_empty() { "termine".to_owned() } else { slugify(name) };
    numbered_slugs(&slug).find(|slug| !taken(slug)).unwrap()
}

fn add_category(data: &mut CatalogueData, parent_id: Option<CategoryId>, name: &str) -> CategoryId {
    if let Some(known) = data.categories.iter().find(|c| c.parent_id == parent_id && c.name == name) {
        return known.id;
    }
    let id = CategoryId(number(data.categories.len()));
    let slug = free_slug(name, |slug| data.categories.iter().any(|c| c.slug == slug));
    data.categories.push(Category { id, parent_id, slug, name: name.to_owned(), ..Category::default() });
    id
}

fn add_term(data: &mut CatalogueData, attribute: &str, value: Option<&str>) -> (String, String) {
    let at = data.attributes.iter().position(|known| known.name == attribute).unwrap_or_else(|| {
        let taxonomy = free_slug(&format!("pa_{attribute}"), |t| data.attributes.iter().any(|a| a.taxonomy == t));
        let id = AttributeId(number(data.attributes.len()));
        data.attributes.push(Attribute { id, taxonomy, name: attribute.to_owned(), ..Attribute::default() });
        data.attributes.len() - 1
    });
    let attribute = &mut data.attributes[at];
    let Some(value) = value else { return (attribute.taxonomy.clone(), String::new()) };
    let known = attribute.terms.iter().find(|term| term.name == value).map(|term| term.slug.clone());
    let slug = known.unwrap_or_else(|| {
        let slug = free_slug(value, |slug| attribute.terms.iter().any(|term| term.slug == slug));
        let id = TermId(number(attribute.terms.len()));
        attribute.terms.push(AttributeTerm {
            id,
            slug: slug.clone(),
            name: value.to_owned(),
            ..AttributeTerm::default()
        });
        slug
    });
    (attribute.taxonomy.clone(), slug)
}

#[async_trait]
impl CatalogueStore for MemoryStore {
    async fn catalogue_versions(&self) -> Result<(i64, i64), StoreError> {
        let data = self.data.lock().unwrap();
        Ok((data.version, data.stock_version))
    }

    async fn load_catalogue(&self) -> Result<CatalogueData, StoreError> {
        Ok(self.data())
    }

    async fn ensure_terms(&self, wanted: &TermsWanted) -> Result<TermIds, StoreError> {
        let mut data = self.data.lock().unwrap();
        let mut ids = TermIds::default();
        for path in &wanted.category_paths {
            let mut parent = None;
            for name in path {
                parent = Some(add_category(&mut data, parent, name));
            }
            ids.categories.insert(path.clone(), parent.unwrap());
        }
        for name in &wanted.tags {
            if !data.tags.iter().any(|tag| tag.name == *name) {
                let slug = free_slug(name, |slug| data.tags.iter().any(|tag| tag.slug == slug));
                let id = TagId(number(data.tags.len()));
                data.tags.push(Tag { id, slug, name: name.clone(), ..Tag::default() });
            }
            ids.tags.insert(name.clone(), data.tags.iter().find(|tag| tag.name == *name).unwrap().id);
        }
        for (attribute, values) in &wanted.attributes {
            ids.taxonomies.insert(attribute.clone(), add_term(&mut data, attribute, None).0);
            for value in values {
                let slug = add_term(&mut data, attribute, Some(value)).1;
                ids.term_slugs.insert((attribute.clone(), value.clone()), slug);
            }
        }
        Ok(ids)
    }

    async fn save_products(
        &self,
        products: &[Product],
        stock: &[StockChange],
    ) -> Result<Result<Vec<SavedProduct>, StockMoved>, StoreError> {
        let mut saves = self.saves.lock().unwrap();
        if self.fail_at_batch.is_some_and(|at| saves.len() >= at) {
            return Err(StoreError::Unavailable("disk full".to_owned()));
        }
        saves.push(products.len());
        let mut data = self.data.lock().unwrap();
        data.version += 1;
        let mut saved = Vec::new();
        for product in products {
            let mut product = product.clone();
            let items = |p: &Product| p.variations.iter().map(|v| v.item.id.0).chain([p.item.id.0]).max().unwrap();
            let mut last = data.products.iter().map(items).max().unwrap_or_default();
            let ids = std::iter::once(&mut product.item).chain(product.variations.iter_mut().map(|v| &mut v.item));
            for item in ids.filter(|item| item.id == ProductId(0)) {
                last += 1;
                item.id = ProductId(last);
            }
            let id = product.item.id;
            keep_stock(&data, &mut product, stock);
            data.products.retain(|known| known.item.id != id);
            check_unique(&data, &product)?;
            let variation_ids = product.variations.iter().map(|variation| variation.item.id).collect();
            data.products.push(product);
            data.products.sort_by_key(|product| product.item.id);
            saved.push(SavedProduct { id, variation_ids });
        }
        Ok(Ok(saved))
    }

    async fn price_history(&self, _: ProductId, _: i64, _: u64) -> Result<Vec<(Cents, i64)>, StoreError> {
        Ok(Vec::new())
    }

    async fn save_categories(&self, _: &[Category]) -> Result<(), StoreError> {
        Err(StoreError::Refused("not needed by the import".to_owned()))
    }
}

/// Stored quantities stay, unless they are to be set.
fn keep_stock(data: &CatalogueData, product: &mut Product, stock: &[StockChange]) {
    let Some(known) = data.products.iter().find(|known| known.item.id == product.item.id) else { return };
    let known: Vec<_> = std::iter::once(&known.item).chain(known.variations.iter().map(|v| &v.item)).collect();
    for item in std::iter::once(&mut product.item).chain(product.variations.iter_mut().map(|v| &mut v.item)) {
        let set = stock.iter().find(|change| change.id == item.id).map(|change| change.quantity);
        let stored = known.iter().find(|known| known.id == item.id).map(|known| known.stock.quantity);
        item.stock.quantity = set.or(stored).unwrap_or(item.stock.quantity);
    }
}

/// The unique indexes of a database: SKU and slug.
fn check_unique(data: &CatalogueData, product: &Product) -> Result<(), StoreError> {
    fn skus(product: &Product) -> impl Iterator<Item = &str> {
        let items = std::iter::once(&product.item).chain(product.variations.iter().map(|variation| &variation.item));
        items.map(|item| item.sku.as_str()).filter(|sku| !sku.is_empty())
    }
    let taken = |sku: &str| data.products.iter().any(|known| skus(known).any(|other| other == sku));
    // Large catalogues have unique SKUs by construction; the check would be quadratic.
    let small = data.products.len() < 1000;
    if small && (skus(product).any(taken) || data.products.iter().any(|known| known.slug == product.slug)) {
        return Err(StoreError::Refused(format!("`{}` is not unique", product.slug)));
    }
    Ok(())
}
