//! What the adapter sends and what the sandbox answers, held against Stripe's published description of its API in the pinned
//! version. `stripe-2024-06-20.json` holds that description's names and types: a request's fields ("!" ends the name of one that
//! must be there; `[]` is a list, `*` any name, a list of words the allowed values), and of an object its fields.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod answers;
mod description;
mod forbidden;
mod requests;
