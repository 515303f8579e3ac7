//! Products, variations, categories, reviews, search, import and export.

pub(crate) mod admin_product;
pub(crate) mod admin_products;
pub(crate) mod admin_terms;
pub(crate) mod admin_transfer;
pub(crate) mod food;
pub(crate) mod import_command;
pub(crate) mod products;
pub(crate) mod purchase_rules;
pub(crate) mod quick_view;
pub(crate) mod reviews;
pub(crate) mod search;
pub(crate) mod search_writing;
