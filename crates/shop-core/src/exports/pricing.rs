//! The cart's sums before the server has answered. Loaded where a cart is shown.

pub use crate::cart::pricing::input::PricingInput;
use crate::store_api;
pub use crate::store_api::{CartChange, ForeseenCart};

exports! { $ for_each_pricing_export;
    /// What a cart comes to after changes, as far as its own data tell.
    foreseenCart = fn foreseen_cart(pricing: PricingInput, changes: [Vec<CartChange>]) -> ForeseenCart {
        store_api::foreseen(pricing, &changes)
    }
}
