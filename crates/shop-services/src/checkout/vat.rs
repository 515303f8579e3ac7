//! The VAT number of the checkout form.

use shop_core::accounts::email::is_valid;
use shop_core::base::FieldError;
use shop_core::checkout::address::Address;
use shop_core::checkout::invoice::{InvoiceBuyer, InvoiceForm};
use shop_core::platform::messages::codes;
use shop_core::trade::tax_ids::vat;
use shop_core::trade::vat_check::VatAnswer;
use shop_core::trade::vat_field::{self, VatField};

use super::host::CheckoutHost;
use crate::checkout::Checkout;
use crate::ports::StoreError;
use crate::records::CartVat;
use crate::trade::vat_checks::VatCheckRequest;

/// Name of the field, and of its errors.
pub const VAT_FIELD: &str = "billing_vat_number";

/// How long a register that did not respond is not queried again for the same visitor.
const SILENCE_S: i64 = 60;

impl Checkout {
    /// Checks the VAT number of an order by the shop's own form: that of its field, or that of an invoice requested by a business
    /// of another country, which does not buy as a consumer with a valid one. Returns whether there was a number, so that the
    /// cart has to be loaded again.
    pub(super) async fn check_own_vat(
        &self,
        host: &dyn CheckoutHost,
        (field, invoice): (Option<&str>, &InvoiceForm),
        billing: &Address,
    ) -> Result<Result<bool, FieldError>, StoreError> {
        let number = if let Some(number) = field {
            number
        } else {
            let settings = self.context.settings().await?;
            let rules = settings.vat_rules(host.buyer().company_id.is_some());
            let has_field = rules.is_some_and(|rules| rules.for_invoice && rules.shows_field(&billing.country));
            if !has_field || !is_of_business(invoice, billing) {
                return Ok(Ok(false));
            }
            &invoice.vat_number
        };
        let error = self.check_typed_vat(host, Some(number), billing).await?;
        Ok(error.map_or(Ok(true), Err))
    }

    /// Checks the typed number and stores it in the cart; returns the error, if any. A number that is already in the cart is not
    /// checked again. If the register does not respond there is no error: the order proceeds, with tax.
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn check_typed_vat(
        &self,
        host: &dyn CheckoutHost,
        typed: Option<&str>,
        billing: &Address,
    ) -> Result<Option<FieldError>, StoreError> {
        let Some(typed) = typed.map(str::trim) else { return Ok(None) };
        let (session, buyer) = (host.session_key(), host.buyer());
        let settings = self.context.settings().await?;
        let rules = settings.vat_rules(buyer.company_id.is_some());
        let Some(rules) = rules.filter(|rules| rules.shows_field(&billing.country)) else { return Ok(None) };
        let field = VatField { country: billing.country.clone(), value: typed.to_owned(), ..VatField::default() };
        if let Some(missing) = vat_field::errors(&field, &rules).pop() {
            return Ok(Some(FieldError { field: VAT_FIELD.into(), ..missing }));
        }
        if typed.is_empty() || session.is_empty() {
            return Ok(None);
        }
        let open = self.carts.open_cart(session, host.customer_id()).await?;
        let email = if is_valid(&billing.email) { billing.email.as_str() } else { "" };
        let same = |stored: &&CartVat| {
            stored.country == billing.country
                && vat::check_at(&billing.country, &billing.postcode, typed).compact.as_ref() == Some(&stored.number)
        };
        match open.record.content.vat.as_ref().filter(same) {
            Some(stored) if stored.answer == VatAnswer::Valid => return Ok(None),
            // The register did not respond a moment ago: the order does not wait for it a second time.
            Some(stored) if open.now < stored.checked_at.saturating_add(SILENCE_S) => {
                self.vat_checks.notify_also(&stored.number, email).await?;
                return Ok(None);
            }
            _ => {}
        }
        let admits = || host.admits_vat_check();
        let request =
            VatCheckRequest { buyer, email, postcode: &billing.postcode, requested_by: "checkout", admits: &admits };
        Ok(match self.vat_checks.check_for_cart(session, &billing.country, typed, request).await? {
            // A business that is not in the register gets its invoice, and pays the tax.
            Ok(_) | Err(_) if rules.for_invoice => None,
            Ok(checked) if checked.answer == VatAnswer::Invalid => {
                Some(FieldError::new(VAT_FIELD, codes::TRADE_VAT_NOT_FOUND).with("value", typed))
            }
            Ok(_) => None,
            Err(refusal) => Some(refusal.error(VAT_FIELD)),
        })
    }
}

/// Whether an invoice is requested by a business with a well-formed number.
fn is_of_business(invoice: &InvoiceForm, billing: &Address) -> bool {
    invoice.requested
        && invoice.buyer == InvoiceBuyer::Business
        && vat::check_at(&billing.country, &billing.postcode, &invoice.vat_number).valid
}
