//! The adapter to Stripe's HTTP API.
