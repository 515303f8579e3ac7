//! Papers about orders: what they say, and issuing invoices.

mod invoice;
mod paper;

pub use invoice::InvoiceRefusal;
pub use paper::{order_summary, packing_slip};
