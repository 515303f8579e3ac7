//! The stored catalogue, indexed for matching the rows of a file.

use std::collections::HashMap;

use shop_core::base::ProductId;
use shop_core::catalogue::product::Product;

use crate::ports::CatalogueData;

/// Tax class of a variation that follows its product's.
pub(super) const PARENT_CLASS: &str = "parent";

/// Index of a product, and of a variation in it.
pub(super) type ItemIndex = (usize, Option<usize>);

/// The stored catalogue with indexes.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) products: Vec<Product>,
    by_sku: HashMap<String, ItemIndex>,
    by_id: HashMap<ProductId, ItemIndex>,
    by_slug: HashMap<String, usize>,
}

impl Stored {
    pub(super) fn new(data: CatalogueData) -> Self {
        let mut stored =
            Self { products: data.products, by_sku: HashMap::new(), by_id: HashMap::new(), by_slug: HashMap::new() };
        for (at, product) in stored.products.iter_mut().enumerate() {
            inherit_tax_classes(product);
            stored.by_slug.insert(product.slug.clone(), at);
            let variations = product.variations.iter().enumerate().map(|(v, variation)| (Some(v), &variation.item));
            for (variation, item) in std::iter::once((None, &product.item)).chain(variations) {
                stored.by_id.insert(item.id, (at, variation));
                if !item.sku.is_empty() {
                    stored.by_sku.insert(item.sku.clone(), (at, variation));
                }
            }
        }
        stored
    }

    pub(super) fn by_sku(&self, sku: &str) -> Option<ItemIndex> {
        self.by_sku.get(sku).copied()
    }

    pub(super) fn by_id(&self, id: i64) -> Option<ItemIndex> {
        self.by_id.get(&ProductId(id)).copied()
    }

    pub(super) fn by_slug(&self, slug: &str) -> Option<usize> {
        self.by_slug.get(slug).copied()
    }

    /// Id of the item at a position.
    pub(super) fn id(&self, (product, variation): ItemIndex) -> Option<ProductId> {
        let product = self.products.get(product)?;
        match variation {
            None => Some(product.item.id),
            Some(at) => product.variations.get(at).map(|variation| variation.item.id),
        }
    }
}

/// A loaded variation may have its product's tax class instead of `parent`; this restores `parent`, so that a later change of the
/// product's class applies to it and exports contain what the merchant entered.
pub(super) fn inherit_tax_classes(product: &mut Product) {
    for variation in &mut product.variations {
        if variation.item.tax_class == product.item.tax_class {
            PARENT_CLASS.clone_into(&mut variation.item.tax_class);
        }
    }
}
