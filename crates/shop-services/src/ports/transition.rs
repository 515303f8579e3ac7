//! An order's step from one status to another, and what it leaves in the history.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{OfferId, OrderId};
use shop_core::orders::OrderStatus;

use super::{NewMail, SubscriptionChange, TakenCredit};

/// Author, in an order's history, of what follows from the word of the payment provider.
pub const PAYMENT_AUTHOR: &str = "payment";

/// What happened to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderEvent {
    pub id: i64,
    /// `status`, `note` (for staff), `customer_note`, `withdrawal`, `files_consent`.
    pub kind: String,
    pub from_status: Option<OrderStatus>,
    pub to_status: Option<OrderStatus>,
    pub note: String,
    /// Who: `system`, `customer`, [`PAYMENT_AUTHOR`] or a staff member's user name.
    pub author: String,
    pub created_at: UnixSeconds,
}

/// What a status change does to stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockTaken {
    /// Pieces are to be out of stock afterwards.
    Yes,
    /// Pieces are to be back in stock afterwards.
    No,
    Unchanged,
}

/// A change of an order's status.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    pub id: OrderId,
    /// Status it must have now.
    pub from: OrderStatus,
    pub to: OrderStatus,
    pub stock: StockTaken,
    /// Another way of payment; `None`: as before, and nothing is waited for any more.
    pub payment: Option<TransitionPayment>,
    /// Codes of the coupons that the order uses again; a cancelled order uses none.
    pub coupons: Vec<String>,
    /// Credits that a reopened order is paid with again; a cancelled one gives them back.
    pub credits: Vec<TakenCredit>,
    /// What the step means for the order's subscriptions.
    pub subscriptions: Vec<SubscriptionChange>,
    /// Words for the history.
    pub note: String,
    pub author: String,
    /// Messages that tell of it.
    pub mails: Vec<NewMail>,
}

/// The way of payment that a step brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionPayment {
    /// Way of payment.
    pub method: String,
    pub title: String,
    /// When the order is cancelled unless paid; `None`: never.
    pub hold_until: Option<UnixSeconds>,
}

/// Why a status was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransitionRefusal {
    /// It was no longer the expected one, or one of its subscriptions changed meanwhile.
    Changed,
    /// Pieces to be taken again are no longer there.
    NotEnoughStock {
        /// Name of the product.
        name: String,
        available: i64,
    },
    /// Others have used a coupon up that it would use again.
    CouponUsedUp { code: String },
    /// Less is left of a credit than it would pay again.
    CreditShort { code: String },
    /// Another order has used up an offer that it would take again.
    OfferUsed { id: OfferId },
}
