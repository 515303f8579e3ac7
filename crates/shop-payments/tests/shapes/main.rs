//! Checks the adapter's requests and the sandbox's responses against Stripe's published description of its API in the pinned
//! version. `stripe-2024-06-20.json` contains names and types from that description: the fields of requests ("!" marks a required
//! one; `[]` is a list, `*` any name, a list of words the allowed values) and of objects.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod answers;
mod description;
mod forbidden;
mod requests;
