//! Bulk actions on products: publish, hide, trash, restore, delete. They succeed or fail for each product separately.

use shop_core::base::{FieldError, ProductId};
use shop_core::platform::merchant::product_action::{MAX_PRODUCTS, ProductAction};
use shop_core::platform::messages::codes;

use crate::catalogue::products::Products;
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
    /// Applies an action to several products. The inner error rejects the whole: none or too many products.
    pub async fn apply_to_products(
        &self,
        ids: &[ProductId],
        action: ProductAction,
    ) -> Result<Result<BulkActionResult, FieldError>, StoreError> {
        if ids.is_empty() {
            return Ok(Err(FieldError::new("ids", codes::OFFICE_LIST_EMPTY)));
        }
        if ids.len() > MAX_PRODUCTS {
            return Ok(Err(FieldError::new("ids", codes::MERCHANT_TOO_MANY).with("maximum", MAX_PRODUCTS)));
        }
        let catalogue = self.context.newest_catalogue().await?;
        let mut out = BulkActionResult::default();
        for id in ids {
            let product = catalogue.product(*id);
            let name = product.map(|product| product.item.name.clone()).unwrap_or_default();
            let acted = match product {
                Some(product) => self.act_on_product(*id, product.item.status, action).await?,
                None => Err(FieldError::new("", codes::OFFICE_ENTRY_GONE)),
            };
            match acted {
                Ok(()) => out.done += 1,
                Err(reason) => out.refused.push(FailedProduct { id: *id, name, reason }),
            }
        }
        self.context.catalogue_changed();
        Ok(Ok(out))
    }

    async fn act_on_product(
        &self,
        id: ProductId,
        from: shop_core::catalogue::product::PublishStatus,
        action: ProductAction,
    ) -> Result<Result<(), FieldError>, StoreError> {
        let refused = |code| Ok(Err(FieldError::new("", code)));
        match action.applied_to(from) {
            Err(error) => Ok(Err(error)),
            Ok(Some(to)) if to == from => Ok(Ok(())),
            Ok(Some(to)) => {
                let changed = self.store.set_product_status(id, from, to, self.context.now()).await?;
                if changed { Ok(Ok(())) } else { refused(codes::OFFICE_CHANGED) }
            }
            Ok(None) => match self.store.delete_product(id).await? {
                DeletedProduct::Deleted => Ok(Ok(())),
                DeletedProduct::Gone => refused(codes::OFFICE_CHANGED),
                DeletedProduct::Ordered(count) => {
                    Ok(Err(FieldError::new("", codes::OFFICE_PRODUCT_ORDERED).with("count", count)))
                }
            },
        }
    }
}
