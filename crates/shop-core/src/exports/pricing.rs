//! Optimistic prices of the cart, before the server has responded. Loaded on pages that show a cart.

pub use crate::cart::pricing::input::PricingInput;
use crate::store_api;
pub use crate::store_api::{CartChange, OptimisticCart};

exports! { $ for_each_pricing_export;
    /// Applies changes to a cart and prices it, as far as its own data allow.
    optimisticCart = fn optimistic_cart(pricing: PricingInput, changes: [Vec<CartChange>]) -> OptimisticCart {
        store_api::optimistic_cart(pricing, &changes)
    }
}
