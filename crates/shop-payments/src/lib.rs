//! Card payments: the adapter to the provider's HTTP API ([`stripe`]).
//!
//! The shop does not know it: it asks the port `shop_services::ports::Gateway`.

pub mod stripe;
