//! Calls that store personal data before there is an order.

pub(super) mod email_capture;
