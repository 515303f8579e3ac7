//! What can be given back of an order: by line, by delivery, or as a sum.

use serde::{Deserialize, Serialize};

use super::OrderStatus;
use crate::base::format::price;
use crate::base::{Cents, FieldError, Lang, wire_enum};
use crate::platform::messages::codes;

/// Longest reason, in characters.
pub const MAX_REASON_CHARS: usize = 300;

wire_enum! {
    /// How far a refund by the payment provider has come.
    RefundProgress {
        /// Written down; what the provider says to it is not known yet.
        Asked = "asked",
        /// On its way at the bank.
        Pending = "pending",
        Succeeded = "succeeded",
        /// Refused, or come back: the money is not with the buyer.
        Failed = "failed",
    } default Asked
}

impl RefundProgress {
    /// Whether what the provider says now can follow what it said before. Money that arrived can still come back; what failed stays
    /// failed, and an older word that arrives late changes nothing.
    ///
    /// ```
    /// use shop_core::orders::refund::RefundProgress;
    /// assert!(RefundProgress::Succeeded.can_become(RefundProgress::Failed));
    /// assert!(!RefundProgress::Failed.can_become(RefundProgress::Pending));
    /// assert!(!RefundProgress::Succeeded.can_become(RefundProgress::Pending));
    /// ```
    pub const fn can_become(self, to: Self) -> bool {
        match self {
            Self::Asked => !matches!(to, Self::Asked),
            Self::Pending => matches!(to, Self::Succeeded | Self::Failed),
            Self::Succeeded => matches!(to, Self::Failed),
            Self::Failed => false,
        }
    }
}

/// A line of an order, and what was given back of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefundableLine {
    /// Its place in the order, from 0.
    pub position: i64,
    pub name: String,
    pub quantity: i64,
    /// Paid for it, with tax, after discounts.
    pub paid: Cents,
    /// Pieces returned before.
    pub returned: i64,
    /// Given back before.
    pub refunded: Cents,
}

/// An order as far as refunds ask. Sums include tax.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refundable {
    pub status: OrderStatus,
    pub lines: Vec<RefundableLine>,
    /// Paid for delivery.
    pub shipping: Cents,
    /// Given back of that before.
    pub shipping_refunded: Cents,
    /// Paid in money.
    pub money: Cents,
    /// Paid with store credit.
    pub credit: Cents,
    /// Given back before in money.
    pub money_refunded: Cents,
    /// Given back before as credit.
    pub credit_refunded: Cents,
    /// What the payment provider can still give back of what it captured; `None`: it was paid in another way.
    pub by_gateway: Option<Cents>,
}

impl Refundable {
    /// What can still be given back in all.
    pub fn left(&self) -> Cents {
        (self.money + self.credit - self.money_refunded - self.credit_refunded).max(Cents::ZERO)
    }

    /// What of it can be given back in money: what was paid with credit comes back as credit.
    pub fn money_left(&self) -> Cents {
        (self.money - self.money_refunded).max(Cents::ZERO).min(self.left())
    }

    /// The form that gives back all that can go one way at once: by the payment provider while it holds some of it, else in money
    /// by other means, else as credit. What lines and delivery do not come to, such as fees, stands beside them.
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
            _ if as_credit => self.left(),
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
        let other = sum(self.left()).unwrap_or_default();
        RefundForm { lines, shipping, other, as_credit, by_hand, ..RefundForm::default() }
    }

    /// Whether anything can be given back: the order was paid, or is being delivered against payment.
    pub fn is_open(&self) -> bool {
        self.is_paid() && self.left() > Cents::ZERO
    }

    /// Money that the provider has captured can be given back whatever became of the order.
    fn is_paid(&self) -> bool {
        self.status.is_paid() || self.by_gateway.is_some_and(|left| left > Cents::ZERO)
    }
}

/// What to give back of a line, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RefundLineForm {
    /// Its place in the order, from 0.
    pub position: i64,
    /// Pieces returned; empty: none.
    pub quantity: String,
    /// Amount in euro; empty: that of the pieces.
    pub amount: String,
}

/// A refund as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RefundForm {
    pub lines: Vec<RefundLineForm>,
    /// Of the delivery, in euro; empty: nothing.
    pub shipping: String,
    /// A sum beside lines and delivery, in euro; empty: none.
    pub other: String,
    /// Why, for the history and for the message to the buyer.
    pub reason: String,
    /// Returned pieces go back into stock.
    pub restock: bool,
    /// Places of the returned bookings can be booked again.
    pub free_places: bool,
    /// Given back as store credit instead of money.
    pub as_credit: bool,
    /// Given back by other means than the payment provider, through which the order was paid.
    pub by_hand: bool,
}

/// What is given back of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundLine {
    /// Its place in the order, from 0.
    pub position: i64,
    pub quantity: i64,
    /// Amount with tax.
    pub cents: Cents,
}

/// A checked refund.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refund {
    /// Lines of which something is given back.
    pub lines: Vec<RefundLine>,
    /// Of the delivery.
    pub shipping: Cents,
    /// All together; above zero.
    pub total: Cents,
    pub reason: String,
    /// Returned pieces go back into stock.
    pub restock: bool,
    /// Places of the returned bookings can be booked again.
    pub free_places: bool,
    /// As store credit.
    pub as_credit: bool,
    /// The payment provider is asked to give it back.
    pub by_gateway: bool,
}

/// Checks a refund: never more than was paid and is not given back yet, of a line, of the delivery or of the whole. All
/// refused fields are told together: `lines.{position}.quantity`, `lines.{position}.amount`, `shipping`, `other`, `reason`;
/// the field is empty when the refusal concerns the whole.
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
    let other = sum("other", &form.other, order.left());
    if form.reason.chars().count() > MAX_REASON_CHARS {
        errors.push(FieldError::new("reason", codes::MERCHANT_TOO_LONG).with("maximum", MAX_REASON_CHARS));
    }
    let by_gateway = order.by_gateway.is_some() && !form.as_credit && !form.by_hand;
    let total = lines.iter().map(|line| line.cents).sum::<Cents>() + shipping + other;
    if errors.is_empty() {
        if total == Cents::ZERO {
            errors.push(FieldError::new("", codes::REFUND_NOTHING));
        } else if total > order.left() {
            errors.push(FieldError::new("", codes::REFUND_TOO_MUCH).with("maximum", price(order.left(), lang)));
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

/// What the next pieces of a line cost: shares of its sum that add up to it, whole cents each.
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
