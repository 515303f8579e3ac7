//! Pictures of the shop: stored in their sizes, and decoded within bounds.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod as_it_came;
mod decoding;
mod folder;
mod pictures;
