//! VAT numbers asked of VIES, the register of the European Union, by its REST interface ([`Vies`]); and a stand-in for development,
//! demonstration and tests that is as strict as the register itself ([`StandIn`]).

mod client;
mod shapes;
mod stand_in;

pub use client::{MAX_TIME_LIMIT, Vies, ViesError, ViesOptions};
pub use stand_in::{Fault, StandIn};
