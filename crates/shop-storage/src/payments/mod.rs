//! Payments through the provider, and saved methods.

pub(crate) mod gateway_customers;
pub(crate) mod gateway_refunds;
pub(crate) mod payment_events;
pub(crate) mod payment_forms;
pub(crate) mod provider_errors;
pub(crate) mod saved_methods;
pub(crate) mod store;
