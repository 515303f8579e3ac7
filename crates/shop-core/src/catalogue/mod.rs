//! Products: their data, their prices, and the choice of their variations.

pub mod alcohol;
pub mod combinations;
pub mod food;
pub mod gallery;
pub mod lowest_price;
pub mod nutrition;
pub mod price;
pub mod product;
pub mod purchase;
pub mod quantity;
pub mod quick_view;
pub mod review;
pub mod sort;
pub mod tabs;
pub mod timings;
pub mod variation;
pub mod variation_form;
pub mod variation_match;
