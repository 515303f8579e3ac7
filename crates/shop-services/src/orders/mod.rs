//! Orders: what is stored of them, placing them, changing their state, and the messages about them.

mod attempt;
mod content;
mod downloads;
mod instalments;
mod legal;
mod lookup;
mod mail_links;
pub mod mails;
mod new_line;
mod new_order;
mod pay;
mod place;
mod refunds;
mod service;
mod unpaid;
mod view;
mod withdrawals;

pub use attempt::{Attempt, EarlierOrder};
pub use content::{
    AcceptedTerms, OrderContent, OrderCoupon, OrderCredit, OrderInvoice, OrderLineContent, OrderRenewal, OrderShipping,
    OrderTax,
};
pub use downloads::{GrantedFile, OrderFile};
pub use instalments::{InstalmentRefusal, next_part, part_payment_methods, part_payment_rules, part_views};
pub use legal::LegalSection;
pub(crate) use new_line::order_line;
pub(crate) use new_order::{order_key, order_taxes};
pub(crate) use pay::hold_until;
pub use pay::{later_payment_methods, later_payment_rules};
pub use place::{Buyer, CheckoutRefusal, PlacedOrder, changed_meanwhile};
pub use refunds::{RefundRefusal, refundable};
pub(crate) use refunds::{is_refunded, refund_mail};
pub(crate) use service::Move;
pub use service::{AccessRefusal, StatusRefusal};
pub(crate) use unpaid::kept_pieces;
pub use view::{line_text, order_page, status_label, waiting_label};
pub use withdrawals::{WithdrawalState, withdrawal_closed};
