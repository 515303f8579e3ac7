//! Payment of an existing order.

use super::OrderStatus;
use crate::base::{Cents, FieldError, Params};
use crate::platform::messages::codes;

/// Id of payment by bank transfer.
pub const TRANSFER: &str = "bacs";
/// Id of payment on delivery.
pub const ON_DELIVERY: &str = "cod";
/// Id of payment by invoice, within days after the order: for companies that the merchant trusts.
pub const BY_INVOICE: &str = "invoice";

/// The payment form of an order, as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaymentForm {
    /// Id of the payment method; empty: none selected.
    pub payment_method: String,
    /// Whether the terms are accepted.
    pub terms: bool,
}

/// Validation rules of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaymentRules {
    /// Ids of the offered payment methods.
    pub methods: Vec<String>,
    /// Whether the terms must be accepted.
    pub terms_required: bool,
}

/// A valid payment method for an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenPayment {
    method: String,
}

impl ChosenPayment {
    /// Returns its id, such as `bacs` or `cod`.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Returns the status of an order with this payment method.
    pub fn status(&self) -> OrderStatus {
        status_paid_by(&self.method)
    }
}

/// Returns the status of an order by its payment method: a bank transfer must arrive first, payment on delivery or by invoice
/// need no waiting, and anything else is paid in the next step.
///
/// ```
/// use shop_core::orders::{OrderStatus, payment::status_paid_by};
/// assert_eq!(status_paid_by("bacs"), OrderStatus::OnHold);
/// ```
pub fn status_paid_by(method: &str) -> OrderStatus {
    match method {
        TRANSFER => OrderStatus::OnHold,
        ON_DELIVERY | BY_INVOICE => OrderStatus::Processing,
        _ => OrderStatus::Pending,
    }
}

/// Validates the form.
///
/// # Errors
/// Every invalid field: `payment_method`, `terms`.
pub fn check(form: &PaymentForm, rules: &PaymentRules) -> Result<ChosenPayment, Vec<FieldError>> {
    let mut errors = Vec::new();
    let method = form.payment_method.trim();
    if method.is_empty() {
        errors.push(FieldError::new("payment_method", codes::PAYMENT_METHOD_REQUIRED));
    } else if !rules.methods.iter().any(|known| known == method) {
        errors.push(FieldError::new("payment_method", codes::PAYMENT_METHOD_UNAVAILABLE));
    }
    if rules.terms_required && !form.terms {
        errors.push(FieldError::new("terms", codes::TERMS_REQUIRED));
    }
    if errors.is_empty() { Ok(ChosenPayment { method: method.to_owned() }) } else { Err(errors) }
}

/// Returns why an order cannot be paid; `None`: it can.
pub fn not_payable(number: &str, status: OrderStatus, total: Cents) -> Option<(&'static str, Params)> {
    if status.needs_payment(total) {
        return None;
    }
    let code = match status {
        OrderStatus::Cancelled => codes::ORDER_PAY_CANCELLED,
        OrderStatus::Refunded => codes::ORDER_PAY_REFUNDED,
        OrderStatus::OnHold if total > Cents::ZERO => codes::ORDER_PAY_AWAITED,
        _ => codes::ORDER_PAY_NOTHING,
    };
    Some((code, Params::from([("number".to_owned(), number.to_owned())])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> PaymentRules {
        PaymentRules { methods: vec!["bacs".into(), "cod".into()], terms_required: true }
    }

    fn fields(form: &PaymentForm) -> Vec<(String, String)> {
        check(form, &rules()).unwrap_err().into_iter().map(|e| (e.field, e.code.into_owned())).collect()
    }

    #[test]
    fn a_way_of_payment_must_be_chosen_among_the_open_ones_and_the_terms_accepted() {
        let form = |method: &str, terms| PaymentForm { payment_method: method.into(), terms };
        assert_eq!(
            fields(&form("", false)),
            [("payment_method".into(), "payment_method_required".into()), ("terms".into(), "terms_required".into())]
        );
        assert_eq!(
            fields(&form("cheque", true)),
            [("payment_method".into(), "payment_method_unavailable".into())],
            "closed ways are no ways"
        );
        assert_eq!(check(&form("cod", true), &rules()).unwrap().status(), OrderStatus::Processing);
        let free = PaymentRules { terms_required: false, ..rules() };
        assert_eq!(check(&form(" bacs ", false), &free).unwrap().method(), "bacs");
    }

    #[test]
    fn an_order_that_is_not_payable_says_why() {
        let code = |status, cents| not_payable("7", status, Cents(cents)).map(|(code, _)| code);
        for status in [OrderStatus::Pending, OrderStatus::Failed] {
            assert_eq!(code(status, 1), None);
            assert_eq!(code(status, 0), Some(codes::ORDER_PAY_NOTHING));
        }
        assert_eq!(code(OrderStatus::OnHold, 100), Some(codes::ORDER_PAY_AWAITED));
        assert_eq!(code(OrderStatus::Cancelled, 100), Some(codes::ORDER_PAY_CANCELLED));
        assert_eq!(code(OrderStatus::Refunded, 100), Some(codes::ORDER_PAY_REFUNDED));
        for status in [OrderStatus::Processing, OrderStatus::Completed] {
            assert_eq!(code(status, 100), Some(codes::ORDER_PAY_NOTHING));
        }
    }
}
