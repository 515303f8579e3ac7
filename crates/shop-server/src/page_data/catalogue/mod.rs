//! Products on pages: cards, the product page, the quick view, choices with their prices, reviews.

pub(crate) mod card;
pub(crate) mod food;
pub(crate) mod product_view;
pub(crate) mod purchase;
pub(crate) mod quick_view;
pub(crate) mod reviews;
pub(crate) mod variation_attributes;
