//! Stored products, for editing.

use std::collections::BTreeMap;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::{Item, Product};

use crate::catalogue::products::Products;
use crate::ports::{StockChange, StockLevel, StockMoved, StoreError};

impl Products {
    /// Saves a product with its stock, unless a quantity is not the expected one; then nothing is saved.
    pub async fn save_product(
        &self,
        product: &Product,
        stock: &[StockChange],
    ) -> Result<Result<(), StockMoved>, StoreError> {
        let saved = self.store.save_products(std::slice::from_ref(product), stock).await?;
        self.context.catalogue_changed();
        Ok(saved.map(|_| ()))
    }

    /// Lists at most `limit` past prices of a product or variation, newest first, with the time from which each applied.
    pub async fn price_history(&self, id: ProductId, most: u64) -> Result<Vec<(Cents, UnixSeconds)>, StoreError> {
        self.store.price_history(id, self.context.now(), most).await
    }

    /// Returns the products with current stock and sales.
    pub async fn with_live_stock(&self, mut products: Vec<Product>) -> Result<Vec<Product>, StoreError> {
        let ids: Vec<ProductId> = products
            .iter()
            .flat_map(|product| std::iter::once(&product.item).chain(product.variations.iter().map(|v| &v.item)))
            .map(|item| item.id)
            .collect();
        let levels = self.store.stock_levels(&ids).await?;
        let live: BTreeMap<ProductId, StockLevel> = levels.into_iter().map(|level| (level.id, level)).collect();
        for product in &mut products {
            if let Some(level) = live.get(&product.item.id) {
                product.total_sales = level.total_sales;
            }
            for item in items_mut(product) {
                if let Some(level) = live.get(&item.id) {
                    item.stock.quantity = level.quantity;
                }
            }
        }
        Ok(products)
    }
}

fn items_mut(product: &mut Product) -> impl Iterator<Item = &mut Item> {
    std::iter::once(&mut product.item).chain(product.variations.iter_mut().map(|variation| &mut variation.item))
}
