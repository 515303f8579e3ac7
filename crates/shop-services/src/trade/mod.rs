//! Buying as a company: registration, sub-accounts, prices, quotes, offers, lists, standing orders and invoices to be paid.

pub mod approvals;
pub mod bulk_orders;
pub mod buying_terms;
pub mod companies;
pub mod conversations;
pub mod offers;
pub mod purchase_lists;
pub mod receivables;
pub mod roles;
pub mod standing_orders;
pub mod subaccounts;
pub mod trade_prices;
pub mod vat_checks;
