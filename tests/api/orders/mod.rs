//! Orders after they are placed: documents, refunds, subscriptions, bookings, withdrawal.

pub(crate) mod access;
pub(crate) mod admin_bookings;
pub(crate) mod admin_documents;
pub(crate) mod admin_orders;
pub(crate) mod admin_refunds;
pub(crate) mod admin_vat;
pub(crate) mod bookings;
pub(crate) mod deposits;
pub(crate) mod downloads;
pub(crate) mod einvoices;
pub(crate) mod einvoices_sent;
pub(crate) mod find_order;
pub(crate) mod invoices_abroad;
pub(crate) mod net_orders;
pub(crate) mod order_mails;
pub(crate) mod order_pay;
pub(crate) mod refunds;
pub(crate) mod renewals;
pub(crate) mod reopened;
pub(crate) mod subscriptions;
pub(crate) mod withdrawals;
