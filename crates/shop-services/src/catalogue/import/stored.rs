//! What the shop has already, indexed for recognising the rows of a file.

use std::collections::HashMap;

use shop_core::base::ProductId;
use shop_core::catalogue::product::Product;

use crate::ports::CatalogueData;

/// Tax class of a variation that follows its product's.
pub(super) const PARENT_CLASS: &str = "parent";

/// Position of a product, and of a variation in it.
pub(super) type Place = (usize, Option<usize>);

/// The stored catalogue with indexes.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) products: Vec<Product>,
    by_sku: HashMap<String, Place>,
    by_id: HashMap<ProductId, Place>,
    by_slug: HashMap<String, usize>,
}

impl Stored {
    /// Indexes the stored catalogue.
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

    /// What has a SKU.
    pub(super) fn by_sku(&self, sku: &str) -> Option<Place> {
        self.by_sku.get(sku).copied()
    }

    /// What has a number.
    pub(super) fn by_id(&self, id: i64) -> Option<Place> {
        self.by_id.get(&ProductId(id)).copied()
    }

    /// The product at an address.
    pub(super) fn by_slug(&self, slug: &str) -> Option<usize> {
        self.by_slug.get(slug).copied()
    }

    /// Id of what is at a place.
    pub(super) fn id(&self, (product, variation): Place) -> Option<ProductId> {
        let product = self.products.get(product)?;
        match variation {
            None => Some(product.item.id),
            Some(at) => product.variations.get(at).map(|variation| variation.item.id),
        }
    }
}

/// A loaded variation may carry its product's tax class instead of the word for it; here it is the word again, so that a
/// later change of the product's class reaches it and files say what the merchant wrote.
pub(super) fn inherit_tax_classes(product: &mut Product) {
    for variation in &mut product.variations {
        if variation.item.tax_class == product.item.tax_class {
            PARENT_CLASS.clone_into(&mut variation.item.tax_class);
        }
    }
}
