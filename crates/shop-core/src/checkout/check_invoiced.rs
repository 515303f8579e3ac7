//! Validation of the checkout form together with its invoice request.

use super::check;
use super::form::{CheckoutForm, CheckoutRules};
use super::invoice::{InvoiceForm, errors, request};
use crate::base::FieldError;
use crate::checkout::address::AddressKind;

/// Returns all errors of a checkout with its invoice part, in page order: those of the invoice follow the billing address.
///
/// ```
/// use shop_core::checkout::form::{CheckoutForm, CheckoutRules};
/// use shop_core::checkout::check_invoiced::checkout_errors;
/// use shop_core::checkout::invoice::InvoiceForm;
/// let (mut form, rules) = (CheckoutForm::default(), CheckoutRules::default());
/// form.billing.country = "IT".into();
/// let invoice = InvoiceForm { requested: true, ..InvoiceForm::default() };
/// let fields: Vec<String> = checkout_errors(&form, &rules, &invoice).into_iter().map(|error| error.field).collect();
/// assert_eq!(fields[fields.len() - 4..], ["billing_email", "tax_code", "payment_method", "terms"]);
/// ```
pub fn checkout_errors(form: &CheckoutForm, rules: &CheckoutRules, invoice: &InvoiceForm) -> Vec<FieldError> {
    let mut out = check::errors(form, rules);
    let billing = format!("{}_", AddressKind::Billing.as_str());
    let after_billing = out.iter().take_while(|error| error.field.starts_with(&billing)).count();
    out.splice(after_billing..after_billing, errors(invoice, &form.billing.country));
    out
}

/// Validates a checkout form with its invoice part. The errors are in page order.
///
/// # Errors
/// Those of [`checkout_errors`].
pub fn check_with_invoice(
    form: &CheckoutForm,
    rules: &CheckoutRules,
    invoice: &InvoiceForm,
) -> Result<check::Checkout, Vec<FieldError>> {
    match (check::check_checkout(form, rules), request(invoice, &form.billing.country)) {
        (Ok(checkout), Ok(invoice)) => Ok(check::Checkout { invoice, ..checkout }),
        _ => Err(checkout_errors(form, rules, invoice)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::address::Address;
    use crate::checkout::invoice::InvoiceBuyer;

    #[test]
    fn in_the_checkout_the_invoice_follows_the_billing_address() {
        let checkout =
            CheckoutForm { billing: Address { country: "IT".into(), ..Address::default() }, ..CheckoutForm::default() };
        let business = InvoiceForm { requested: true, buyer: InvoiceBuyer::Business, ..InvoiceForm::default() };
        let found = checkout_errors(&checkout, &CheckoutRules::default(), &business);
        let fields: Vec<&str> = found.iter().map(|error| error.field.as_str()).collect();
        let at = fields.iter().position(|field| *field == "vat_number").unwrap();
        assert!(fields[..at].iter().all(|field| field.starts_with("billing_")) && at > 5);
        assert_eq!(fields[at + 1], "sdi_code");
        assert!(fields[at + 2..].iter().all(|field| !field.starts_with("billing_")), "{fields:?}");
        let none = checkout_errors(&checkout, &CheckoutRules::default(), &InvoiceForm::default());
        assert_eq!(none, check::errors(&checkout, &CheckoutRules::default()));
    }
}
