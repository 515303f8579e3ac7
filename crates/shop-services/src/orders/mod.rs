//! Orders: what is stored of them, changing their state, and the messages about them.

mod content;
mod downloads;
mod instalments;
pub(crate) mod legal;
mod lookup;
mod mail_links;
pub mod mails;
mod new_line;
mod pay;
mod refunds;
mod service;
mod unpaid;
mod view;
mod withdrawals;
mod written;

pub use content::{
    AcceptedTerms, OrderContent, OrderCoupon, OrderCredit, OrderInvoice, OrderLineContent, OrderRenewal, OrderShipping,
    OrderTax,
};
pub use downloads::{GrantedFile, OrderFile};
pub use instalments::{InstalmentRefusal, next_part, part_payment_methods, part_payment_rules, part_views};
pub use legal::LegalSection;
pub(crate) use new_line::order_line;
pub(crate) use pay::hold_until;
pub use pay::{later_payment_methods, later_payment_rules};
pub use refunds::{RefundRefusal, refundable};
pub(crate) use refunds::{is_refunded, refund_mail};
pub(crate) use service::Move;
pub use service::{AccessRefusal, StatusRefusal};
pub(crate) use unpaid::{failing, kept_pieces};
pub use view::{line_text, order_page, status_label, waiting_label};
pub use withdrawals::{WithdrawalState, withdrawal_closed};
pub(crate) use written::{order_key, order_taxes};
