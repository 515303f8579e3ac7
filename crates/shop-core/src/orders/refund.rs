//! Refunds of an order: by line, of the delivery, or as an amount.

use serde::{Deserialize, Serialize};

use super::OrderStatus;
use crate::base::format::price;
use crate::base::{Cents, FieldError, Lang, wire_enum};
use crate::platform::messages::codes;

/// Longest reason, in characters.
pub const MAX_REASON_CHARS: usize = 300;

wire_enum! {
    /// Progress of a refund by the payment provider.
    RefundProgress {
        /// Recorded; the provider's response is not known yet.
        Requested = "requested",
        /// Being transferred by the bank.
        Pending = "pending",
        Succeeded = "succeeded",
        /// Rejected or returned: the buyer did not get the money.
        Failed = "failed",
    } default Requested
}

impl RefundProgress {
    /// Returns whether the provider's new status can follow the previous one. A refund that succeeded can still fail; a failed
    /// one stays failed, and an outdated status that arrives late changes nothing.
    ///
    /// ```
    /// use shop_core::orders::refund::RefundProgress;
    /// assert!(RefundProgress::Succeeded.can_become(RefundProgress::Failed));
    /// assert!(!RefundProgress::Failed.can_become(RefundProgress::Pending));
    /// assert!(!RefundProgress::Succeeded.can_become(RefundProgress::Pending));
    /// ```
    pub const fn can_become(self, to: Self) -> bool {
        match self {
            Self::Requested => !matches!(to, Self::Requested),
            Self::Pending => matches!(to, Self::Succeeded | Self::Failed),
            Self::Succeeded => matches!(to, Self::Failed),
            Self::Failed => false,
        }
    }
}

/// A line of an order, with its refunds so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefundableLine {
    /// Index in the order, from 0.
    pub position: i64,
    pub name: String,
    pub quantity: i64,
    /// Amount paid, with tax, after discounts.
    pub paid: Cents,
    /// Pieces returned so far.
    pub returned: i64,
    /// Amount refunded so far.
    pub refunded: Cents,
}

/// An order with the data needed for refunds. Amounts include tax.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refundable {
    pub status: OrderStatus,
    pub lines: Vec<RefundableLine>,
    /// Amount paid for delivery.
    pub shipping: Cents,
    /// Delivery refunded so far.
    pub shipping_refunded: Cents,
    /// Amount paid in money.
    pub money: Cents,
    /// Amount paid with store credit.
    pub credit: Cents,
    /// Money refunded so far.
    pub money_refunded: Cents,
    /// Store credit refunded so far.
    pub credit_refunded: Cents,
    /// Amount that the payment provider can still refund of its capture; `None`: it was paid in another way.
    pub by_gateway: Option<Cents>,
}

impl Refundable {
    /// Returns the total amount that can still be refunded.
    pub fn refundable_cents(&self) -> Cents {
        (self.money + self.credit - self.money_refunded - self.credit_refunded).max(Cents::ZERO)
    }

    /// Returns the amount that can be refunded in money: payments with credit are refunded as credit.
    pub fn money_left(&self) -> Cents {
        (self.money - self.money_refunded).max(Cents::ZERO).min(self.refundable_cents())
    }

    /// Builds the form for the largest possible single refund: through the payment provider while it holds any of it, else in
    /// money by other means, else as credit. Amounts beyond lines and delivery, such as fees, are added as an extra amount.
    ///
    /// ```
    /// use shop_core::base::Cents;
    /// use shop_core::orders::refund::{Refundable, RefundableLine};
    /// let oil = RefundableLine { quantity: 2, paid: Cents(2000), ..RefundableLine::default() };
    /// let order = Refundable { lines: vec![oil], shipping: Cents(500), money: Cents(2600), ..Refundable::default() };
    /// let all = order.everything();
    /// assert_eq!((all.lines[0].quantity.as_str(), all.lines[0].amount.as_str()), ("2", "20.00"));
    /// assert_eq!((all.shipping.as_str(), all.other.as_str()), ("5.00", "1.00"));
    /// ```
    pub fn everything(&self) -> RefundForm {
        let by_gateway = self.by_gateway.unwrap_or_default().min(self.money_left());
        let as_credit = self.money_left() == Cents::ZERO;
        let by_hand = self.by_gateway.is_some() && by_gateway <= Cents::ZERO && !as_credit;
        let mut left = match self.by_gateway {
            _ if as_credit => self.refundable_cents(),
            Some(_) if !by_hand => by_gateway,
            _ => self.money_left(),
        };
        let mut take = |most: Cents| {
            let taken = most.min(left).max(Cents::ZERO);
            left = left - taken;
            taken
        };
        let lines = self.lines.iter().filter_map(|line| {
            let (pieces, cents) = ((line.quantity - line.returned).max(0), take(line.paid - line.refunded));
            (pieces > 0 || cents > Cents::ZERO).then(|| RefundLineForm {
                position: line.position,
                quantity: pieces.to_string(),
                amount: cents.to_decimal(),
            })
        });
        let lines = lines.collect();
        let mut sum = |most: Cents| Some(take(most)).filter(|cents| *cents > Cents::ZERO).map(Cents::to_decimal);
        let shipping = sum(self.shipping - self.shipping_refunded).unwrap_or_default();
        let other = sum(self.refundable_cents()).unwrap_or_default();
        RefundForm { lines, shipping, other, as_credit, by_hand, ..RefundForm::default() }
    }

