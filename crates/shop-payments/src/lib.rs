//! Card payments: the adapter to the provider's HTTP API ([`stripe`]), and a provider for development, demonstration and
//! tests that speaks the same API inside the shop's binary ([`sandbox`]).
//!
//! The shop knows neither: it asks the port `shop_services::ports::Gateway`.

pub mod sandbox;
pub mod stripe;
