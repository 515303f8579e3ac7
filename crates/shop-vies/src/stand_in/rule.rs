//! The stub's result for a number.

use shop_core::trade::tax_ids::vat::VatNumber;

use crate::messages::{UNDISCLOSED, VatRequest, VatResponse};

/// Digits in a number that trigger an error of the register.
const ERROR_DIGITS: [(&str, &str); 3] =
    [("503", "MS_UNAVAILABLE"), ("429", "GLOBAL_MAX_CONCURRENT_REQ"), ("500", "SERVICE_UNAVAILABLE")];
/// Digits of numbers that were never issued.
const UNISSUED_DIGITS: &str = "404";
/// States that disclose neither names nor addresses.
const UNDISCLOSING_STATES: [&str; 2] = ["DE", "ES"];

/// The result for a request, or the error code of the register.
pub(super) fn respond(request: &VatRequest) -> Result<VatResponse, &'static str> {
    let VatRequest { country_code, vat_number, requester_member_state_code, requester_number } = request;
    let valid = is_issued(country_code, vat_number)?;
    let consultation = match (requester_member_state_code, requester_number) {
        (None, None) => String::new(),
        (Some(country), Some(own)) if is_valid_requester(country, own) => consultation_number(vat_number),
        _ => return Err("INVALID_REQUESTER_INFO"),
    };
    if let Some((_, error)) = ERROR_DIGITS.iter().find(|(figures, _)| vat_number.contains(figures)) {
        return Err(error);
    }
    let is_disclosed = valid && !UNDISCLOSING_STATES.contains(&country_code.as_str());
    let disclose = |text: String| if is_disclosed { text } else { UNDISCLOSED.to_owned() };
    Ok(VatResponse {
        country_code: country_code.clone(),
        vat_number: vat_number.clone(),
        request_date: "2026-11-25T10:00:00.000Z".to_owned(),
        valid,
        request_identifier: consultation,
        name: disclose(format!("IMPRESA {country_code}{vat_number}")),
        address: disclose("VIA DI PROVA 1\n00000 CITTÀ DI PROVA".to_owned()),
    })
}

/// Whether a number was issued. A number with an invalid format is an error.
fn is_issued(country: &str, number: &str) -> Result<bool, &'static str> {
    let has_valid_format = (2..=12).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b'+' | b'*'));
    let full = format!("{country}{number}");
    let country = if country == "XI" { "XI" } else { shop_core::trade::tax_ids::vat::country_of_prefix(country) };
    let member =
        country == "XI" || (shop_core::checkout::address::country::in_eu(country) && full.get(..2) != Some("GR"));
    if !has_valid_format || !member {
        return Err("INVALID_INPUT");
    }
    let has_valid_checksum = VatNumber::parse(country, &full).is_ok_and(|parsed| parsed.as_str() == full);
    Ok(has_valid_checksum && !number.contains(UNISSUED_DIGITS))
}

fn is_valid_requester(country: &str, number: &str) -> bool {
    is_issued(country, number) == Ok(true)
}

/// The same number always has the same consultation number, so that runs are reproducible.
fn consultation_number(number: &str) -> String {
    format!("WAPIAAAA{number}")
}
