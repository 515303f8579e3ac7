//! Bulk actions on products: publish, hide, trash, restore, delete. They succeed or fail for each product separately.

use shop_core::base::{FieldError, ProductId};
use shop_core::platform::merchant::product_action::{MAX_PRODUCTS, ProductAction};
use shop_core::platform::messages::codes;

use crate::catalogue::products::{ProductError, Products};
use crate::ports::{DeletedProduct, StoreError};

/// A product for which an action failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedProduct {
    pub id: ProductId,
    /// Its name; empty if there is no such product.
    pub name: String,
    pub reason: FieldError,
}

/// Result of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkActionResult {
    /// Number of products it was applied to.
    pub done: usize,
    /// Products that are unchanged.
    pub refused: Vec<FailedProduct>,
}

impl Products {
    /// Applies an action to several products. Fails as a whole for none or too many products.
    pub async fn apply_to_products(
        &self,
        ids: &[ProductId],
        action: ProductAction,
    ) -> Result<BulkActionResult, ProductError> {
        if ids.is_empty() {
            return Err(ProductError::Fields(vec![FieldError::new("ids", codes::OFFICE_LIST_EMPTY)]));
        }
        if ids.len() > MAX_PRODUCTS {
            let error = FieldError::new("ids", codes::MERCHANT_TOO_MANY).with("maximum", MAX_PRODUCTS);
            return Err(ProductError::Fields(vec![error]));
        }
        let catalogue = self.context.newest_catalogue().await?;
        let mut out = BulkActionResult::default();
        for id in ids {
            let product = catalogue.product(*id);
            let name = product.map(|product| product.item.name.clone()).unwrap_or_default();
            let refused = match product {
                Some(product) => self.act_on_product(*id, product.item.status, action).await?,
                None => Some(FieldError::new("", codes::OFFICE_ENTRY_GONE)),
            };
            match refused {
                None => out.done += 1,
                Some(reason) => out.refused.push(FailedProduct { id: *id, name, reason }),
            }
        }
        self.context.catalogue_changed();
        Ok(out)
    }

    /// Applies an action to one product; returns the reason if it is not possible.
    async fn act_on_product(
        &self,
        id: ProductId,
        from: shop_core::catalogue::product::PublishStatus,
        action: ProductAction,
    ) -> Result<Option<FieldError>, StoreError> {
        let changed_meanwhile = || Some(FieldError::new("", codes::OFFICE_CHANGED));
        Ok(match action.applied_to(from) {
            Err(error) => Some(error),
            Ok(Some(to)) if to == from => None,
            Ok(Some(to)) => {
                let changed = self.store.set_product_status(id, from, to, self.context.now()).await?;
                if changed { None } else { changed_meanwhile() }
            }
            Ok(None) => match self.store.delete_product(id).await? {
                DeletedProduct::Deleted => None,
                DeletedProduct::Gone => changed_meanwhile(),
                DeletedProduct::Ordered(count) => {
                    Some(FieldError::new("", codes::OFFICE_PRODUCT_ORDERED).with("count", count))
                }
            },
        })
    }
}
