//! Express wallets: the buttons, the lines and rates of the wallet's sheet, and the payer's data on the way into an order.

pub mod button;
pub mod log;
pub mod order;
pub mod payer;
pub mod sheet;
pub mod timings;
pub mod wallet;
pub mod wallet_address;
pub mod wire;
