//! Checkout request from a posted form, with or without scripts.

use shop_core::base::Cents;
use shop_services::checkout::{CheckoutRequest, FormOrder, Sent, VAT_FIELD};

use super::fields::{checkout_form_from_pairs, invoice_form_from_pairs};
use super::{attribution, idempotency};
use crate::app::forms::form_fields::Pairs;
use crate::payments::payment_input;

/// Longest VAT number read, in characters; the check reports shorter limits.
const MAX_VAT_CHARS: usize = 100;

/// Parses a posted form. Missing fields are empty: the checks report what is required.
pub(crate) fn form_order(posted: &Pairs) -> FormOrder {
    FormOrder {
        form: checkout_form_from_pairs(&posted.0),
        invoice: invoice_form_from_pairs(&posted.0),
        attribution: attribution::of_form(&posted.0),
        vat_number: posted.get(VAT_FIELD).map(|text| text.chars().take(MAX_VAT_CHARS).collect()),
    }
}

/// Converts a posted form to a checkout request.
pub(crate) fn request_of_form(session_key: &str, posted: &Pairs, order: FormOrder) -> CheckoutRequest {
    CheckoutRequest {
        identity: idempotency::identify_form(session_key, &posted.0),
        shown: posted.get("due_now_cents").and_then(|text| text.parse().ok()).map(Cents),
        payment: payment_input(&order.form.payment_method, |name| posted.get(name).map(str::to_owned)),
        sent: Sent::Form(Box::new(order)),
    }
}
