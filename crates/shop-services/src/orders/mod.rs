//! Orders: stored data, status changes, and e-mails about them.

pub mod bookings;
mod creation;
pub mod documents;
mod downloads;
pub mod einvoices;
mod instalments;
pub(crate) mod legal;
mod lookup;
mod mail_links;
pub mod mails;
mod new_line;
mod notes;
mod order_file;
pub mod order_steps;
mod pay;
mod queries;
mod recent;
mod refunds;
pub mod renewals;
mod service;
pub mod subscriptions;
mod sums;
mod unpaid;
mod view;
mod withdrawals;

pub(crate) use creation::{order_key, order_taxes};
pub use downloads::{GrantedFile, OrderFiles};
pub use instalments::{InstalmentError, next_part, part_payment_methods, part_payment_rules};
pub use legal::LegalSection;
pub(crate) use new_line::order_line;
pub use notes::BUYER_NOTE;
pub use order_file::OrderFile;
pub(crate) use pay::hold_until;
pub use pay::{later_payment_methods, later_payment_rules};
pub use refunds::refundable;
pub(crate) use refunds::{allocate_refund, counting, is_paid_otherwise, is_refunded, left_by_gateway, refund_mail};
pub(crate) use service::Move;
pub use service::{AccessRefusal, Orders};
pub use sums::totals_with_tax;
pub(crate) use unpaid::failing;
pub use view::{
    due_note, further_fields, line_text, order_page, part_views, status_label, tax_note, waiting_label, wishes,
};
pub(crate) use view::{format_due_day, transfer_details};
pub use withdrawals::{WithdrawalState, Withdrawals, withdrawal_closed};
