//! Card payments: the adapter to the provider's HTTP API ([`stripe`]).
//!
//! The shop does not depend on it directly: it uses the port `shop_services::ports::Gateway`.

pub mod stripe;
