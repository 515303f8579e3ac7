//! Tests of stored sizes and of the decoding limits.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod decoding;
mod folder;
mod pictures;
mod unchanged;
