//! Derives an order's status from the facts about its payment.

use serde::{Deserialize, Serialize};

use super::event::{CaseState, Progress, Settled};
use super::facts::PaymentFacts;
use crate::base::{Cents, wire_enum};
use crate::orders::OrderStatus;

wire_enum! {
    /// State of an order's payment.
    PaymentState {
        /// No attempt was made, or the shopper is paying.
        Unpaid = "unpaid",
        /// A voucher was issued that is paid elsewhere.
        AwaitingVoucher = "awaiting_voucher",
        /// The payment takes days to be confirmed.
        Delayed = "delayed",
        /// The amount is authorised and not captured yet.
        Authorised = "authorised",
        /// The payment was received.
        Paid = "paid",
        /// The amount received differs from the order's total.
        AmountDiffers = "amount_differs",
        /// Held back by a fraud review.
        UnderReview = "under_review",
        /// A part was refunded.
        PartlyRefunded = "partly_refunded",
        /// All was refunded.
        Refunded = "refunded",
        /// The cardholder disputes the charge.
        Disputed = "disputed",
        /// A dispute was lost: the money was withdrawn.
        DisputeLost = "dispute_lost",
        /// Declined; another attempt may follow.
        Failed = "failed",
        Cancelled = "cancelled",
    } default Unpaid
}

wire_enum! {
    /// The shop's own progress with an order.
    Fulfilment {
        Open = "open",
        /// Shipped, or nothing to ship.
        Completed = "completed",
        /// Cancelled by the shop or its timer, with its stock released.
        Cancelled = "cancelled",
    } default Open
}

/// The order that is paid for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PaidOrder {
    /// Total; 0 if a setup intent saves a method for later.
    pub total_cents: Cents,
    /// The shop's progress with it.
    pub fulfilment: Fulfilment,
    /// Whether the method is a voucher, so that a required action is a voucher to pay.
    pub by_voucher: bool,
}

/// Resulting state of the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PaymentOutcome {
    /// State of the payment.
    pub state: PaymentState,
    /// Status of the order (wire contract, C4).
    pub status: OrderStatus,
    pub captured_cents: Cents,
    pub refunded_cents: Cents,
    /// Amount to refund, because it was paid for a cancelled order.
    pub refund_due_cents: Cents,
    /// Whether the shopper can attempt to pay (again).
    pub payable: bool,
}

/// Derives the outcome. It depends on the facts alone, never on the order of the events.
///
/// ```
/// use shop_core::payments::state::facts::PaymentFacts;
/// use shop_core::payments::state::{event::Settled, outcome::{Fulfilment, PaidOrder, outcome}};
/// use shop_core::orders::OrderStatus;
/// use shop_core::base::Cents;
/// let captured_cents = Cents(4720);
/// let facts = PaymentFacts { settled: Settled::Succeeded, captured_cents, ..PaymentFacts::new("pi_1") };
/// let order = PaidOrder { total_cents: captured_cents, ..PaidOrder::default() };
/// assert_eq!(outcome(&facts, &order).status, OrderStatus::Processing);
/// let late = outcome(&facts, &PaidOrder { fulfilment: Fulfilment::Cancelled, ..order });
/// assert_eq!((late.status, late.refund_due_cents), (OrderStatus::Cancelled, captured_cents));
/// ```
pub fn outcome(facts: &PaymentFacts, order: &PaidOrder) -> PaymentOutcome {
    let state = state(facts, order);
    let paid = facts.was_paid();
    // A refund or a dispute may be known before the capture: the total is used as the amount then.
    let captured_cents = match facts.captured_cents {
        Cents::ZERO if paid => order.total_cents,
        known => known,
    };
    let refunded_cents = facts.refunded_cents().min(captured_cents);
    let given_up = order.fulfilment == Fulfilment::Cancelled;
    let net_cents = captured_cents - refunded_cents;
    let lost = state == PaymentState::DisputeLost;
    PaymentOutcome {
        state,
        status: status(state, order.fulfilment),
        captured_cents,
        refunded_cents,
        refund_due_cents: if given_up && paid && !lost { net_cents } else { Cents::ZERO },
        payable: !given_up && matches!(state, PaymentState::Unpaid | PaymentState::Failed),
    }
}

