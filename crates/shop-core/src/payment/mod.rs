//! Payment: intents, confirmation after a redirect, express wallets and errors. The gateway's names are those of the wire
//! contract, section C.

pub mod amount;
pub mod error;
pub mod express;
pub mod intent;
pub mod redirect;
pub mod route;
