//! Orders and everything that follows them.

pub(crate) mod bookings;
pub(crate) mod downloads;
pub(crate) mod einvoice_issue;
pub(crate) mod einvoice_queues;
pub(crate) mod einvoices;
pub(crate) mod instalments;
pub(crate) mod invoices;
pub(crate) mod order_events;
pub(crate) mod orders_read;
pub(crate) mod refund_parts;
pub(crate) mod refunds;
pub(crate) mod subscription_payments;
pub(crate) mod subscriptions;
pub(crate) mod subscriptions_read;
pub(crate) mod withdrawals;
