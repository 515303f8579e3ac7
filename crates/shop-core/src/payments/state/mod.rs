//! What has become of an order's payment, told by the provider's events in any order and any number.
//!
//! [`event`] reads an event, [`facts`] gathers what is known of one intent, [`outcome`] says what the order is then.
//! Facts only ever grow and joining them does not depend on order or repetition, so that late, doubled and
//! overtaking events end in the same state.

pub mod event;
pub mod facts;
pub mod outcome;

#[cfg(test)]
mod tests;
