//! Trade (B2B): companies and everything for them.

pub(crate) mod approvals;
pub(crate) mod companies;
pub(crate) mod conversations;
mod offer_companies;
pub(crate) mod offers;
pub(crate) mod purchase_lists;
pub(crate) mod receivables;
pub(crate) mod received_payments;
mod registration_files;
pub(crate) mod roles;
pub(crate) mod selects;
pub(crate) mod standing_orders;
pub(crate) mod trade_prices;
pub(crate) mod vat_checks;
mod vat_companies;
