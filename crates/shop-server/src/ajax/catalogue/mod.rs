//! Calls of product pages: variations, prices of choices, the quick view.

pub(super) mod purchase;
pub(super) mod quick_view;
pub(super) mod variation;
