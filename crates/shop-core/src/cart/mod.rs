//! What goes into the cart and how: lines and their keys, add-ons, grouped products, deposits, bookings.

pub mod add_on;
pub mod add_queue;
pub mod booking;
pub mod deposit;
pub mod fragments;
pub mod grouped;
pub mod line;
pub mod merge;
pub mod timings;
