//! Orders: what is stored of them, changing their state, and the messages about them.

mod downloads;
mod instalments;
pub(crate) mod legal;
mod lookup;
mod mail_links;
pub mod mails;
mod new_line;
mod notes;
mod pay;
mod queries;
mod recent;
mod refunds;
mod service;
mod sums;
mod unpaid;
mod view;
mod withdrawals;
mod written;

pub use downloads::{GrantedFile, OrderFile, OrderFiles};
pub use instalments::{InstalmentRefusal, next_part, part_payment_methods, part_payment_rules, part_views};
pub use legal::LegalSection;
pub(crate) use new_line::order_line;
pub use notes::BUYER_NOTE;
pub(crate) use pay::hold_until;
pub use pay::{later_payment_methods, later_payment_rules};
pub use refunds::refundable;
pub(crate) use refunds::{counting, is_paid_otherwise, is_refunded, left_by_gateway, refund_mail, taken_from};
pub(crate) use service::Move;
pub use service::{AccessRefusal, Orders};
pub use sums::totals_with_tax;
pub(crate) use unpaid::failing;
pub(crate) use view::{due_day_words, transfer_details};
pub use view::{due_note, further_fields, line_text, order_page, status_label, tax_note, waiting_label, wishes};
pub use withdrawals::{WithdrawalState, Withdrawals, withdrawal_closed};
pub(crate) use written::{order_key, order_taxes};
