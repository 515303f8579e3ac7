//! The look of the payment form, taken from the page around it.

pub mod color;
pub mod contrast;
pub mod fonts;
pub mod theme;
pub mod variables;
