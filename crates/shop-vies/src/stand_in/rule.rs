//! What the stand-in says of a number.

use shop_core::trade::tax_ids::vat::VatNumber;

use crate::shapes::{Answer, NOT_TOLD, Question};

/// Figures in a number that stand for an error of the register.
const FAILING: [(&str, &str); 3] =
    [("503", "MS_UNAVAILABLE"), ("429", "GLOBAL_MAX_CONCURRENT_REQ"), ("500", "SERVICE_UNAVAILABLE")];
/// Figures of numbers that were never given out.
const UNKNOWN: &str = "404";
/// States that tell neither names nor addresses.
const TELL_NOTHING: [&str; 2] = ["DE", "ES"];

/// The answer, or the name of the register's refusal.
pub(super) fn answer(question: &Question) -> Result<Answer, &'static str> {
    let Question { country_code, vat_number, requester_member_state_code, requester_number } = question;
    let known = known(country_code, vat_number)?;
    let consultation = match (requester_member_state_code, requester_number) {
        (None, None) => String::new(),
        (Some(country), Some(own)) if known_as_requester(country, own) => consultation_of(vat_number),
        _ => return Err("INVALID_REQUESTER_INFO"),
    };
    if let Some((_, error)) = FAILING.iter().find(|(figures, _)| vat_number.contains(figures)) {
        return Err(error);
    }
    let tells = known && !TELL_NOTHING.contains(&country_code.as_str());
    let told = |text: String| if tells { text } else { NOT_TOLD.to_owned() };
    Ok(Answer {
        country_code: country_code.clone(),
        vat_number: vat_number.clone(),
        request_date: "2026-11-25T10:00:00.000Z".to_owned(),
        valid: known,
        request_identifier: consultation,
        name: told(format!("IMPRESA {country_code}{vat_number}")),
        address: told("VIA DI PROVA 1\n00000 CITTÀ DI PROVA".to_owned()),
    })
}

/// Whether a number was given out. One that the register cannot ask about is refused.
fn known(country: &str, number: &str) -> Result<bool, &'static str> {
    let can_be = (2..=12).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b'+' | b'*'));
    let full = format!("{country}{number}");
    let country = if country == "XI" { "XI" } else { shop_core::trade::tax_ids::vat::country_of_prefix(country) };
    let member =
        country == "XI" || (shop_core::checkout::address::country::in_eu(country) && full.get(..2) != Some("GR"));
    if !can_be || !member {
        return Err("INVALID_INPUT");
    }
    let right = VatNumber::parse(country, &full).is_ok_and(|read| read.as_str() == full);
    Ok(right && !number.contains(UNKNOWN))
}

fn known_as_requester(country: &str, number: &str) -> bool {
    known(country, number) == Ok(true)
}

/// The same number is consulted under the same one each time, so that runs are alike.
fn consultation_of(number: &str) -> String {
    format!("WAPIAAAA{number}")
}
