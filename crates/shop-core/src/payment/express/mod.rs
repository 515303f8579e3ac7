//! Express wallets: the buttons, the lines and rates of the wallet's sheet, and the payer's data on the way into an order.

pub mod button;
pub mod order;
pub mod payer;
pub mod province;
pub mod sheet;
pub mod wallet_address;
