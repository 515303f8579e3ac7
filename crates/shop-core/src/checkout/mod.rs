//! The checkout form and its validation, while the shopper types and when the order is placed.

pub mod address;
pub mod api;
pub mod check;
pub mod check_invoiced;
pub mod delivery_day;
pub mod destination;
pub mod extra_field;
pub mod form;
pub mod invoice;
pub mod reference;
pub mod refresh;
pub mod timings;
