//! Express wallets: the buttons, the lines and rates of the wallet's sheet, and the conversion of the payer's data into an order.

pub mod button;
pub mod log;
pub mod order;
pub mod payer;
pub mod sheet;
pub mod timings;
pub mod wallet;
pub mod wallet_address;
pub mod wire;
