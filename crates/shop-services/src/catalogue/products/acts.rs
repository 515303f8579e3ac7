//! Acts on products of the list: shown, hidden, binned, restored, deleted. Each product is done or refused by itself.

use shop_core::base::{FieldError, ProductId};
use shop_core::platform::merchant::product_action::{MAX_PRODUCTS, ProductAction};
use shop_core::platform::messages::codes;

use crate::catalogue::products::Products;
use crate::ports::{DeletedProduct, StoreError};

/// A product that an act was refused for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedProduct {
    pub id: ProductId,
    /// Its name; empty when there is none.
    pub name: String,
    pub reason: FieldError,
}

/// What came of an act.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActDone {
    /// Products that it was done with.
    pub done: usize,
    /// Products that stay as they were.
    pub refused: Vec<RefusedProduct>,
}

impl Products {
    /// Does the same with several products. The inner error refuses the whole: none or too many products.
    pub async fn act_on_products(
        &self,
        ids: &[ProductId],
        action: ProductAction,
    ) -> Result<Result<ActDone, FieldError>, StoreError> {
        if ids.is_empty() {
            return Ok(Err(FieldError::new("ids", codes::OFFICE_LIST_EMPTY)));
        }
        if ids.len() > MAX_PRODUCTS {
            return Ok(Err(FieldError::new("ids", codes::MERCHANT_TOO_MANY).with("maximum", MAX_PRODUCTS)));
        }
        let catalogue = self.context.newest_catalogue().await?;
        let mut out = ActDone::default();
        for id in ids {
            let product = catalogue.product(*id);
            let name = product.map(|product| product.item.name.clone()).unwrap_or_default();
            let acted = match product {
                Some(product) => self.act_on_product(*id, product.item.status, action).await?,
                None => Err(FieldError::new("", codes::OFFICE_ENTRY_GONE)),
            };
            match acted {
                Ok(()) => out.done += 1,
                Err(reason) => out.refused.push(RefusedProduct { id: *id, name, reason }),
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
