//! Correction of a document that the exchange system rejected. It counts as not issued, and is sent again under the same number
//! and date (Agenzia delle Entrate, provvedimento of 30 April 2018, point 6.3).

use serde::Deserialize;
use shop_core::base::FieldError;
use shop_core::checkout::invoice::{self, InvoiceBuyer, InvoiceForm};
use shop_core::orders::document::einvoice::EInvoiceState;
use shop_core::platform::messages::codes;
use shop_einvoice::{BuyerName, Document};

use super::EInvoices;
use super::parties::{display_name, seller, tax_id};
use crate::ports::{NewEInvoice, StoreError};
use crate::records::OrderInvoice;

/// Maximum length of a buyer's name.
const MAX_NAME: usize = 80;

/// Corrected buyer data. The seller's data is taken from the current settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Correction {
    /// Company name; a person's first name.
    pub name: String,
    /// Last name; empty for a company.
    pub family_name: String,
    pub vat_number: String,
    pub tax_code: String,
    pub sdi_code: String,
    pub pec: String,
}

/// Why a document was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EInvoiceError {
    #[error("the document does not exist")]
    Unknown,
    #[error("the document is in another state")]
    State,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl EInvoices {
    /// Corrects a rejected document and makes it ready again, with the same number and date but a new file name.
    pub async fn correct(&self, id: i64, correction: &Correction, author: &str) -> Result<(), EInvoiceError> {
        let Some(record) = self.store.einvoice(id).await? else { return Err(EInvoiceError::Unknown) };
        if record.state != EInvoiceState::Rejected {
            return Err(EInvoiceError::State);
        }
        let settings = self.context.settings().await?;
        let mut document = Document { seller: seller(&settings), ..record.document };
        apply_correction(&mut document, correction).map_err(EInvoiceError::Fields)?;
        let new = NewEInvoice {
            buyer: display_name(&document.buyer.name),
            document,
            year: record.number.year,
            orders: vec![record.order_id],
            refund: record.refund_id,
            courtesy: None,
            carrier: settings.einvoices.carrier,
            author: author.to_owned(),
        };
        let corrected = self.store.correct_einvoice(id, &new, self.context.now()).await?;
        if corrected { Ok(()) } else { Err(EInvoiceError::State) }
    }
}

/// Applies a correction to a document, with the validation rules of the checkout's invoice request.
fn apply_correction(document: &mut Document, correction: &Correction) -> Result<(), Vec<FieldError>> {
    let country = document.buyer.place.country.clone();
    let buyer = if document.format() == "FPA12" {
        InvoiceBuyer::PublicBody
    } else if correction.family_name.trim().is_empty() || !correction.vat_number.trim().is_empty() {
        InvoiceBuyer::Business
    } else {
        InvoiceBuyer::Consumer
    };
    let form = InvoiceForm {
        requested: true,
        buyer,
        vat_number: correction.vat_number.clone(),
        tax_code: correction.tax_code.clone(),
        sdi_code: correction.sdi_code.clone(),
        pec: correction.pec.clone(),
    };
    let mut errors = Vec::new();
    let (name, family) = (correction.name.trim(), correction.family_name.trim());
    if name.is_empty() {
        errors.push(FieldError::new("name", codes::MERCHANT_REQUIRED));
    }
    for (field, text) in [("name", name), ("family_name", family)] {
        if text.chars().count() > MAX_NAME {
            errors.push(FieldError::new(field, codes::MERCHANT_TOO_LONG).with("maximum", MAX_NAME));
        }
    }
    match invoice::request(&form, &country) {
        Err(wrong) => errors.extend(wrong),
        Ok(Some(request)) if errors.is_empty() => {
            let requested = OrderInvoice::from(&request);
            let to = &mut document.buyer;
            to.vat = (!requested.vat_number.is_empty()).then(|| tax_id(&requested.vat_number, &country));
            to.tax_code = requested.tax_code;
            to.recipient = requested.sdi_code;
            to.pec = requested.pec;
            to.name = if family.is_empty() {
                BuyerName::Firm(name.to_owned())
            } else {
                BuyerName::Person(name.to_owned(), family.to_owned())
            };
        }
        Ok(_) => {}
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use shop_einvoice::{Buyer, Place};

    use super::*;

    fn rejected() -> Document {
        let place = Place { country: "IT".into(), ..Place::default() };
        Document { buyer: Buyer { place, recipient: "0000000".into(), ..Buyer::default() }, ..Document::default() }
    }

    fn fields(correction: &Correction) -> Vec<String> {
        apply_correction(&mut rejected(), correction).unwrap_err().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_correction_is_judged_as_the_request_was() {
        let good = Correction {
            name: "Trattoria da Gino".into(),
            vat_number: "IT00743110157".into(),
            sdi_code: "m5uxcr1".into(),
            ..Correction::default()
        };
        let mut document = rejected();
        apply_correction(&mut document, &good).unwrap();
        assert_eq!(document.buyer.recipient, "M5UXCR1");
        assert_eq!(document.buyer.vat.map(|id| id.code).as_deref(), Some("00743110157"));
        for (wrong, field) in [
            (Correction { name: " ".into(), ..good.clone() }, "name"),
            (Correction { name: "x".repeat(81), ..good.clone() }, "name"),
            (Correction { vat_number: "IT00743110158".into(), ..good.clone() }, "vat_number"),
            (Correction { sdi_code: "M5".into(), ..good.clone() }, "sdi_code"),
            (Correction { pec: "pec".into(), ..good.clone() }, "pec"),
            (Correction { tax_code: "RSSMRA80A01H501X".into(), ..good.clone() }, "tax_code"),
        ] {
            assert_eq!(fields(&wrong), [field], "{wrong:?}");
        }
    }
}
