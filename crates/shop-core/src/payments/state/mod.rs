//! State of an order's payment, derived from the provider's events in any order and number.
//!
//! [`event`] parses an event, [`facts`] accumulates the data about one intent, [`outcome`] derives the state of the order. Facts
//! only grow, and merging them does not depend on order or repetition, so that late, duplicate and reordered events lead to the
//! same state.

pub mod event;
pub mod facts;
pub mod outcome;

#[cfg(test)]
mod tests;
