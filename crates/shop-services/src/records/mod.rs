//! What is stored of a cart and of an order as one document.

mod cart;
mod order;

pub use cart::{CartContent, CartLine, CartVat, FreeOrder, OrderedContent, StoredNotice, line_key};
pub use order::{
    AcceptedTerms, OrderContent, OrderCoupon, OrderCredit, OrderInvoice, OrderLineContent, OrderRenewal, OrderShipping,
    OrderTax, OrderVat,
};
