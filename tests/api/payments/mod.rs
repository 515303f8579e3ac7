//! Payments by the provider: calls, messages, faults, saved methods, set-up.

pub(crate) mod admin_capture;
pub(crate) mod admin_payments;
pub(crate) mod calls;
pub(crate) mod cards;
pub(crate) mod change;
pub(crate) mod choice;
pub(crate) mod errors;
pub(crate) mod events;
pub(crate) mod faults;
pub(crate) mod keys;
pub(crate) mod kinds;
pub(crate) mod methods;
pub(crate) mod offline;
pub(crate) mod pages;
pub(crate) mod races;
pub(crate) mod setup;
pub(crate) mod unpaid;
