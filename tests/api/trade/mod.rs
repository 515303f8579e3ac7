//! Buying as a company: roles, prices, quotes, offers, lists, approvals, VAT numbers.

pub(crate) mod admin_roles;
pub(crate) mod approvals;
pub(crate) mod bulk_orders;
pub(crate) mod companies;
pub(crate) mod company_orders;
pub(crate) mod conversation_calls;
pub(crate) mod conversations;
pub(crate) mod offers;
pub(crate) mod purchase_list_files;
pub(crate) mod purchase_lists;
pub(crate) mod quotes;
pub(crate) mod receivables;
pub(crate) mod staff_conversations;
pub(crate) mod standing_orders;
pub(crate) mod subaccounts;
pub(crate) mod trade_calls;
pub(crate) mod trade_prices;
pub(crate) mod vat_checks;
