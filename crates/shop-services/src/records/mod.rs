//! Stored documents of carts and orders.

mod cart;
mod order;

pub use cart::{CartContent, CartLine, CartVat, FreeOrder, OrderedContent, StoredNotice};
pub use order::{
    AcceptedTerms, OrderContent, OrderCoupon, OrderCredit, OrderInvoice, OrderLineContent, OrderRenewal, OrderShipping,
    OrderTax, OrderVat,
};