    /// Returns whether anything can be refunded: the order was paid, or is being delivered against payment.
    pub fn is_open(&self) -> bool {
        self.is_paid() && self.refundable_cents() > Cents::ZERO
    }

    /// Returns whether money was captured, which can be refunded whatever the status of the order.
    fn is_paid(&self) -> bool {
        self.status.is_paid() || self.by_gateway.is_some_and(|left| left > Cents::ZERO)
    }
}

/// Refund of a line, as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RefundLineForm {
    /// Index in the order, from 0.
    pub position: i64,
    /// Number of returned pieces; empty: none.
    pub quantity: String,
    /// Amount in euros; empty: that of the pieces.
    pub amount: String,
}

/// A refund as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RefundForm {
    pub lines: Vec<RefundLineForm>,
    /// Refund of the delivery in euros; empty: none.
    pub shipping: String,
    /// Extra amount besides lines and delivery, in euros; empty: none.
    pub other: String,
    /// Reason, for the history and for the message to the buyer.
    pub reason: String,
    /// Whether returned pieces go back into stock.
    pub restock: bool,
    /// Whether the places of returned bookings become available again.
    pub free_places: bool,
    /// Whether to refund as store credit instead of money.
    pub as_credit: bool,
    /// Whether to refund by other means than the payment provider that took the payment.
    pub by_hand: bool,
}

/// Refund of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundLine {
    /// Index in the order, from 0.
    pub position: i64,
    pub quantity: i64,
    /// Amount with tax.
    pub cents: Cents,
}

/// A valid refund.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refund {
    /// Lines with a refund.
    pub lines: Vec<RefundLine>,
    /// Refund of the delivery.
    pub shipping: Cents,
    /// Total amount; above zero.
    pub total: Cents,
    pub reason: String,
    /// Whether returned pieces go back into stock.
    pub restock: bool,
    /// Whether the places of returned bookings become available again.
    pub free_places: bool,
    /// Whether to refund as store credit.
    pub as_credit: bool,
    /// Whether the payment provider makes the refund.
    pub by_gateway: bool,
}

