//! What is done with products of the list: shown, hidden, put into the bin, taken out of it, deleted for good.

use crate::base::{FieldError, wire_enum};
use crate::catalogue::product::PublishStatus;
use crate::platform::messages::codes;

/// Most products of one act: eight pages of the list.
pub const MAX_PRODUCTS: usize = 200;

wire_enum! {
    /// An act on a product.
    ProductAction {
        /// Shows it to everybody.
        Publish = "publish",
        /// Hides it: it is a draft again.
        Hide = "hide",
        /// Puts it into the bin.
        Bin = "bin",
        /// Takes it out of the bin, as a draft.
        Restore = "restore",
        /// Deletes it for good, out of the bin.
        Delete = "delete",
    } default Hide
}

impl ProductAction {
    /// The state that a product in this one has afterwards; `None`: it is gone.
    ///
    /// # Errors
    /// Only what lies in the bin is restored or deleted, and nothing else is done with it. The refusal has no field.
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
