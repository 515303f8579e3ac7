//! Checks VAT numbers with VIES, the register of the European Union, through its REST interface ([`Vies`]). [`StandIn`] is a stub
//! of the register for development, demonstrations and tests, as strict as the real one.

mod client;
mod messages;
mod stand_in;

pub use client::{MAX_TIME_LIMIT, Vies, ViesError, ViesOptions};
pub use stand_in::{Fault, StandIn};
