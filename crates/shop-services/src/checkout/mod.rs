//! From a cart to an order: one pipeline for all kinds of clients. [`submit`] describes its steps.

mod by_api;
mod by_form;
mod host;
mod new_order;
mod place;
mod placed_order;
#[cfg(test)]
mod printed_tests;
mod refusal;
mod replay;
mod request;
mod reuse_order;
mod submit;
mod subscriptions;
mod vat;
mod verify;

pub use by_form::checkout_rules;
pub use host::CheckoutHost;
pub use placed_order::PlacedOrder;
pub use refusal::{AccountError, CheckoutRefusal, Refusal, Refused};
pub use request::{
    ApiOrder, CheckoutRequest, ExpressOrder, FormOrder, OwnFields, PaymentInput, RequestIdentity, Sent, TypedCheckout,
};
pub use submit::{Checkout, Outcome, PaymentOutcome};
pub use vat::VAT_FIELD;
pub use verify::on_amount;
