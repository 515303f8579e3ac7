//! What goes into the cart and how: lines and their keys, merging, grouped products.

pub mod add_queue;
pub mod fragments;
pub mod grouped;
pub mod line;
pub mod merge;
pub mod timings;
