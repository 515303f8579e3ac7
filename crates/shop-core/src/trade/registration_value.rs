//! Validation of a single registration field by its type.

use super::custom_field::{self, CustomField};
use super::registration_field::{FieldKind, RoleField, too_long};
use super::registration_file::{self, ChosenFile};
use crate::base::FieldError;
use crate::base::calendar::day_named;
use crate::base::text::parse_fixed;
use crate::checkout::address::{one_line, phone, states};
use crate::platform::messages::codes;
use crate::trade::tax_ids::sdi::{SdiForm, SdiRecipient};
use crate::trade::tax_ids::tax_code::TaxCode;
use crate::trade::tax_ids::vat;

/// Maximum number of decimals of a number.
const DECIMALS: u32 = 4;

/// Result of validating a field.
pub(super) enum FieldOutcome {
    /// Left empty, which is allowed.
    Empty,
    /// The value to store.
    Value(String),
    Invalid(FieldError),
}

/// Validates a visible field, with the file uploaded for it.
pub(super) fn validate(
    field: &RoleField,
    shown: &CustomField,
    file: Option<&ChosenFile>,
    country: &str,
) -> FieldOutcome {
    let typed = one_line(&shown.value);
    if let Some(file) = file.filter(|_| field.kind == FieldKind::File) {
        let error = registration_file::error(&field.name, &field.label, file);
        return error.map_or_else(|| FieldOutcome::Value(typed), FieldOutcome::Invalid);
    }
    let filled = if shown.checkbox { shown.checked } else { !typed.is_empty() };
    if !filled {
        let missing = || FieldOutcome::Invalid(custom_field::required(&field.name, &field.label));
        return if shown.required { missing() } else { FieldOutcome::Empty };
    }
    if let Some(error) = too_long(&field.name, &shown.value).filter(|_| !shown.checkbox) {
        return FieldOutcome::Invalid(error);
    }
    value(field, typed, country).map_or_else(FieldOutcome::Invalid, FieldOutcome::Value)
}

/// Returns the value to store.
fn value(field: &RoleField, typed: String, country: &str) -> Result<String, FieldError> {
    let invalid = |code| FieldError::new(field.name.as_str(), code).with("label", &field.label);
    let stored = match field.kind {
        FieldKind::Text | FieldKind::BusinessName | FieldKind::File => Some(typed),
        FieldKind::Checkbox => Some("1".to_owned()),
        FieldKind::Number => {
            return parse_fixed(&typed, DECIMALS).map(|_| typed).ok_or_else(|| invalid(codes::TRADE_NUMBER_INVALID));
        }
        FieldKind::Date => {
            return day_named(&typed).map(|_| typed).ok_or_else(|| invalid(codes::TRADE_DATE_INVALID));
        }
        FieldKind::Select => field.options.contains(&typed).then_some(typed),
        FieldKind::State => states::stored(country, &typed),
        FieldKind::Phone => {
            return if phone::is_valid(&typed) {
                Ok(typed)
            } else {
                Err(invalid(codes::INVALID_PHONE).with("value", &typed))
            };
        }
        FieldKind::Vat => return vat_number(field, &typed, country),
        FieldKind::TaxCode => return tax_code(field, &typed),
        FieldKind::InvoiceRecipient => return recipient(field, &typed, country),
    };
    stored.ok_or_else(|| invalid(codes::TRADE_CHOICE_UNKNOWN))
}

/// Normalises a VAT number and adds the country's prefix if it is missing. For a country whose numbers are unknown here, the text
/// is stored as typed.
fn vat_number(field: &RoleField, typed: &str, country: &str) -> Result<String, FieldError> {
    let verdict = vat::check_at(country, "", typed);
    match (verdict.compact, verdict.error) {
        (Some(number), _) => Ok(number),
        (None, Some(error)) if error.code != codes::VAT_COUNTRY_UNKNOWN => {
            Err(FieldError { field: field.name.clone(), ..error })
        }
        _ => Ok(typed.to_owned()),
    }
}

fn tax_code(field: &RoleField, typed: &str) -> Result<String, FieldError> {
    let invalid = |code| FieldError::new(field.name.as_str(), code).with("value", typed);
    TaxCode::parse(typed).map(|code| code.as_str().to_owned()).map_err(invalid)
}

/// Validates an invoice recipient: a mailbox if it contains an @, else a code.
fn recipient(field: &RoleField, typed: &str, country: &str) -> Result<String, FieldError> {
    let mailbox = typed.contains('@');
    let part = |wanted: bool| if wanted { typed.to_owned() } else { String::new() };
    let form = SdiForm {
        country: country.to_owned(),
        business: true,
        public_body: !mailbox && typed.len() == 6,
        sdi_code: part(!mailbox),
        pec: part(mailbox),
    };
    match SdiRecipient::parse(&form) {
        Ok(recipient) => Ok(recipient.pec().unwrap_or(recipient.code()).to_owned()),
        Err(errors) => {
            let named = |error: FieldError| FieldError { field: field.name.clone(), ..error };
            Err(errors
                .into_iter()
                .next()
                .map_or_else(|| FieldError::new(field.name.as_str(), codes::SDI_INVALID), named))
        }
    }
}
