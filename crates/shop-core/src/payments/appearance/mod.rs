//! Appearance of the payment form, derived from the page around it.

pub mod color;
pub mod contrast;
pub mod fonts;
pub mod theme;
pub mod variables;
