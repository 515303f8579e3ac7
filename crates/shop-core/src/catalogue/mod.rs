//! Products: what they are, what they cost, how their variations are chosen.

pub mod product;
pub mod quantity;
pub mod variation;
pub mod variation_form;
pub mod variation_match;
