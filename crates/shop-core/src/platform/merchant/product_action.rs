//! Bulk actions on the product list: publish, hide, move to the trash, restore, delete permanently.

use crate::base::{FieldError, wire_enum};
use crate::catalogue::product::PublishStatus;
use crate::platform::messages::codes;

/// Maximum number of products of one action: eight pages of the list.
pub const MAX_PRODUCTS: usize = 200;

wire_enum! {
    /// A bulk action on products.
    ProductAction {
        /// Publish the product.
        Publish = "publish",
        /// Hide it: it becomes a draft again.
        Hide = "hide",
        /// Move it to the trash.
        Bin = "bin",
        /// Restore it from the trash, as a draft.
        Restore = "restore",
        /// Delete it permanently from the trash.
        Delete = "delete",
    } default Hide
}

impl ProductAction {
    /// Returns the status of a product after the action; `None`: it is deleted.
    ///
    /// # Errors
    /// Only products in the trash can be restored or deleted, and no other action applies to them. The error has no field.
    ///
    /// ```
    /// use shop_core::catalogue::product::PublishStatus;
    /// use shop_core::platform::merchant::product_action::ProductAction;
    /// assert_eq!(ProductAction::Restore.applied_to(PublishStatus::Trash), Ok(Some(PublishStatus::Draft)));
    /// assert!(ProductAction::Delete.applied_to(PublishStatus::Publish).is_err());
    /// ```
    pub fn applied_to(self, status: PublishStatus) -> Result<Option<PublishStatus>, FieldError> {
        let binned = status == PublishStatus::Trash;
        let out_of_bin = matches!(self, Self::Restore | Self::Delete);
        if out_of_bin != binned {
            let code = if binned { codes::OFFICE_PRODUCT_BINNED } else { codes::OFFICE_PRODUCT_NOT_BINNED };
            return Err(FieldError::new("", code));
        }
        Ok(match self {
            Self::Publish => Some(PublishStatus::Publish),
            Self::Hide | Self::Restore => Some(PublishStatus::Draft),
            Self::Bin => Some(PublishStatus::Trash),
            Self::Delete => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_in_the_bin_leaves_it_and_nothing_else_is_done_with_it() {
        for action in ProductAction::ALL {
            for status in PublishStatus::ALL {
                let out = matches!(action, ProductAction::Restore | ProductAction::Delete);
                let done = action.applied_to(*status);
                assert_eq!(done.is_ok(), out == (*status == PublishStatus::Trash), "{action:?} {status:?}");
                assert_eq!(done == Ok(None), *action == ProductAction::Delete && done.is_ok());
            }
        }
        let refused = ProductAction::Publish.applied_to(PublishStatus::Trash).unwrap_err();
        assert_eq!(refused.code, codes::OFFICE_PRODUCT_BINNED);
    }
}
