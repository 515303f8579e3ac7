//! The payment form, wallet buttons and instalment widgets.

pub(crate) mod bnpl;
pub(crate) mod express;
pub(crate) mod gateway;
