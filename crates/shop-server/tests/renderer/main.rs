//! The rules inside the page renderer: they answer there as they do natively.

#![expect(clippy::unwrap_used, reason = "helpers of a test may fail it")]

mod parity;
mod vectors;
