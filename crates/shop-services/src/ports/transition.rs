//! Status transitions of an order, and their history entries.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{OfferId, OrderId};
use shop_core::orders::OrderStatus;

use super::{NewMail, RedeemedCredit, SubscriptionChange};

/// Author, in an order's history, of changes made by payment events.
pub const PAYMENT_AUTHOR: &str = "payment";

/// An entry of an order's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderEvent {
    pub id: i64,
    /// `status`, `note` (for staff), `customer_note`, `withdrawal`, `files_consent`.
    pub kind: String,
    pub from_status: Option<OrderStatus>,
    pub to_status: Option<OrderStatus>,
    pub note: String,
    /// `system`, `customer`, [`PAYMENT_AUTHOR`] or a staff member's user name.
    pub author: String,
    pub created_at: UnixSeconds,
}

/// Effect of a status change on stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockTarget {
    /// Stock is deducted afterwards.
    Yes,
    /// Stock is restored afterwards.
    No,
    Unchanged,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    pub id: OrderId,
    /// Required current status.
    pub from: OrderStatus,
    pub to: OrderStatus,
    pub stock: StockTarget,
    /// New payment method; `None` keeps the current one, and the order is no longer held for payment.
    pub payment: Option<TransitionPayment>,
    /// Codes of the coupons that a reopened order redeems again; a cancelled order redeems none.
    pub coupons: Vec<String>,
    /// Credits that a reopened order uses again; a cancelled one returns them.
    pub credits: Vec<RedeemedCredit>,
    /// Effects on the order's subscriptions.
    pub subscriptions: Vec<SubscriptionChange>,
    /// Note for the history.
    pub note: String,
    pub author: String,
    pub mails: Vec<NewMail>,
}

/// The payment method that a transition sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionPayment {
    pub method: String,
    pub title: String,
    /// When the unpaid order is cancelled; `None` for never.
    pub hold_until: Option<UnixSeconds>,
}

/// Why a status was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransitionRefusal {
    /// The status was no longer the expected one, or one of the order's subscriptions changed meanwhile.
    Changed,
    /// The stock to deduct again is no longer available.
    NotEnoughStock { name: String, available: i64 },
    /// Other orders have used up a coupon that it would redeem again.
    CouponUsedUp { code: String },
    /// The balance of a credit is lower than the amount it would pay again.
    CreditShort { code: String },
    /// Another order has used an offer that it would use again.
    OfferUsed { id: OfferId },
}