fn state(facts: &PaymentFacts, order: &PaidOrder) -> PaymentState {
    let any = |cases: &std::collections::BTreeMap<String, CaseState>, wanted| cases.values().any(|one| *one == wanted);
    if facts.was_paid() {
        let captured = if facts.captured_cents == Cents::ZERO { order.total_cents } else { facts.captured_cents };
        let refunded = facts.refunded_cents();
        // Capturing less than was authorised is the merchant's choice and sets the total (wire contract, C4).
        let agreed = captured == order.total_cents || (facts.authorised && captured < order.total_cents);
        return if any(&facts.disputes, CaseState::Lost) {
            PaymentState::DisputeLost
        } else if refunded > Cents::ZERO && refunded >= captured {
            PaymentState::Refunded
        } else if any(&facts.disputes, CaseState::Open) {
            PaymentState::Disputed
        } else if any(&facts.reviews, CaseState::Open) {
            PaymentState::UnderReview
        } else if !agreed {
            PaymentState::AmountDiffers
        } else if refunded > Cents::ZERO {
            PaymentState::PartlyRefunded
        } else {
            PaymentState::Paid
        };
    }
    match (facts.settled, facts.progress.1) {
        (Settled::Cancelled, _) => PaymentState::Cancelled,
        (Settled::Authorised, _) if any(&facts.reviews, CaseState::Open) => PaymentState::UnderReview,
        (Settled::Authorised, _) => PaymentState::Authorised,
        (Settled::Lapsed, _) | (_, Progress::Failed) => PaymentState::Failed,
        (_, Progress::Processing) => PaymentState::Delayed,
        (_, Progress::ActionRequired) if order.by_voucher => PaymentState::AwaitingVoucher,
        _ => PaymentState::Unpaid,
    }
}

/// Returns the order's status. A cancelled order stays cancelled, whatever arrives late: its stock is released, and the payment
/// is refunded.
fn status(state: PaymentState, fulfilment: Fulfilment) -> OrderStatus {
    use PaymentState as P;
    let paid = match fulfilment {
        Fulfilment::Cancelled => return OrderStatus::Cancelled,
        Fulfilment::Completed => OrderStatus::Completed,
        Fulfilment::Open => OrderStatus::Processing,
    };
    match state {
        P::Unpaid => OrderStatus::Pending,
        P::AwaitingVoucher | P::Delayed | P::Authorised | P::AmountDiffers | P::UnderReview | P::Disputed => {
            OrderStatus::OnHold
        }
        P::Paid | P::PartlyRefunded => paid,
        P::Refunded => OrderStatus::Refunded,
        P::Failed | P::DisputeLost => OrderStatus::Failed,
        P::Cancelled => OrderStatus::Cancelled,
    }
}

/// Returns the transitions from one status to another, each allowed by itself; empty: the status is reached already. `None`:
/// there is no path (nothing follows a refund), and a person decides.
///
/// ```
/// use shop_core::orders::OrderStatus::{Failed, OnHold, Pending, Processing, Refunded};
/// use shop_core::payments::state::outcome::steps;
/// assert_eq!(steps(Pending, Refunded), Some(vec![OnHold, Refunded]));
/// assert_eq!(steps(Processing, Failed), Some(vec![OnHold, Failed]));
/// assert_eq!(steps(Refunded, Processing), None);
/// ```
pub fn steps(from: OrderStatus, to: OrderStatus) -> Option<Vec<OrderStatus>> {
    let mut ways: Vec<Vec<OrderStatus>> = vec![vec![from]];
    let mut at = 0;
    while let Some(way) = ways.get(at).cloned() {
        let last = *way.last()?;
        if last == to {
            return Some(way.into_iter().skip(1).collect());
        }
        for next in last.next() {
            if !ways.iter().any(|known| known.last() == Some(next)) {
                ways.push(way.iter().copied().chain([*next]).collect());
            }
        }
        at += 1;
    }
    None
}