/// Validates a refund: never more than was paid and not yet refunded, of a line, of the delivery or in total. All errors are
/// returned together: `lines.{position}.quantity`, `lines.{position}.amount`, `shipping`, `other`, `reason`; the field is empty
/// if the error concerns the whole.
///
/// ```
/// use shop_core::orders::{OrderStatus, refund::{RefundForm, Refundable, check}};
/// use shop_core::base::{Cents, Lang};
/// let order = Refundable { status: OrderStatus::Completed, money: Cents(5000), ..Refundable::default() };
/// let form = RefundForm { other: "12,50".into(), ..RefundForm::default() };
/// assert_eq!(check(&form, &order, Lang::It).unwrap().total, Cents(1250));
/// assert!(check(&RefundForm { other: "50,01".into(), ..form }, &order, Lang::It).is_err());
/// ```
pub fn check(form: &RefundForm, order: &Refundable, lang: Lang) -> Result<Refund, Vec<FieldError>> {
    if !order.is_paid() {
        return Err(vec![FieldError::new("", codes::REFUND_NOT_PAID).with("status", order.status.as_str())]);
    }
    let mut errors = Vec::new();
    let mut lines = Vec::new();
    for typed in &form.lines {
        match line(typed, order, lang) {
            Ok(None) => {}
            Ok(Some(line)) => lines.push(line),
            Err(error) => errors.push(error),
        }
    }
    lines.sort_by_key(|line: &RefundLine| line.position);
    if lines.windows(2).any(|pair| matches!(pair, [a, b] if a.position == b.position)) {
        errors.push(FieldError::new("lines", codes::REFUND_LINE_UNKNOWN));
    }
    let mut sum = |field: &str, typed: &str, maximum: Cents| {
        amount(field, typed, maximum, lang).unwrap_or_else(|error| {
            errors.push(error);
            Cents::ZERO
        })
    };
    let shipping = sum("shipping", &form.shipping, (order.shipping - order.shipping_refunded).max(Cents::ZERO));
    let other = sum("other", &form.other, order.refundable_cents());
    if form.reason.chars().count() > MAX_REASON_CHARS {
        errors.push(FieldError::new("reason", codes::MERCHANT_TOO_LONG).with("maximum", MAX_REASON_CHARS));
    }
    let by_gateway = order.by_gateway.is_some() && !form.as_credit && !form.by_hand;
    let total = lines.iter().map(|line| line.cents).sum::<Cents>() + shipping + other;
    if errors.is_empty() {
        if total == Cents::ZERO {
            errors.push(FieldError::new("", codes::REFUND_NOTHING));
        } else if total > order.refundable_cents() {
            errors.push(
                FieldError::new("", codes::REFUND_TOO_MUCH).with("maximum", price(order.refundable_cents(), lang)),
            );
        } else if !form.as_credit && total > order.money_left() {
            errors.push(FieldError::new("", codes::REFUND_MONEY_ONLY).with("maximum", price(order.money_left(), lang)));
        } else if let Some(most) = order.by_gateway.filter(|most| by_gateway && total > *most) {
            errors.push(FieldError::new("", codes::REFUND_BY_GATEWAY).with("maximum", price(most, lang)));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let reason = form.reason.trim().to_owned();
    Ok(Refund {
        lines,
        shipping,
        total,
        reason,
        restock: form.restock,
        free_places: form.free_places,
        as_credit: form.as_credit,
        by_gateway,
    })
}

fn amount(field: &str, typed: &str, maximum: Cents, lang: Lang) -> Result<Cents, FieldError> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(Cents::ZERO);
    }
    let cents = Cents::parse(typed)
        .filter(|cents| *cents >= Cents::ZERO)
        .ok_or_else(|| FieldError::new(field, codes::MERCHANT_AMOUNT_INVALID))?;
    if cents > maximum {
        return Err(FieldError::new(field, codes::REFUND_TOO_MUCH).with("maximum", price(maximum, lang)));
    }
    Ok(cents)
}

fn line(typed: &RefundLineForm, order: &Refundable, lang: Lang) -> Result<Option<RefundLine>, FieldError> {
    let field = |name: &str| format!("lines.{}.{name}", typed.position);
    let Some(line) = order.lines.iter().find(|line| line.position == typed.position) else {
        return Err(FieldError::new(field("quantity"), codes::REFUND_LINE_UNKNOWN));
    };
    let left = (line.quantity - line.returned).max(0);
    let quantity = match typed.quantity.trim() {
        "" => 0,
        text => text.parse::<i64>().ok().filter(|pieces| (0..=left).contains(pieces)).ok_or_else(|| {
            FieldError::new(field("quantity"), codes::REFUND_PIECES).with("name", &line.name).with("maximum", left)
        })?,
    };
    let cents_left = (line.paid - line.refunded).max(Cents::ZERO);
    let cents = if typed.amount.trim().is_empty() {
        worth(line, quantity).min(cents_left)
    } else {
        amount(&field("amount"), &typed.amount, cents_left, lang)?
    };
    let something = quantity > 0 || cents > Cents::ZERO;
    Ok(something.then_some(RefundLine { position: line.position, quantity, cents }))
}

/// Returns the price of the next pieces of a line: whole cents that add up to its total.
fn worth(line: &RefundableLine, quantity: i64) -> Cents {
    let share = |pieces: i64| {
        let cents = i128::from(line.paid.0) * i128::from(pieces) / i128::from(line.quantity.max(1));
        Cents(i64::try_from(cents).unwrap_or(i64::MAX))
    };
    share(line.returned + quantity) - share(line.returned)
}

#[cfg(test)]
#[path = "refund_tests.rs"]
mod tests;
