//! Orders: what is stored of them, placing them, changing their state, and the messages about them.

mod content;
pub mod mails;
mod place;
mod refunds;
mod service;
mod view;

pub use content::{OrderContent, OrderCoupon, OrderCredit, OrderInvoice, OrderLineContent, OrderShipping, OrderTax};
pub use place::{Buyer, CheckoutRefusal, PlacedOrder, dropped_coupon};
pub use refunds::{RefundRefusal, refundable};
pub use service::{AccessRefusal, StatusRefusal};
pub use view::{order_page, status_label};
