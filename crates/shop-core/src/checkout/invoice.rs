//! The request for an Italian electronic invoice, validated as a whole: the recipient, their number, and where the invoice is
//! sent (D.P.R. 633/1972 art. 21, D.Lgs. 127/2015, D.M. 55/2013).
//!
//! | buyer, by billing country | number | delivery |
//! | --- | --- | --- |
//! | business in Italy | VAT number or tax code | recipient code or certified mailbox |
//! | public body in Italy | VAT number or tax code | code of its office |
//! | consumer in Italy | tax code | neither is needed |
//! | business abroad | VAT number where the country has them | none |
//! | consumer abroad | none | none |
//!
//! Each field that is filled in is validated too, required or not: a wrong number on an invoice is worse than none. A number of a
//! country whose numbers the shop does not know is accepted as it is.

use serde::{Deserialize, Serialize};

use crate::base::FieldError;
use crate::checkout::address::{MAX_FIELD_CHARS, one_line};
use crate::platform::messages::codes;
use crate::trade::tax_ids::sdi::{self, SdiForm, SdiRecipient};
use crate::trade::tax_ids::tax_code::{self, TaxCode};
use crate::trade::tax_ids::vat::{self, VatNumber};

/// Type of invoice recipient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum InvoiceBuyer {
    /// A natural person who buys for private use.
    #[default]
    Consumer,
    /// A business, a professional or an association.
    Business,
    /// A public body.
    PublicBody,
}

/// The invoice part of the checkout as submitted. Missing fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct InvoiceForm {
    /// Whether an invoice is requested. Otherwise all other fields are ignored.
    pub requested: bool,
    /// Type of the recipient.
    pub buyer: InvoiceBuyer,
    /// VAT number (partita IVA); an Italian one may lack its prefix IT.
    pub vat_number: String,
    /// Tax code (codice fiscale).
    pub tax_code: String,
    /// Recipient code (codice destinatario), or a public body's office.
    pub sdi_code: String,
    /// Certified mailbox (PEC).
    pub pec: String,
}

/// An invoice that can be issued. Only [`request`] creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceRequest {
    // INVARIANT: `errors` found nothing for the form and country that this was made from.
    buyer: InvoiceBuyer,
    vat_number: Option<String>,
    tax_code: Option<String>,
    recipient: SdiRecipient,
}

impl InvoiceRequest {
    /// Returns the type of the recipient.
    pub fn buyer(&self) -> InvoiceBuyer {
        self.buyer
    }

    /// Returns the VAT number in its normal form, including the prefix; for a country whose numbers the shop does not know, as
    /// typed.
    pub fn vat_number(&self) -> Option<&str> {
        self.vat_number.as_deref()
    }

    /// Returns the tax code in its normal form.
    pub fn tax_code(&self) -> Option<&str> {
        self.tax_code.as_deref()
    }

    /// Returns where the invoice is sent.
    pub fn recipient(&self) -> &SdiRecipient {
        &self.recipient
    }
}

/// Returns the errors of an invoice request, in page order: `vat_number`, `tax_code`, `sdi_code`, `pec`. `country` is that of the
/// billing address. Empty: an invoice can be issued, or none is requested.
///
/// ```
/// use shop_core::checkout::invoice::{InvoiceBuyer, InvoiceForm, errors};
/// let mut form = InvoiceForm { requested: true, buyer: InvoiceBuyer::Business, ..InvoiceForm::default() };
/// assert_eq!(errors(&form, "IT").len(), 2); // neither number nor delivery
/// form.vat_number = "00743110157".into();
/// form.pec = "ordini@pec.esempio.it".into();
/// assert_eq!(errors(&form, "IT"), []);
/// ```
pub fn errors(form: &InvoiceForm, country: &str) -> Vec<FieldError> {
    if !form.requested {
        return Vec::new();
    }
    let mut out = Vec::new();
    let italian = is_italian(country);
    let given = |text: &str| !text.trim().is_empty();
    let (vat_given, code_given) = (given(&form.vat_number), given(&form.tax_code));
    let business = form.buyer != InvoiceBuyer::Consumer;
    if italian && business && !vat_given && !code_given {
        out.push(FieldError::new("vat_number", codes::VAT_OR_TAX_CODE_REQUIRED));
    } else if (vat_given || (business && !italian)) && has_numbers(country) {
        out.extend(vat::check_at(country.trim(), "", &form.vat_number).error);
    } else if form.vat_number.trim().chars().count() > MAX_FIELD_CHARS {
        out.push(FieldError::new("vat_number", codes::FIELD_TOO_LONG).with("max", MAX_FIELD_CHARS));
    }
    if code_given || (italian && !business) {
        out.extend(tax_code::check(&form.tax_code).error);
    }
    out.extend(sdi::check(&sdi_form(form, country)).errors);
    out
}

/// Validates the request: `Ok(None)` if no invoice is requested.
///
/// # Errors
/// All invalid fields, in page order.
pub fn request(form: &InvoiceForm, country: &str) -> Result<Option<InvoiceRequest>, Vec<FieldError>> {
    let refused = errors(form, country);
    if !refused.is_empty() {
        return Err(refused);
    }
    if !form.requested {
        return Ok(None);
    }
    let typed = form.vat_number.trim();
    let vat =
        VatNumber::parse_at(country.trim(), "", typed).map_or_else(|_| one_line(typed), |vat| vat.as_str().to_owned());
    Ok(Some(InvoiceRequest {
        buyer: form.buyer,
        vat_number: (!vat.is_empty()).then_some(vat),
        tax_code: TaxCode::parse(&form.tax_code).ok().map(|code| code.as_str().to_owned()),
        recipient: SdiRecipient::parse(&sdi_form(form, country))?,
    }))
}

fn sdi_form(form: &InvoiceForm, country: &str) -> SdiForm {
    SdiForm {
        country: country.trim().to_owned(),
        business: form.buyer != InvoiceBuyer::Consumer,
        public_body: form.buyer == InvoiceBuyer::PublicBody,
        sdi_code: form.sdi_code.clone(),
        pec: form.pec.clone(),
    }
}

fn is_italian(country: &str) -> bool {
    country.trim().eq_ignore_ascii_case("IT")
}

/// Returns whether the shop knows the VAT numbers of a country.
fn has_numbers(country: &str) -> bool {
    VatNumber::parse(country.trim(), "0") != Err(codes::VAT_COUNTRY_UNKNOWN)
}

#[cfg(test)]
#[path = "invoice_tests.rs"]
mod tests;
